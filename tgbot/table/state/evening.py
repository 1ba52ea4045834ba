"""An evening: all games of one night in one chat, with one tally across games and rule changes (`design.md` §9)."""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.seats import PlayerId
from tgbot.game.state import Bluff


class Form(Enum):
    """How a unit was paid. Whatever is owed is paid in exactly one of these (`design.md` §6, invariant 7)."""

    COUNTED = "counted"  # nothing is due beside the count
    SIPS = "sips"
    TASK = "task"
    NEUTRAL = "neutral"  # the group's neutral penalty: a task or sip somebody would rather not have
    SOFT = "soft"  # the alcohol-free form of a sip: a wish, or a limit that is used up
    POSTPONED = "postponed"  # nobody was there to do the task


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's evening, or one game of it. All are counts; `paid` holds how many units were paid in each form.

    `believed_lies` are others' lies he took for the truth, `lived_lies` his own that were; both only as far as the
    group's `disclose` lets a finished game tell. `tops` are those everybody saw.
    """

    player: PlayerId
    games: int = 0
    games_lost: int = 0
    games_won: int = 0
    rounds_lost: int = 0
    units: int = 0
    announced: int = 0
    caught: int = 0
    right_doubts: int = 0
    wrong_doubts: int = 0
    believed_lies: int = 0
    tops: int = 0
    tasks: int = 0
    paid: tuple[tuple[Form, int], ...] = ()
    lived_lies: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The running evening. Times are milliseconds of store time.

    `drawn` are the tasks the shuffle bag has given out, `since_water` the units paid since the last water round. `sips`:
    some game of it was played for sips. The scores stand in the order in which the players came.
    """

    number: int
    began_at: int
    played_at: int
    scores: tuple[Score, ...] = ()
    drawn: tuple[str, ...] = ()
    since_water: int = 0
    longest_chain: int = 0
    boldest: Bluff | None = None
    games: int = 0
    sips: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """One game's own counts: what its players' statistics are made of once it is over. `told`: its lies are told then."""

    game: int
    scores: tuple[Score, ...] = ()
    told: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """An evening that is over, as it may be told again.

    `day` is the local date it began on (ISO). No score says in which form anything was paid: who drank is no part of a
    recap. `photo` is Telegram's name for the picture once it was sent; `morning` the moment it is told again, 0: never.
    `message` is where the button for that was last pressed, 0: nowhere yet.
    """

    number: int
    day: str
    games: int
    scores: tuple[Score, ...]
    longest_chain: int = 0
    boldest: Bluff | None = None
    sips: bool = False
    photo: str = ""
    morning: int = 0
    message: int = 0
