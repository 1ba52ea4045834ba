"""What deck files become, and how their faults are named."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.decks.folders import INDEX, TEXTS, write_deck
from tgbot.decks.deck import Fault
from tgbot.decks.loading import load_decks
from tgbot.decks.tags import PLAIN, Intensity, Place, Prop, Tags
from tgbot.decks.task import Wording, own_task


def faults(root: Path) -> list[str]:
    """Load the decks and name what is wrong with them."""
    return [str(fault) for fault in load_decks(root).faults]


def test_a_folder_is_a_deck(tmp_path: Path) -> None:
    """Tags come from the deck's defaults and a task's own; words from the languages' files."""
    loaded = load_decks(write_deck(tmp_path))
    plain, bold, wet = loaded.decks[0].tasks

    assert () == loaded.faults
    assert ("abend", "Titel", "Worum es geht.") == (bold.deck, loaded.decks[0].title("de"), loaded.decks[0].about("en"))
    assert PLAIN == plain.tags
    assert Tags(Intensity.BOLD, Place.TOGETHER, frozenset({Prop.PAPER})) == bold.tags
    assert (True, Wording("Nimm einen Schluck.", "Summ einen Ton.")) == (wet.tags.alcohol, wet.wordings["de"])


def test_a_task_has_two_forms() -> None:
    """Who asks for the soft form gets it, and of a task without alcohol the only form there is."""
    wet = next(task for deck in load_decks().decks for task in deck.tasks if task.tags.alcohol)
    dry = load_decks().decks[0].tasks[0]

    assert (wet.wordings["de"].text, wet.wordings["de"].soft) == (wet.say("de"), wet.say("de", soft=True))
    assert dry.wordings["en"].text == dry.say("en", soft=True)


def test_a_further_language_may_lag(tmp_path: Path) -> None:
    """A third language says what it can, and English the rest."""
    french = '[tasks]\na2 = "Danse."\n'
    loaded = load_decks(write_deck(tmp_path, fr=french))
    first, second, _ = loaded.decks[0].tasks

    assert ((), "Danse.", "Do sing.") == (loaded.faults, second.say("fr"), first.say("fr"))
    assert "Titel" == loaded.decks[0].title("fr")


def test_an_own_task_is_said_in_every_language() -> None:
    """A group's own sentence is not translated."""
    own = own_task(7, "Hol Salzstangen.")

    assert ("own:7", "own", "Hol Salzstangen.") == (own.id, own.deck, own.say("de"))


def test_a_task_without_english_or_german_says_what_it_has(tmp_path: Path) -> None:
    """Where neither the language nor English has words, any others do."""
    task = load_decks(write_deck(tmp_path)).decks[0].tasks[0]

    assert "Sing." == replace(task, wordings={"de": task.wordings["de"]}).say("fr")


def test_other_folders_are_no_decks(tmp_path: Path) -> None:
    """What Python or a system keeps beside the decks is not read, nor are loose files."""
    write_deck(tmp_path)
    for name in ("__pycache__", ".git"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes.toml").write_text("?", encoding="utf-8")

    assert (1, ()) == (len(load_decks(tmp_path).decks), load_decks(tmp_path).faults)


def test_the_bot_runs_without_a_faulty_deck(tmp_path: Path) -> None:
    """A deck with a fault is left out, and the others are there."""
    write_deck(tmp_path, "a", de="title =")
    write_deck(tmp_path, "b")
    loaded = load_decks(tmp_path)

    assert ["b"] == [deck.id for deck in loaded.decks]
    assert ["a/de.toml"] == [fault.file for fault in loaded.faults]


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    """Who mends a deck sees everything there is to mend, in the order of the lines."""
    write_deck(tmp_path, deck=INDEX.replace("bold", "wild"), de=TEXTS.replace("Sing.", "").replace("Tanz.", " "))

    assert [
        "abend/de.toml:5: a1 has no text",
        "abend/de.toml:6: a2 has no text",
        "abend/deck.toml:6: a2: intensity: 'wild' is not known (known: gentle, lively, bold)",
    ] == faults(tmp_path)


def test_an_id_belongs_to_one_deck(tmp_path: Path) -> None:
    """An id that another deck has already is a fault of the later deck."""
    write_deck(tmp_path, "a")
    write_deck(tmp_path, "b")
    loaded = load_decks(tmp_path)

    assert ["a"] == [deck.id for deck in loaded.decks]
    assert Fault("b/deck.toml", 5, "a1 is an id of the deck a already") == loaded.faults[0]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (None, "1: the file is missing or cannot be read"),
        (INDEX + "a2 = {}\n", "8: a2 stands twice (first in line 6)"),
        (INDEX + "A4 = {}\n", "8: A4 is not an id such as h01"),
        (INDEX.replace("a1 = {}", "a1 = 3"), "5: a1 has no tags in braces"),
        (INDEX.replace("a1 = {}", "a1 = { mood = 'dry' }"), "5: a1: unknown tag mood (known: intensity, place, props, alcohol)"),
        (INDEX.replace("together", "moon"), "6: a2: place: 'moon' is not known (known: together, anywhere)"),
        (INDEX.replace('["paper"]', '"paper"'), "6: a2: props: not a list"),
        (INDEX.replace("paper", "sword"), "6: a2: props: 'sword' is not known (known: coaster, glass, napkin, paper, phone, spoon)"),
        (INDEX.replace("true", "1"), "7: a3: alcohol: neither true nor false"),
        (INDEX.replace("gentle", "mild"), "2: intensity: 'mild' is not known (known: gentle, lively, bold)"),
        ("defaults = 3\n" + INDEX.partition("\n\n")[2], "1: [defaults] is not a table"),
        ("a0 = {}\n" + INDEX, "1: a0 belongs into [defaults] or [tasks]"),
        (INDEX + "a4 = {\n", "8: not TOML: "),
        (INDEX + "a4 =", "8: not TOML: "),
        ("", "1: the deck has no tasks"),
    ],
)  # fmt: skip
def test_a_fault_of_the_index_is_named(tmp_path: Path, source: str | None, fault: str) -> None:
    """What is wrong in `deck.toml` is said with its line."""
    write_deck(tmp_path, deck=source)

    assert f"abend/deck.toml:{fault}" in "\n".join(faults(tmp_path))


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (None, "de.toml:1: the file is missing or cannot be read"),
        (TEXTS.replace('a1 = "Sing."\n', ""), "deck.toml:5: a1 has no text in de.toml"),
        (TEXTS.replace("Sing.", "la" * 71), "de.toml:5: a1 has 142 characters, 140 fit a card"),
        (TEXTS.replace('"Sing."', "3"), "de.toml:5: a1 is neither a sentence nor a text with its soft form"),
        (TEXTS.replace("a3.soft", "a3.mild"), "de.toml:7: a3 is neither a sentence nor a text with its soft form"),
        (TEXTS.replace("Summ einen Ton.", " "), "de.toml:7: a3 has alcohol but no soft form"),
        (TEXTS.replace("a1", "a1.soft = 'Summ.'\na1.text"), "de.toml:5: a1 has a soft form but no alcohol"),
        (TEXTS + 'a3.soft = "Summ."\n', "de.toml:9: a3 stands twice (first in line 7)"),
        (TEXTS + '[tasks.a2]\ntext = "Tanz."\n', "de.toml:9: a2 stands twice (first in line 6)"),
        (TEXTS + 'a9 = "Pfeif."\n', "de.toml:9: a9 is not in deck.toml"),
        (TEXTS.replace('title = "Titel"', ""), "de.toml:1: title is missing"),
        (TEXTS.replace("Titel", "Titel" * 5), "de.toml:1: title has 25 characters, 20 fit"),
        (TEXTS.replace('"Worum es geht."', "3"), "de.toml:2: about is not a sentence"),
        (TEXTS + "a4 = 'Pfeif\n", "de.toml:9: not TOML: "),
        (TEXTS + "]\n", "de.toml:9: not TOML: "),
    ],
)  # fmt: skip
def test_a_fault_of_a_language_is_named(tmp_path: Path, source: str | None, fault: str) -> None:
    """What is wrong with a text is said with the line it stands on, or should be reached from."""
    write_deck(tmp_path, de=source)

    assert f"abend/{fault}" in "\n".join(faults(tmp_path))


def test_another_encoding_is_named(tmp_path: Path) -> None:
    """A file an old editor has saved is a fault of its deck, not a crash."""
    write_deck(tmp_path)
    (tmp_path / "abend" / "de.toml").write_bytes(b'title = "Titel"\nabout = "F\xfcr dich."\n')

    assert ["abend/de.toml:2: not UTF-8"] == faults(tmp_path)
