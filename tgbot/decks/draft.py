"""A deck as its files say it, read but not yet checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from tgbot.decks.deck import Deck, Fault
from tgbot.decks.page import Page, read_page
from tgbot.decks.tags import Tags
from tgbot.decks.task import Task, Wording

COMPLETE = ("de", "en")  # the languages a deck must have in full; further ones may lag and fall back
_INDEX = "deck.toml"


@dataclass(frozen=True, slots=True)
class Draft:
    """`index` is `deck.toml`; `texts` are the language files by code."""

    id: str
    index: Page
    texts: Mapping[str, Page]

    def words(self, task: str) -> dict[str, Any]:
        """Collect a task's tags: the deck's defaults, and what differs."""
        own = self.index.table("tasks")[task]
        return {**self.index.table("defaults"), **(own if isinstance(own, dict) else {})}

    def finished(self) -> Deck:
        """Build the deck of a draft without faults."""
        return Deck(
            self.id, self._lines("title"), self._lines("about"), tuple(map(self._task, self.index.table("tasks")))
        )

    def _lines(self, name: str) -> dict[str, str]:
        return {language: page.entries[name] for language, page in self.texts.items() if name in page.entries}

    def _task(self, task: str) -> Task:
        read = {language: Wording.read(page.table("tasks").get(task)) for language, page in self.texts.items()}
        said = {language: wording for language, wording in read.items() if wording is not None}
        return Task(task, self.id, said, Tags.read(self.words(task)))


def read_draft(folder: Traversable) -> Draft | tuple[Fault, ...]:
    """Read a deck's folder, or say which of its files cannot be read."""
    present = {file.name for file in folder.iterdir() if file.name.endswith(".toml")}
    wanted = {_INDEX, *(f"{language}.toml" for language in COMPLETE)}
    read = {name: read_page(folder, name) for name in sorted(present | wanted)}
    if faults := tuple(page for page in read.values() if isinstance(page, Fault)):
        return faults
    pages = {name.removesuffix(".toml"): page for name, page in read.items() if isinstance(page, Page)}
    return Draft(folder.name, pages.pop("deck"), pages)
