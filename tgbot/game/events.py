"""What has happened in a game. Past participle, frozen; hidden dice appear in `CupLifted`, `LapEnded` and `TopShown` alone."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from tgbot.game.roll import Roll
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcement, Bluff, How


class Reason(Enum):
    """Why somebody pays."""

    CAUGHT = "caught"  # a lie was lifted
    WRONG_DOUBT = "wrong_doubt"  # the truth was lifted
    ACCEPTED = "accepted"  # the top was accepted unseen
    LAST_SEAT = "last_seat"  # the top stopped at the last seat
    LAP = "lap"  # everybody else pays when the top came round and was false
    REPEATED = "repeated"  # the value was said twice
    RETURNED = "returned"  # came back after leaving while liable


class VoidReason(Enum):
    """Why a round ended without anybody paying."""

    LEFT = "left"
    AWAY = "away"
    OUT = "out"  # the claimer was eliminated by a repeat


class TimedMove(Enum):
    """What the engine did for somebody who let his time pass."""

    THROWN = "thrown"
    ANNOUNCED = "announced"
    DOUBTED = "doubted"


@dataclass(frozen=True, slots=True)
class _ByPlayer:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class SeatTaken(_ByPlayer):
    """Joined: in the lobby, or (`waiting`) from the next round on, starting with `units`."""

    waiting: bool = False
    units: int = 0


@dataclass(frozen=True, slots=True)
class SeatLeft(_ByPlayer):
    """Gave the seat up."""


@dataclass(frozen=True, slots=True)
class WentAway(_ByPlayer):
    """Paused, by own wish or (`by_timeout`) after two time-outs in a row."""

    by_timeout: bool = False


@dataclass(frozen=True, slots=True)
class CameBack(_ByPlayer):
    """Ended the pause."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The lobby closed. `anyway`: fewer players than the rules ask for."""

    players: tuple[PlayerId, ...]
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A new round; the opener has the cup."""

    number: int
    opener: PlayerId


@dataclass(frozen=True, slots=True)
class DiceThrown(_ByPlayer):
    """The opener has thrown. Never carries the dice."""


@dataclass(frozen=True, slots=True)
class Believed(_ByPlayer):
    """The receiver believed and has thrown afresh."""


@dataclass(frozen=True, slots=True)
class Looked(_ByPlayer):
    """Looked under the own cup where looking is optional."""


@dataclass(frozen=True, slots=True)
class Rerolled(_ByPlayer):
    """Threw a second time, unseen."""


@dataclass(frozen=True, slots=True)
class Announced(_ByPlayer):
    """Said a value and handed the cup to `to`."""

    value: Roll
    how: How
    to: PlayerId


@dataclass(frozen=True, slots=True)
class Asked(_ByPlayer):
    """Put the question "Was hast du gesagt?" to the claimer."""

    claimer: PlayerId


@dataclass(frozen=True, slots=True)
class Repeated(_ByPlayer):
    """Said the value again."""

    value: Roll


@dataclass(frozen=True, slots=True)
class Accepted(_ByPlayer):
    """Took the announced top unseen; the dice stay covered."""


@dataclass(frozen=True, slots=True)
class CupLifted(_ByPlayer):
    """A doubt: everybody sees the dice. `player` doubted, `claimer` is liable."""

    claimer: PlayerId
    claim: Roll
    dice: Roll
    true: bool
    chain: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class LapEnded(_ByPlayer):
    """The top came back to its first announcer, who lifted (`circulate_return`)."""

    dice: Roll
    true: bool
    chain: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class TopShown(_ByPlayer):
    """A real top at the opening was shown; the round is over and nobody pays."""

    dice: Roll


@dataclass(frozen=True, slots=True)
class Paid(_ByPlayer):
    """Units booked. `total` is what the seat has now; `limit` the game's limit or None."""

    units: int
    total: int
    limit: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class WentOut(_ByPlayer):
    """Eliminated."""


@dataclass(frozen=True, slots=True)
class RoundVoided(_ByPlayer):
    """The round ended without a loser because of `player`; the dice stay covered."""

    reason: VoidReason


@dataclass(frozen=True, slots=True)
class TimedOut(_ByPlayer):
    """Let the time pass; the engine moved in the player's name."""

    move: TimedMove


@dataclass(frozen=True, slots=True)
class GameWaits:
    """Fewer than two seats are present."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The end. `tally` holds every seat's units in seat order; `stopped`: by hand, not by the rules."""

    winners: tuple[PlayerId, ...]
    losers: tuple[PlayerId, ...]
    tally: tuple[tuple[PlayerId, int], ...]
    longest_chain: int
    boldest: Bluff | None
    stopped: bool = False


Event: TypeAlias = (
    SeatTaken
    | SeatLeft
    | WentAway
    | CameBack
    | GameStarted
    | RoundOpened
    | DiceThrown
    | Believed
    | Looked
    | Rerolled
    | Announced
    | Asked
    | Repeated
    | Accepted
    | CupLifted
    | LapEnded
    | TopShown
    | Paid
    | WentOut
    | RoundVoided
    | TimedOut
    | GameWaits
    | GameEnded
)
