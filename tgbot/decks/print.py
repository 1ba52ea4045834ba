"""Prints decks for reading, in both languages: `python -m tgbot.decks.print harmlos`."""

import argparse
import sys
from collections.abc import Iterator, Sequence

from tgbot.decks.deck import Deck
from tgbot.decks.loading import load_decks
from tgbot.decks.tags import Tags
from tgbot.decks.task import Task

FAULTY = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the decks named, or all; returns the exit code: 0, or 1 if a deck is faulty."""
    loaded = load_decks()
    for fault in loaded.faults:
        print(fault, file=sys.stderr)  # noqa: T201 -- for whoever typed the command
    known = {deck.id: deck for deck in loaded.decks}
    parser = argparse.ArgumentParser(prog="python -m tgbot.decks.print", description="Print task decks for reading.")
    parser.add_argument("decks", nargs="*", metavar="deck", help=f"one of {', '.join(known)}; without any: all")
    wanted = parser.parse_args(arguments).decks or list(known)
    if unknown := [name for name in wanted if name not in known]:
        parser.error(f"no such deck: {', '.join(unknown)} (there are {', '.join(known)})")
    print("\n\n".join("\n".join(lines(known[name])) for name in wanted))  # noqa: T201 -- as above
    return FAULTY if loaded.faults else 0


def lines(deck: Deck) -> Iterator[str]:
    """Write a deck down: its titles, then each task with its tags and all its wordings."""
    yield f"{' / '.join(deck.titles.values())} ({deck.id}, {len(deck.tasks)} tasks)"
    yield from deck.abouts.values()
    for task in deck.tasks:
        yield ""
        yield f"{task.id}  {' · '.join(_tags(task.tags))}"
        yield from _wordings(task)


def _tags(tags: Tags) -> Iterator[str]:
    yield tags.intensity.value
    yield tags.place.value
    yield from sorted(prop.value for prop in tags.props)
    if tags.alcohol:
        yield "alcohol"


def _wordings(task: Task) -> Iterator[str]:
    for language, wording in task.wordings.items():
        yield f"  {language}  {wording.text}"
        if wording.soft:
            yield f"      soft: {wording.soft}"


if __name__ == "__main__":
    sys.exit(main())
