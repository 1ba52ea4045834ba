"""What is still owed beside the count."""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.rules.payment import Payment
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game, Over, Rolling, Waiting


class Settling(Enum):
    """What can be pressed under a debt."""

    DONE = "done"
    OTHER = "other"
    SKIP = "skip"
    CLAP = "clap"
    BAN = "ban"
    TASK = "task"  # mixed: rather a task
    SIPS = "sips"  # mixed: rather pay
    KEEP = "keep"  # a thumbs down taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """One debt. `payment`: MIXED until the payer has chosen; SIPS is booked in the same commit, so it is never stored.

    `task` is the drawn task's id, `text` its words as drawn; empty until it is this debt's turn. `swapped`: another
    task was asked for. `claps` are who applauded.
    """

    number: int
    player: PlayerId
    units: int
    payment: Payment
    task: str = ""
    text: str = ""
    swapped: bool = False
    claps: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Bill:
    """What somebody was last told to pay: `sips` of his currency, and `soft` of its alcohol-free form.

    With a `task` that asks for a sip it is how that goes without.
    """

    player: PlayerId
    number: int
    sips: int
    soft: int
    task: str = ""


def open_debt(game: Game | None, debts: tuple[Debt, ...]) -> Debt | None:
    """Name the debt whose turn it is. One made in the middle of a round waits for the round's end."""
    return debts[0] if debts and isinstance(game, Rolling | Waiting | Over) else None
