"""Reminders: who wants to be told privately when the next table opens here.

A table keeps who asked, for it alone knows when it opens. Whether somebody still wants it is his own, like all he chose
for himself: an effect brings it there, and it is asked for again before anything is sent.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId

MOST: Final = 50
"""So many may ask at one table."""
LASTS: Final = 30 * 24 * 3600 * 1000
"""Milliseconds a wish is remembered."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """Somebody asked, at this moment."""

    player: PlayerId
    at: int


@dataclass(frozen=True, slots=True)
class Heard:
    """The newest word about a table that has come to somebody's desk; what is no newer was said before."""

    table: TableId
    at: int


class Wish(Enum):
    """What became of somebody's wish."""

    NOTED = "noted"
    DROPPED = "dropped"
    QUIETLY_DROPPED = "quietly_dropped"  # he knows, or should not be bothered
    REFUSED = "refused"  # he is no member of the group
    UNKNOWN = "unknown"  # Telegram would not say whether he is
    KEPT = "kept"  # he was called in vain, and is when the next table opens
    FULL = "full"  # too many have asked already; told so only where he came through the link
