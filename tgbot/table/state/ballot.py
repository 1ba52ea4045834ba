"""Votes on who gives his seat up: two thirds of the others decide."""

from collections.abc import Iterable
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

    def count(self, against: PlayerId, voters: Iterable[PlayerId]) -> Count:
        """Count the votes of those who are there to vote; of whoever has left since none counts.

        Two thirds are never one vote alone, unless nobody else is there.
        """
        others = [voter for voter in voters if voter != against]
        cast = sum(SeatVote(against, voter) in self.votes for voter in others)
        return Count(cast, -(-2 * len(others) // 3))
