"""Moving for somebody who let his time pass (`rules.md` §8 "Timeout", A11)."""

from dataclasses import replace

from tgbot.game.departure import depart
from tgbot.game.events import Event, TimedMove, TimedOut, VoidReason, WentAway
from tgbot.game.phases import Turn
from tgbot.game.reveal import lift
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.raise_rule import sayable
from tgbot.game.seats import Presence, find, put
from tgbot.game.state import Announcing, Answering, Lobby, Over, Rolling
from tgbot.game.step import Step
from tgbot.game.turn import bar, say, sees_dice, throw

MISSES_ALLOWED = 1


def time_up(game: Turn, dice: Dice) -> Step:
    """Make the holder's move for him; the second time in a row his seat is set aside."""
    seat = find(game.seats, game.holder)
    assert seat is not None
    missed = replace(seat, misses=seat.misses + 1)
    if missed.misses <= MISSES_ALLOWED:
        return _moved(replace(game, seats=put(game.seats, missed)), dice)
    # Away before the move, so that a round this move opens is not opened by an empty seat.
    aside = put(game.seats, replace(missed, presence=Presence.AWAY))
    moved = _moved(replace(game, seats=aside), dice, WentAway(game.holder, by_timeout=True))
    return _round_without(game, moved)


def _round_without(game: Turn, moved: Step) -> Step:
    after = moved.game
    if isinstance(after, Lobby | Over) or after.round.number != game.round.number:
        return moved
    rest = depart(after, game.holder, VoidReason.AWAY)
    return Step(rest.game, (*moved.events, *rest.events))


def _moved(game: Turn, dice: Dice, *also: Event) -> Step:
    move, step = _move(game, dice)
    return Step(step.game, (TimedOut(game.holder, move), *also, *step.events))


def _move(game: Turn, dice: Dice) -> tuple[TimedMove, Step]:
    match game:
        case Rolling():
            return TimedMove.THROWN, throw(game, dice)
        case Announcing():
            return TimedMove.ANNOUNCED, say(game, _honest_or_lowest(game))
        case Answering():
            return TimedMove.DOUBTED, lift(game)


def _honest_or_lowest(game: Announcing) -> Roll:
    may_say = sayable(game.rules.raise_rule, game.rules.ranking, bar(game))
    seen = game.cup.roll if sees_dice(game.cup) else None
    return seen if seen in may_say else may_say[0]
