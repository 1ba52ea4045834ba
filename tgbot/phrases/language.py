"""One language's sentences, read from its TOML file."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from tgbot.table.identity import Language

Entry: TypeAlias = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """Sentences by dotted key. A list of sentences is a pool of wordings; a plural is a pair of keys, `.one` and `.other`."""

    language: Language
    entries: Mapping[str, Entry]

    def say(self, key: str, **fields: object) -> str:
        """Fill a sentence in.

        Raises:
            KeyError: no such sentence, or one of its placeholders has no value.

        """
        entry = self.entries[key]
        assert isinstance(entry, str), f"{key} is a pool of wordings"
        return entry.format_map(fields)

    def count(self, key: str, number: int, **fields: object) -> str:
        """Fill in the singular or the plural of a sentence; the number itself is `{number}`."""
        return self.say(f"{key}.{'one' if number == 1 else 'other'}", number=number, **fields)

    def pool(self, key: str) -> tuple[str, ...]:
        """List the wordings of a frequent moment."""
        entry = self.entries[key]
        assert isinstance(entry, tuple), f"{key} is a single sentence"
        return entry

    def knows(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self.entries


@cache
def speaking(language: Language) -> Texts:
    """Load a language, once."""
    text = (files(__package__) / f"{language.value}.toml").read_text(encoding="utf-8")
    return Texts(language, dict(_flat(tomllib.loads(text))))


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Entry]]:
    for key, value in table.items():
        match value:
            case dict():
                yield from _flat(value, f"{prefix}{key}.")
            case list():
                yield f"{prefix}{key}", tuple(value)
            case _:
                yield f"{prefix}{key}", value
