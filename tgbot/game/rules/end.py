"""When the game ends and who has won (`rules.md` §7, A15)."""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.rules.players import FEWEST
from tgbot.game.seats import PlayerId, Seat


class EndMode(Enum):
    """What being out means for the game."""

    FIRST_LOSER = "first_loser"  # seed 000: somebody "hat verloren"
    LAST_STANDING = "last_standing"  # seeds 001 and 002
    OPEN = "open"  # nobody is ever out; stopped by hand (seed 003)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended."""

    winners: tuple[PlayerId, ...]
    losers: tuple[PlayerId, ...] = ()


def eliminates(mode: EndMode) -> bool:
    """Whether anybody can be out at all."""
    return mode is not EndMode.OPEN


def verdict(mode: EndMode, seats: tuple[Seat, ...], fell: tuple[PlayerId, ...] = ()) -> Verdict | None:
    """Judge the table after `fell` went out together; None while the game goes on.

    Fewer than two seats in the game end it in every mode. Should nobody be left, those of the last event win jointly
    (`rules.md` §8 "Everyone eliminated in one event").
    """
    still_in = tuple(seat.player for seat in seats if seat.in_game)
    if mode is EndMode.FIRST_LOSER and fell:
        return Verdict(winners=still_in, losers=fell)
    return Verdict(winners=still_in or fell) if len(still_in) < FEWEST else None
