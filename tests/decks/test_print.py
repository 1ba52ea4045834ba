"""The command that prints decks for reading."""

import pytest

from tgbot.decks import print as printing
from tgbot.decks.deck import Fault, LoadedDecks
from tgbot.decks.loading import load_decks


def test_a_deck_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    """One deck is printed with its tags, both languages and its soft forms."""
    code = printing.main(["trinken"])
    told = capsys.readouterr().out

    assert (0, "Trinken / Sips (trinken, 66 tasks)") == (code, told.splitlines()[0])
    assert "t01  gentle · together · glass · alcohol\n  de  Stoß mit" in told
    assert 132 == told.count("      soft: ")
    assert "h01" not in told


def test_without_a_name_all_decks_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever asks for nothing in particular gets everything."""
    code = printing.main([])
    told = capsys.readouterr().out

    assert (0, True) == (code, all(task.id in told for deck in load_decks().decks for task in deck.tasks))


def test_an_unknown_deck_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong name is answered with the right ones."""
    with pytest.raises(SystemExit):
        printing.main(["harmless"])

    assert "no such deck: harmless (there are harmlos, party, trinken)" in capsys.readouterr().err


def test_faults_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever writes a deck sees here why it does not load."""
    monkeypatch.setattr(printing, "load_decks", lambda: LoadedDecks((), (Fault("neu/de.toml", 3, "n01 has no text"),)))

    assert (1, "neu/de.toml:3: n01 has no text\n") == (printing.main([]), capsys.readouterr().err)
