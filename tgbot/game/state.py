"""A game is exactly one of these phases, each carrying only what that phase has (`rules.md` §3).

A hidden roll exists only inside `Cup`; `view.py` is the only door to it.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId, Seat


class How(Enum):
    """How an announcement came about; public, as at a real table (`rules.md` A2)."""

    LOOKED = "looked"
    BLIND = "blind"  # the announcer has not seen the dice under the cup
    PASSED = "passed"  # handed on unseen, same dice
    PUSHED = "pushed"  # fresh dice thrown unseen, top announced


@dataclass(frozen=True, slots=True)
class Announcement:
    """One link of a round's chain. The last announcer alone is liable."""

    player: PlayerId
    value: Roll
    how: How = How.LOOKED


@dataclass(frozen=True, slots=True)
class Bluff:
    """A false announcement that was believed: told at the end of the game, never with its dice."""

    player: PlayerId
    value: Roll
    gap: int  # ranks between what lay there and what was said


@dataclass(frozen=True, slots=True)
class Lies:
    """How often a player's lies were believed, and how often he believed one: counts, never whose or which."""

    player: PlayerId
    lived: int = 0
    believed: int = 0


@dataclass(frozen=True, slots=True)
class Highlights:
    """What the end of the game tells about it."""

    longest_chain: int = 0
    boldest: Bluff | None = None
    lies: tuple[Lies, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """From one opening to one lifted cup. `number` counts from 1."""

    number: int
    opener: PlayerId
    chain: tuple[Announcement, ...] = ()
    top_first: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Cup:
    """The dice nobody else may see, and what their roller did with them."""

    roll: Roll
    roller: PlayerId
    looked: bool = False
    rerolled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """Before the first roll. Players sit in the order they came."""

    number: int
    rules: HouseRules
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """What every phase of a running game has. `step` changes whenever the turn moves on."""

    number: int
    rules: HouseRules
    seats: tuple[Seat, ...]
    round: Round
    step: int
    highlights: Highlights = field(default_factory=Highlights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolling(Playing):
    """Phase *open*: the opener must throw."""

    holder: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcing(Playing):
    """Phase *rolled*: the roller holds the cup and must announce."""

    holder: PlayerId
    cup: Cup


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering(Playing):
    """Phase *respond*: the holder decides about the last announcement. `asked`: "Was hast du gesagt?" was used."""

    holder: PlayerId
    cup: Cup
    asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(Playing):
    """Fewer than two seats are present; the next round opens when somebody is back (`rules.md` §8)."""

    opener: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game has ended. `round` is the last one played."""

    number: int
    rules: HouseRules
    seats: tuple[Seat, ...]
    round: Round
    step: int
    winners: tuple[PlayerId, ...]
    losers: tuple[PlayerId, ...]
    highlights: Highlights = field(default_factory=Highlights)


Running: TypeAlias = Rolling | Announcing | Answering | Waiting
Game: TypeAlias = Lobby | Rolling | Announcing | Answering | Waiting | Over
