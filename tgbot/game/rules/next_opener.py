"""Who opens the next round (`rules.md` §7, A8; seeds 000, 001, 003)."""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.seats import PlayerId


class NextOpener(Enum):
    """After a round in which somebody paid."""

    LOSER = "loser"
    NEXT = "next"  # the seat after who paid (seed 001 "in anderen Traditionen der nächste Spieler")
    DOUBTER = "doubter"  # who lifted, whoever lost (seed 003)


class NoLoserOpener(Enum):
    """After a shown top (A13)."""

    SAME = "same"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Opening:
    """Where to look for the next opener: at this seat, or from the one after it. Inactive seats are skipped."""

    player: PlayerId
    after: bool = False


def opening_after_payment(rule: NextOpener, *, payer: PlayerId, lifter: PlayerId | None) -> Opening:
    """Name the opening after one player paid; without a lifted cup `doubter` means who paid."""
    match rule:
        case NextOpener.LOSER:
            return Opening(payer)
        case NextOpener.NEXT:
            return Opening(payer, after=True)
        case NextOpener.DOUBTER:
            return Opening(payer if lifter is None else lifter)


def opening_after_show(rule: NoLoserOpener, *, opener: PlayerId) -> Opening:
    """Name the opening after a round without a loser."""
    return Opening(opener, after=rule is NoLoserOpener.NEXT)
