"""One TOML file of a deck, with the lines its entries stand on, which the parser does not tell."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from tgbot.decks.deck import Fault

_KEY = re.compile(r"\s*(?:\[\s*)?(?:tasks\s*\.\s*)?([\w-]+)\s*[.=\]]")


@dataclass(frozen=True, slots=True)
class Page:
    """`file` is named as in its folder's parent: `harmlos/de.toml`."""

    file: str
    source: str
    entries: Mapping[str, Any]

    def table(self, name: str) -> Mapping[str, Any]:
        """Find one of the file's tables; one that is missing, or none, is empty."""
        found = self.entries.get(name)
        return found if isinstance(found, dict) else {}

    def fault(self, key: str, what: str) -> Fault:
        """Name what is wrong with an entry, at its line, or else at the top."""
        return Fault(self.file, _lines(self.source).get(key, 1), what)


def read_page(folder: Traversable, name: str) -> Page | Fault:
    """Read a file of a deck."""
    file = f"{folder.name}/{name}"
    try:
        raw = (folder / name).read_bytes()
    except OSError:
        return Fault(file, 1, "the file is missing or cannot be read")
    try:
        source = raw.decode("utf-8")
        return Page(file, source, tomllib.loads(source))
    except UnicodeDecodeError as fault:
        return Fault(file, raw.count(b"\n", 0, fault.start) + 1, "not UTF-8")
    except tomllib.TOMLDecodeError as fault:
        return _unreadable(file, raw.decode("utf-8"), str(fault))


def _unreadable(file: str, source: str, complaint: str) -> Fault:
    """Name the parser's line, and say it plainly where an id stands twice."""
    rows = source.splitlines()
    told = re.search(r"at line (\d+)", complaint)
    line = int(told[1]) if told else max(len(rows), 1)
    key = _KEY.match(rows[line - 1]) if rows else None
    if key and (first := _lines(source).get(key[1], line)) < line and "Cannot" in complaint:
        return Fault(file, line, f"{key[1]} stands twice (first in line {first})")
    return Fault(file, line, f"not TOML: {complaint}")


def _lines(source: str) -> dict[str, int]:
    """Find the first line of each key."""
    numbered = reversed(list(enumerate(source.splitlines(), start=1)))
    return {key[1]: number for number, row in numbered if (key := _KEY.match(row))}
