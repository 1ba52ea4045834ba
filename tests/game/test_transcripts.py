"""Golden games: every script in `tests/transcripts` comes back word for word when it is played again."""

from pathlib import Path

import pytest

from tests.game.script import again
from tgbot.game.rules.presets import PRESETS

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
SCRIPTS = sorted(TRANSCRIPTS.glob("*/*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_game_comes_back_unchanged(script: Path) -> None:
    """A game told in a script goes exactly as the script says."""
    expected = script.read_text(encoding="utf-8")

    assert expected == again(expected)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_golden_games(preset: str) -> None:
    """No preset goes without at least three games on record."""
    assert len([script for script in SCRIPTS if script.parent.name == preset]) >= 3
