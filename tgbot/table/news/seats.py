"""What the table has to tell of its seats: who pauses, who says goodbye, who may still sit down."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.refusals import Refusal
from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId


@dataclass(frozen=True, slots=True)
class TablePaused:
    """`/pause tisch`: nothing moves until somebody taps Weiter geht's. `by` is None for an anonymous admin."""

    by: PlayerId | None


@dataclass(frozen=True, slots=True)
class PauseNotAllowed:
    """Somebody who is neither host nor admin typed `/pause tisch`."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class StillAway:
    """Somebody's own pause has lasted its rounds: he is asked, and nobody waits for his answer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SaidGoodbye:
    """`/raus` in a running game. `returns`: he may sit down again; `liable`: that will cost him a unit."""

    player: PlayerId
    returns: bool = True
    liable: bool = False


@dataclass(frozen=True, slots=True)
class JoinOffered:
    """Somebody without a seat asked for the table while a game runs. `idle`: nobody has moved for so long that anybody may end it."""

    by: PlayerId
    idle: bool = False


@dataclass(frozen=True, slots=True)
class WishRefused:
    """A seat's command that cannot be done now; `by` is None for an anonymous admin, who has no seat."""

    by: PlayerId | None
    why: Refusal


@dataclass(frozen=True, slots=True)
class SaidAt:
    """One of several tables where somebody has announced the same; `title` is raw text.

    `game` is its number there, and `step` the one his announcement stands at (0: as an older release asked).
    """

    table: TableId
    title: str
    game: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class WhichTable:
    """Somebody typed in private what he has announced at several tables, so he is asked which one he means."""

    tables: tuple[SaidAt, ...]


SeatNews: TypeAlias = TablePaused | PauseNotAllowed | StillAway | SaidGoodbye | JoinOffered | WishRefused | WhichTable
