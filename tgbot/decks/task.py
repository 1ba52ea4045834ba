"""A task: one thing to do, in each language's words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tgbot.decks.tags import PLAIN, Tags

T = TypeVar("T")

OWN = "own:"  # the prefix of a group's own tasks; no deck's id contains a colon
_FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Wording:
    """A task in one language. `soft` is its equal without alcohol, empty where there is none to begin with."""

    text: str
    soft: str = ""

    @classmethod
    def read(cls, entry: object) -> "Wording | None":
        """Read an entry of a language file: a sentence, or `text` and `soft`."""
        match entry:
            case str(text):
                return cls(text.strip())
            case {"text": str(text), "soft": str(soft), **rest} if not rest:
                return cls(text.strip(), soft.strip())
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Task:
    """`id` never changes its meaning: bans and bags remember it."""

    id: str
    deck: str
    wordings: Mapping[str, Wording] = field(hash=False)
    tags: Tags = PLAIN

    @property
    def has_soft_form(self) -> bool:
        """Whether it can be done without alcohol, in any language."""
        return all(wording.soft for wording in self.wordings.values())

    def say(self, language: str, *, soft: bool = False) -> str:
        """Word the task; `soft` asks for its alcohol-free form, which a task without alcohol is already."""
        wording = in_language(self.wordings, language)
        return (soft and wording.soft) or wording.text


def own_task(number: int, text: str, tags: Tags = PLAIN) -> Task:
    """Make a group's own sentence a task; it is the same in every language."""
    return Task(f"{OWN}{number}", OWN.rstrip(":"), {_FALLBACK: Wording(text)}, tags)


def in_language(said: Mapping[str, T], language: str) -> T:
    """Choose a language's words, or else those most people understand, or else any there are."""
    if language in said:
        return said[language]
    return said[_FALLBACK] if _FALLBACK in said else next(iter(said.values()))
