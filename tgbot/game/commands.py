"""What players can ask of a game. Imperative, frozen; a command that throws carries its dice."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.roll import Dice, Roll
from tgbot.game.seats import PlayerId


@dataclass(frozen=True, slots=True)
class _ByPlayer:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Join(_ByPlayer):
    """Take a seat: in the lobby at once, in a running game from the next round on.

    `owing`: he left an earlier game of this evening while liable (`rules.md` §8).
    """

    owing: bool = False


@dataclass(frozen=True, slots=True)
class Leave(_ByPlayer):
    """Give the seat up, at any moment. `owing`: something is still to be paid, so it is no escape (`rules.md` §8).

    `sent`: the others want it so; that is no escape either, and costs nothing.
    """

    owing: bool = False
    sent: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game with this opener. `anyway` sets the minimum to 2 players for this game.

    `owing` left an earlier game of this evening while liable, and pay for that now (`rules.md` §8).
    """

    opener: PlayerId
    anyway: bool = False
    owing: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowDice(_ByPlayer):
    """The opener's roll (`rules.md` §4.1). `unasked`: the table throws for him, so it is no act of his own."""

    dice: Dice
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class Look(_ByPlayer):
    """Look under the own cup where looking is optional."""


@dataclass(frozen=True, slots=True)
class Reroll(_ByPlayer):
    """The second, unseen roll (seed 003)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Announce(_ByPlayer):
    """Say a value and hand the cup on."""

    value: Roll


@dataclass(frozen=True, slots=True)
class Show(_ByPlayer):
    """Show a real top at the opening (`opening_top_show = may`)."""


@dataclass(frozen=True, slots=True)
class Believe(_ByPlayer):
    """Believe the announcement and throw afresh."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Doubt(_ByPlayer):
    """Lift the cup."""


@dataclass(frozen=True, slots=True)
class Pass(_ByPlayer):
    """Hand the same dice on unseen. `value` is None when the top goes round."""

    value: Roll | None = None


@dataclass(frozen=True, slots=True)
class Push(_ByPlayer):
    """Throw unseen and announce the top again (`blind_push`)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Accept(_ByPlayer):
    """Pay for an announced top without lifting."""


@dataclass(frozen=True, slots=True)
class Ask(_ByPlayer):
    """Put the question "Was hast du gesagt?" to the claimer (seed 003 variation 2)."""


@dataclass(frozen=True, slots=True)
class Repeat(_ByPlayer):
    """The announcer repeats the value, and pays for it."""


@dataclass(frozen=True, slots=True)
class StepAway(_ByPlayer):
    """Pause the own seat."""


@dataclass(frozen=True, slots=True)
class ComeBack(_ByPlayer):
    """End the pause; plays from the next round on."""


@dataclass(frozen=True, slots=True)
class TimeUp(_ByPlayer):
    """The holder let his time pass; the engine moves for him (`rules.md` §8). `dice` serve if the move throws."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Stop:
    """End the game now; nobody pays."""


CupMove: TypeAlias = ThrowDice | Look | Reroll | Announce | Show
Answer: TypeAlias = Believe | Doubt | Pass | Push | Accept | Ask
Command: TypeAlias = Join | Leave | Start | CupMove | Answer | Repeat | StepAway | ComeBack | TimeUp | Stop
