"""One person's coming and going: told to everybody a few times, and after that by the card alone, until he has calmed down.

So are the breaks he has the whole table take. Only that he comes or goes is left untold: a payment, a liable seat, a void round, a game that waits, a new host and the
game's end are told each time.
"""

from dataclasses import replace
from typing import Final, TypeAlias, TypeGuard

from tgbot.game.events import CameBack, DiceThrown, Event, RoundOpened, SeatLeft, SeatTaken, WentAway
from tgbot.game.seats import PlayerId
from tgbot.game.state import Playing, Waiting
from tgbot.table.decisions.decision import Moment
from tgbot.table.news.notices import Notice
from tgbot.table.news.seats import SaidGoodbye, TablePaused
from tgbot.table.state.table import Coming, Table

AT_ONCE: Final = 4
"""So often in a row the group is told that the same person comes or goes."""
_PAUSES_AT_ONCE: Final = 1
"""So often in a row that he has the whole table pause: the card under it says so too."""

Items: TypeAlias = tuple[Event | Notice, ...]
_Coming: TypeAlias = SeatTaken | SeatLeft | WentAway | SaidGoodbye | TablePaused

_ON_THE_CARD = (CameBack, RoundOpened, DiceThrown)


def calmed(table: Table, items: Items, moment: Moment) -> tuple[Table, Items]:
    """Count what is told of somebody's coming and going; if it was much of late, leave it out of what is told.

    Each time holds a place for `Timing.coming`; the table remembers when the last of a person's places is free again.
    """
    people = {_who(item) for item in items if _comes_or_goes(item)}
    if not isinstance(table.game, Playing) or len(people) != 1:
        return table, items
    who = people.pop()
    pauses = any(isinstance(item, TablePaused) for item in items)
    full = hasty(table, who, moment, _PAUSES_AT_ONCE if pauses else AT_ONCE)
    if full and all(_comes_or_goes(item) or isinstance(item, _ON_THE_CARD) for item in items):
        return table, ()
    until = moment.now + AT_ONCE * moment.timing.coming if full else _free(table, who, moment)
    others = tuple(known for known in table.comings if known.player != who and known.until > moment.now)
    return replace(table, comings=(*others, Coming(who, until))), items


def hasty(table: Table, player: PlayerId, moment: Moment, at_once: int = AT_ONCE) -> bool:
    """Whether the group has heard so often of somebody's coming and going that once more would be too much."""
    return _free(table, player, moment) > moment.now + at_once * moment.timing.coming


def starts_too_often(table: Table, player: PlayerId, moment: Moment) -> bool:
    """Whether somebody for whom the game waits has to be slower: each of his returns opens a round with its own card."""
    return isinstance(table.game, Waiting) and hasty(table, player, moment)


def _free(table: Table, player: PlayerId, moment: Moment) -> int:
    """Tell when one more place of his would be free again."""
    until = next((known.until for known in table.comings if known.player == player), 0)
    return max(until, moment.now) + moment.timing.coming


def _who(item: _Coming) -> PlayerId:
    """Name whom an item is about; all anonymous admins are one."""
    return (item.by or PlayerId(0)) if isinstance(item, TablePaused) else item.player


def _comes_or_goes(item: Event | Notice) -> TypeGuard[_Coming]:
    match item:
        case WentAway(by_timeout=by_timeout):
            return not by_timeout
        case SaidGoodbye(liable=liable):
            return not liable
        case _:
            return isinstance(item, SeatTaken | SeatLeft | TablePaused)
