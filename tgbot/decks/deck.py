"""What loading yields: decks, and the faults of those that had to be left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tgbot.decks.task import Task, in_language


@dataclass(frozen=True, slots=True)
class Deck:
    """`id` is the name of its folder."""

    id: str
    titles: Mapping[str, str] = field(hash=False)
    abouts: Mapping[str, str] = field(hash=False)
    tasks: tuple[Task, ...]

    @property
    def asks_for_sips(self) -> bool:
        """Whether some task of it mentions a drink."""
        return any(task.tags.alcohol for task in self.tasks)

    def title(self, language: str) -> str:
        """Name the deck, short enough for a button."""
        return in_language(self.titles, language)

    def about(self, language: str) -> str:
        """Say in a line what kind of deck it is."""
        return in_language(self.abouts, language)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a deck is left out, and where to mend it."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class LoadedDecks:
    """A deck with a fault is not among `decks`; the others are, in the order of their ids."""

    decks: tuple[Deck, ...]
    faults: tuple[Fault, ...] = ()
