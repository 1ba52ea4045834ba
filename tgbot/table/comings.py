"""One person's coming and going: told to everybody a few times, and after that by the card alone, until he has calmed down.

Only what somebody can do again and again is left untold: a payment, a liable seat, an announcement that is void with its
round, a new host and the game's end are told each time.
"""

from dataclasses import replace
from typing import Final, TypeAlias

from tgbot.game.events import (
    CameBack,
    DiceThrown,
    Event,
    GameWaits,
    RoundOpened,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    WentAway,
)
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game, Playing
from tgbot.table.decision import Moment
from tgbot.table.notices import Notice
from tgbot.table.seat_news import SaidGoodbye
from tgbot.table.table import Coming, Table

AT_ONCE: Final = 4
"""So often in a row the group is told that the same person comes or goes."""

Items: TypeAlias = tuple[Event | Notice, ...]

_COMINGS = (SeatTaken, SeatLeft, WentAway, SaidGoodbye)
_BESIDE = (CameBack, RoundOpened, DiceThrown, GameWaits, RoundVoided)
"""What his coming or going brings about, as the card shows it."""


def calmed(before: Table, table: Table, items: Items, moment: Moment) -> tuple[Table, Items]:
    """Count what is told of somebody's coming and going; if it was much of late, leave it out of what is told.

    Each time holds a place for `Timing.coming`; the table remembers when the last of a person's places is free again.
    """
    who = _who(before.game, items) if isinstance(table.game, Playing) else None
    if who is None:
        return table, items
    others = tuple(known for known in table.comings if known.player != who and known.until > moment.now)
    until = next((known.until for known in table.comings if known.player == who), 0)
    free = max(until, moment.now) + moment.timing.coming
    if free > moment.now + AT_ONCE * moment.timing.coming:
        return table, tuple(item for item in items if not isinstance(item, (*_COMINGS, *_BESIDE)))
    return replace(table, comings=(*others, Coming(who, free))), items


def _who(before: Game | None, items: Items) -> PlayerId | None:
    """Name whose coming and going is all that these tell; None if they tell anything else."""
    people = {item.player for item in items if isinstance(item, _COMINGS)}
    plain = all(_plain(before, item) for item in items)
    return people.pop() if plain and len(people) == 1 else None


def _plain(before: Game | None, item: Event | Notice) -> bool:
    """Whether nobody would miss anything that the card does not show."""
    match item:
        case WentAway(by_timeout=by_timeout):
            return not by_timeout
        case SaidGoodbye(liable=liable):
            return not liable
        case RoundVoided():
            return not _announced(before)
        case _:
            return isinstance(item, (*_COMINGS, *_BESIDE))


def _announced(game: Game | None) -> bool:
    return isinstance(game, Playing) and bool(game.round.chain)
