"""Small decks for the tests, as values and as files."""

from pathlib import Path

from tgbot.decks.deck import Deck
from tgbot.decks.tags import PLAIN, Tags
from tgbot.decks.task import Task, Wording

INDEX = """\
[defaults]
intensity = "gentle"

[tasks]
a1 = {}
a2 = { intensity = "bold", place = "together", props = ["paper"] }
a3 = { alcohol = true }
"""
TEXTS = """\
title = "Titel"
about = "Worum es geht."

[tasks]
a1 = "Sing."
a2 = "Tanz."
a3.text = "Nimm einen Schluck."
a3.soft = "Summ einen Ton."
"""
GOOD = {"deck.toml": INDEX, "de.toml": TEXTS, "en.toml": TEXTS.replace("Sing", "Do sing")}


def write_deck(root: Path, name: str = "abend", /, **changes: str | None) -> Path:
    """Write a deck without fault, then what is different: `de="…"` is another `de.toml`, None takes the file away."""
    folder = root / name
    folder.mkdir()
    files = {**GOOD, **{f"{stem}.toml": source for stem, source in changes.items()}}
    for file, source in files.items():
        if source is not None:
            (folder / file).write_text(source, encoding="utf-8")
    return root


def task(number: int, tags: Tags = PLAIN, soft: str = "") -> Task:
    """Make a task."""
    return Task(f"x{number}", "abend", {"de": Wording(f"Aufgabe {number}.", soft)}, tags)


def deck(*tasks: Task) -> Deck:
    """Make a deck."""
    return Deck("abend", {"de": "Abend"}, {"de": "Für den Abend."}, tasks)
