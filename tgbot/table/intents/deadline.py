"""What time does to a table."""

from dataclasses import dataclass
from enum import Enum

from tgbot.table.identity import TableId


class Due(Enum):
    """The kinds of deadlines; a table has at most one of each."""

    TURN = "turn"
    HALF = "half"  # the reminder at half time
    LOBBY = "lobby"  # an untouched lobby expires
    DEBT = "debt"  # what is owed is put off; the step is the debt's number
    GREETING = "greeting"  # a supergroup met for the first time is said hello to
    FRESH = "fresh"  # nobody has served the table for a while: its card is shown anew
    EVENING = "evening"  # nobody has played for hours: the evening is over
    MORNING = "morning"  # the recap is told again


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment to act if the table is then still at this game and step. `at` is milliseconds of store time."""

    kind: Due
    at: int
    game: int
    step: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """A deadline is due."""

    table: TableId
    deadline: Deadline
