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

    @property
    def in_game(self) -> bool:
        """Whether this seat can still win: away and waiting seats can, left and eliminated ones cannot."""
        return self.presence is not Presence.LEFT and not self.out

    @property
    def ready(self) -> bool:
        """Whether the next round can count on this seat."""
        return self.presence is Presence.PRESENT and not self.out


def find(seats: tuple[Seat, ...], player: PlayerId) -> Seat | None:
    """Find the seat of a player, whoever left included."""
    return next((seat for seat in seats if seat.player == player), None)


def put(seats: tuple[Seat, ...], changed: Seat) -> tuple[Seat, ...]:
    """Return the same table with this player's seat changed."""
    return tuple(changed if seat.player == changed.player else seat for seat in seats)


def clockwise(seats: tuple[Seat, ...], after: PlayerId) -> tuple[Seat, ...]:
    """List all seats in the order of turn, ending with the one of `after` itself."""
    here = next(index for index, seat in enumerate(seats) if seat.player == after)
    return seats[here + 1 :] + seats[: here + 1]


def next_active(seats: tuple[Seat, ...], after: PlayerId) -> PlayerId:
    """Tell where the cup goes from this seat (`rules.md` §3 *next*)."""
    return next(seat.player for seat in clockwise(seats, after) if seat.active)


def active(seats: tuple[Seat, ...]) -> tuple[PlayerId, ...]:
    """List who takes part in the running round, in seat order."""
    return tuple(seat.player for seat in seats if seat.active)
