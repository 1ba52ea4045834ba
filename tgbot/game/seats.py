"""Who sits at the table, in clockwise order, and what each seat has had to pay."""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

PlayerId = NewType("PlayerId", int)


class Presence(Enum):
    """Whether a seat takes part (`rules.md` §8)."""

    PRESENT = "present"
    AWAY = "away"  # a pause, or set aside after time-outs: skipped, keeps its units
    LEFT = "left"  # gone; may come back, with the units it had


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table.

    `units` is what the rules have booked in total (never negative); `out` is elimination (`rules.md` §7);
    `misses` counts time-outs in a row, 0..2; `waiting` is a seat that plays from the next round on;
    `liable` marks who left while liable and owes one unit more on return (`rules.md` §8).
    """

    player: PlayerId
    presence: Presence = Presence.PRESENT
    units: int = 0
    out: bool = False
    misses: int = 0
    waiting: bool = False
    liable: bool = False

    @property
    def active(self) -> bool:
        """Whether the cup can come to this seat in the running round."""
        return self.presence is Presence.PRESENT and not self.out and not self.waiting
