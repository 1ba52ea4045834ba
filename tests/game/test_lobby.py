"""The lobby (`docs/rules.md` R44, R56)."""

from dataclasses import replace

import pytest

from tgbot.game import commands as c
from tgbot.game.events import GameStarted, RoundOpened, SeatLeft, SeatTaken
from tgbot.game.moves import moves
from tgbot.game.play import Step, new_lobby, play
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import PRESETS
from tgbot.game.seats import PlayerId, Seat
from tgbot.game.state import Game, Rolling
from tgbot.game.view import Phase, view

ONE = PlayerId(1)


def lobby(players: int, rules: HouseRules | None = None) -> Game:
    """Open a lobby with so many players."""
    game: Game = new_lobby(3, rules or HouseRules())
    for number in range(1, players + 1):
        outcome = play(game, c.Join(PlayerId(number)))
        assert isinstance(outcome, Step)
        assert (SeatTaken(PlayerId(number)),) == outcome.events
        game = outcome.game
    return game


@pytest.mark.parametrize(("preset", "least"), [("wirtshaus", 3), ("lizumo", 2), ("maexle", 4), ("trinkspiel", 2)])
def test_r44_too_few_players_do_not_start(preset: str, least: int) -> None:
    """Each table has its minimum."""
    rules = PRESETS[preset]

    assert Refusal.TOO_FEW is play(lobby(least - 1, rules), c.Start(ONE))
    assert isinstance(play(lobby(least, rules), c.Start(ONE)), Step)


def test_r44_start_anyway_sets_two_for_this_game_and_says_so() -> None:
    """**Trotzdem spielen** is for two at least, and named only where it was needed."""
    outcome = play(lobby(2), c.Start(ONE, anyway=True))

    assert Refusal.TOO_FEW is play(lobby(1), c.Start(ONE, anyway=True))
    assert isinstance(outcome, Step)
    assert isinstance(outcome.game, Rolling)
    assert outcome.game.rules.min_players == 2
    assert (GameStarted((ONE, PlayerId(2)), anyway=True), RoundOpened(1, ONE)) == outcome.events


def test_r44_anyway_is_not_said_without_need() -> None:
    """With enough players the rules stay as they are."""
    outcome = play(lobby(3), c.Start(PlayerId(2), anyway=True))

    assert isinstance(outcome, Step)
    assert isinstance(outcome.game, Rolling)
    assert (3, PlayerId(2)) == (outcome.game.rules.min_players, outcome.game.holder)
    assert GameStarted((ONE, PlayerId(2), PlayerId(3))) == outcome.events[0]


def test_r56_places_are_limited() -> None:
    """By the rules, and by the product at twenty (A18)."""
    assert Refusal.TABLE_FULL is play(lobby(20), c.Join(PlayerId(21)))
    assert Refusal.TABLE_FULL is play(lobby(4, replace(HouseRules(), max_players=4)), c.Join(PlayerId(5)))


def test_leaving_a_lobby_frees_the_place() -> None:
    """Nothing is remembered of it."""
    outcome = play(lobby(3), c.Leave(PlayerId(2)))

    assert isinstance(outcome, Step)
    assert (SeatLeft(PlayerId(2)),) == outcome.events
    assert (Seat(ONE), Seat(PlayerId(3))) == view(outcome.game, None).seats
    assert Refusal.NOT_SEATED is play(outcome.game, c.Leave(PlayerId(2)))
    assert Refusal.NOT_SEATED is play(outcome.game, c.Start(PlayerId(2)))


def test_nobody_sits_twice() -> None:
    """A second tap on the button changes nothing."""
    assert Refusal.ALREADY_SEATED is play(lobby(3), c.Join(ONE))


@pytest.mark.parametrize(
    "command",
    [c.ThrowDice(ONE, (3, 1)), c.Announce(ONE, Roll((3, 1))), c.Doubt(ONE), c.Repeat(ONE), c.StepAway(ONE), c.Stop()],
    ids=lambda command: type(command).__name__,
)
def test_nothing_is_played_in_a_lobby(command: c.Command) -> None:
    """Before the start there is nothing to play with, and nothing to stop."""
    assert Refusal.NOT_STARTED is play(lobby(3), command)


def test_a_lobby_is_seen_with_fresh_seats() -> None:
    """One seat per player, no step, no moves."""
    seen = view(lobby(2), ONE)

    assert (Phase.LOBBY, 0, 3, frozenset()) == (seen.phase, seen.step, seen.number, seen.moves)
    assert (Seat(ONE), Seat(PlayerId(2))) == seen.seats


def test_the_wrong_number_of_dice_is_a_fault_of_the_caller() -> None:
    """Players cannot cause it, so it is no refusal."""
    started = play(lobby(3), c.Start(ONE))
    assert isinstance(started, Step)

    with pytest.raises(ValueError, match="plays with 2 dice"):
        play(started.game, c.ThrowDice(ONE, (1, 2, 3)))


def test_no_moves_without_a_turn() -> None:
    """A lobby has none to offer."""
    assert moves(lobby(3), ONE) == frozenset()
