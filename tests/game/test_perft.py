"""Legal lines of play per preset, counted to a depth: a changed rule moves a number (`tests/game/perft`).

As chess programs do it. Three players, one throw for each of four rolls, every announcement; seats stay filled.
"""

import tomllib
from pathlib import Path

import pytest

from tests.game.script import rules_of
from tests.game.strategies import legal
from tgbot.game.commands import Believe, Join, Push, Reroll, Start, ThrowDice
from tgbot.game.play import Step, new_lobby, play
from tgbot.game.roll import Dice
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.ranking import dice_count
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game, Lobby

COUNTS = sorted((Path(__file__).parent / "perft").glob("*.toml"))
THROWS: dict[int, tuple[Dice, ...]] = {
    2: ((3, 1), (6, 5), (6, 6), (2, 1)),
    3: ((2, 2, 1), (6, 5, 4), (2, 1, 1), (1, 1, 1)),
}


def started(rules: str) -> Game:
    """Start a game of three."""
    game: Game = new_lobby(1, rules_of(rules))
    for command in (Join(PlayerId(1)), Join(PlayerId(2)), Join(PlayerId(3)), Start(PlayerId(1), anyway=True)):
        outcome = play(game, command)
        assert isinstance(outcome, Step)
        game = outcome.game
    return game


def perft(game: Game, depth: int) -> int:
    """Count the lines of exactly this length."""
    if depth == 0:
        return 1
    assert not isinstance(game, Lobby)
    first, *others = THROWS[dice_count(game.rules.ranking)]
    total = 0
    for seat in game.seats:
        options = legal(game, seat.player, first)
        throwing = [option for option in options if isinstance(option, ThrowDice | Believe | Reroll | Push)]
        options += [type(option)(seat.player, throw) for option in throwing for throw in others]
        for option in options:
            outcome = play(game, option)
            assert isinstance(outcome, Step)
            total += perft(outcome.game, depth - 1)
    return total


@pytest.mark.parametrize("table", COUNTS, ids=lambda path: path.stem)
def test_perft(table: Path) -> None:
    """As many lines as ever."""
    golden = tomllib.loads(table.read_text(encoding="utf-8"))
    game = started(golden["rules"])

    assert golden["lines"] == [perft(game, depth) for depth in range(1, len(golden["lines"]) + 1)]


def test_every_preset_is_counted() -> None:
    """And three dice as well."""
    assert {*PRESETS, "three_dice"} <= {table.stem for table in COUNTS}
