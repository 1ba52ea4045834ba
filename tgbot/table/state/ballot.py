"""Votes on who gives his seat up: two thirds of the others at the table decide."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from tgbot.game.seats import PlayerId


@dataclass(frozen=True, slots=True)
class SeatVote:
    """One seat's vote that another one be given up."""

    against: PlayerId
    by: PlayerId


@dataclass(frozen=True, slots=True)
class Count:
    """How many votes there are, and how many it takes."""

    votes: int
    needed: int

    @property
    def enough(self) -> bool:
        """Whether the seat is to be given up."""
        return 0 < self.needed <= self.votes


@dataclass(frozen=True, slots=True)
class Ballot:
    """The board with the question who gets up. `number` tells its message from earlier ones."""

    number: int
    votes: tuple[SeatVote, ...] = ()

    def toggled(self, vote: SeatVote) -> "Ballot":
        """Take a vote in, or back."""
        rest = tuple(known for known in self.votes if known != vote)
        return replace(self, votes=rest if vote in self.votes else (*rest, vote))

    def count(self, against: PlayerId, seats: Iterable[PlayerId], away: Collection[PlayerId] = ()) -> Count:
        """Count the votes of those at the table, eliminated ones too; of whoever has left since none counts.

        Who is `away` holds nobody up: he counts once he has voted. Two thirds are never one voice alone, unless nobody
        else has a seat.
        """
        others = [seat for seat in seats if seat != against]
        voters = {seat for seat in others if SeatVote(against, seat) in self.votes}
        asked = voters | {seat for seat in others if seat not in away}
        return Count(len(voters), max(-(-2 * len(asked) // 3), min(2, len(others))))
