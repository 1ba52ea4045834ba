"""The announcement keyboard: what may be said, in the order of the ranking, in rows that fit a phone."""

from collections.abc import Iterator
from itertools import groupby
from math import ceil

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import Kind
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Keyboard
from tgbot.phrases.rolls import family
from tgbot.table.intents.taps import Action

_ROW = 6


def announcing(
    buttons: Buttons, legal: tuple[Roll, ...], action: Action = Action.ANNOUNCE, *, seen: Roll | None = None
) -> Keyboard:
    """Lay out the legal announcements. `seen` marks the true one, so it is given for a private cup alone.

    Without it the keyboard is the same for every roll under the cup (`design.md` §6, invariant 1).
    """
    return tuple(tuple(buttons.value(action, roll, true=roll == seen) for roll in row) for row in _rows(legal))


def _rows(legal: tuple[Roll, ...]) -> Iterator[tuple[Roll, ...]]:
    for _, together in groupby(legal, shelf):
        rolls = tuple(together)
        rows = ceil(len(rolls) / _ROW)
        width = ceil(len(rolls) / rows)
        for start in range(0, len(rolls), width):
            yield rolls[start : start + width]


def shelf(roll: Roll) -> tuple[Kind, int]:
    """Tell which rolls stand together. Numbers stand by their high die, so that 53 is found where the fifties are; the rest stands by family."""
    kind = family(roll)
    return (kind, roll.digits[0] if kind in (Kind.NUMBER, Kind.HAUSNUMMER) else 0)
