"""What a worker does with a deck that has a fault."""

from pathlib import Path
from shutil import copytree

import pytest
import structlog

from tgbot.decks import loading
from tgbot.main.decks import usable_decks

DECKS = Path(loading.__file__).parent


def test_a_faulty_deck_is_named_by_file_and_line_and_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot runs with the others."""
    for deck in ("harmlos", "party"):
        copytree(DECKS / deck, tmp_path / deck)
    with (tmp_path / "party" / "deck.toml").open("a", encoding="utf-8") as file:
        file.write("p01 = {}\n")
    monkeypatch.setattr("tgbot.decks.loading.files", lambda _: tmp_path)
    with structlog.testing.capture_logs() as logs:
        decks = usable_decks()
    assert [deck.id for deck in decks] == ["harmlos"]
    assert [(entry["event"], entry["file"]) for entry in logs] == [("deck_left_out", "party/deck.toml")]
    assert logs[0]["line"] > 1


def test_the_decks_that_come_along_have_no_fault() -> None:
    """Nothing is left out."""
    with structlog.testing.capture_logs() as logs:
        assert {deck.id for deck in usable_decks()} == {"harmlos", "party", "trinken"}
    assert logs == []
