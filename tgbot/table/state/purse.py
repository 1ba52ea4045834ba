"""A player's own settings: what a unit means to him, how much he wants of it, and what he would rather not be asked.

Nobody else learns them. They live with the user, not with a table; a table reads them when somebody pays, and writes
nothing of them into its state, its posts or its logs.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

EVENING: Final = 18 * 3600 * 1000
"""Milliseconds a limit holds: one evening, however long."""

LONGEST_COIN: Final = 24
"""Characters of a currency in somebody's own words."""


class Coin(Enum):
    """What one unit may mean."""

    SIP = "sip"
    WATER = "water"
    SQUAT = "squat"
    POINT = "point"


class Wish(Enum):
    """What somebody would rather not meet; the strictest wish at the table chooses the tasks."""

    SOBER = "sober"  # alkoholfrei
    HARMLESS = "harmless"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """One player's settings. `coin` None: the group's; `words`: a currency of his own instead.

    `left` is what is left of the limit chosen at `since` (milliseconds of store time); None: no limit.
    """

    coin: Coin | None = None
    words: str = ""
    left: int | None = None
    since: int = 0
    sober: bool = False
    harmless: bool = False

    @property
    def wishes(self) -> frozenset[Wish]:
        """What its owner does without."""
        chosen = {Wish.SOBER: self.sober, Wish.HARMLESS: self.harmless}
        return frozenset(wish for wish, wished in chosen.items() if wished)

    def drinks(self, group: Coin) -> bool:
        """Whether a unit is a sip to its owner, or may be one: in his own words. `group` is the group's currency."""
        return not self.sober and (bool(self.words) or (self.coin or group) is Coin.SIP)

    def remaining(self, now: int) -> int | None:
        """Return how many sips the limit still allows; None: no limit, or one of an evening long past."""
        return None if self.left is None or now - self.since > EVENING else self.left
