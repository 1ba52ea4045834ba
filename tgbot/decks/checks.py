"""Everything that can be wrong with a deck whose files can be read."""

import re
from collections.abc import Iterator, Mapping

from tgbot.decks.deck import Fault
from tgbot.decks.draft import COMPLETE, Draft
from tgbot.decks.page import Page
from tgbot.decks.tags import complaints
from tgbot.decks.task import Wording

LONGEST_TEXT = 140  # a card stays a few lines on a phone
LONGEST = {"title": 20, "about": 100}  # a button; a line of the menu
_ID = re.compile(r"[a-z]{1,4}[0-9]{1,4}")  # short, because buttons carry it


def find_faults(draft: Draft, taken: Mapping[str, str]) -> Iterator[Fault]:
    """Find all faults at once; `taken` says which deck an id belongs to already."""
    yield from _of_index(draft.index)
    for task in draft.index.table("tasks"):
        yield from _of_task(draft, task, taken)
    for language, page in draft.texts.items():
        yield from _of_lines(page, required=language in COMPLETE)
        yield from _of_texts(draft, language, page)


def _of_index(index: Page) -> Iterator[Fault]:
    for name, entry in index.entries.items():
        if name not in {"defaults", "tasks"}:
            yield index.fault(name, f"{name} belongs into [defaults] or [tasks]")
        elif not isinstance(entry, dict):
            yield index.fault(name, f"[{name}] is not a table")
    if not index.table("tasks"):
        yield index.fault("tasks", "the deck has no tasks")
    for tag, complaint in complaints(index.table("defaults")):
        yield index.fault(tag, complaint)


def _of_task(draft: Draft, task: str, taken: Mapping[str, str]) -> Iterator[Fault]:
    if not _ID.fullmatch(task):
        yield draft.index.fault(task, f"{task} is not an id such as h01")
    if task in taken:
        yield draft.index.fault(task, f"{task} is an id of the deck {taken[task]} already")
    own = draft.index.table("tasks")[task]
    if not isinstance(own, dict):
        yield draft.index.fault(task, f"{task} has no tags in braces")
        return
    for _, complaint in complaints(own):
        yield draft.index.fault(task, f"{task}: {complaint}")


def _of_lines(page: Page, *, required: bool) -> Iterator[Fault]:
    for name, longest in LONGEST.items():
        line = page.entries.get(name, "")
        if not isinstance(line, str):
            yield page.fault(name, f"{name} is not a sentence")
        elif len(line) > longest:
            yield page.fault(name, f"{name} has {len(line)} characters, {longest} fit")
        elif not line.strip() and (required or name in page.entries):
            yield page.fault(name, f"{name} is missing")


def _of_texts(draft: Draft, language: str, page: Page) -> Iterator[Fault]:
    tasks, texts = draft.index.table("tasks"), page.table("tasks")
    for task in texts.keys() - tasks.keys():
        yield page.fault(task, f"{task} is not in deck.toml")
    for task in tasks:
        if task in texts:
            alcohol = draft.words(task).get("alcohol") is True
            yield from (page.fault(task, f"{task} {what}") for what in _of_wording(texts[task], alcohol=alcohol))
        elif language in COMPLETE:
            yield draft.index.fault(task, f"{task} has no text in {language}.toml")


def _of_wording(entry: object, *, alcohol: bool) -> Iterator[str]:
    wording = Wording.read(entry)
    if wording is None:
        yield "is neither a sentence nor a text with its soft form"
        return
    if not wording.text:
        yield "has no text"
    if alcohol and not wording.soft:
        yield "has alcohol but no soft form"
    if wording.soft and not alcohol:
        yield "has a soft form but no alcohol"
    for said in (wording.text, wording.soft):
        if len(said) > LONGEST_TEXT:
            yield f"has {len(said)} characters, {LONGEST_TEXT} fit a card"
