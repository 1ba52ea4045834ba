"""Limits that keep one person from hurting others. `docs/limits.md` tells them to hosts."""

from dataclasses import dataclass
from typing import Final

MOST_TABLES: Final = 30
"""Tables of one chat, one for each of its topics."""
MOST_SEATS: Final = 50
"""Tables of one person that hear of it when his private chat opens: those he sat down at last."""
MOST_MEMBERS: Final = 100
"""Names a table keeps beside those it still speaks of."""
MOST_SCORES: Final = 100
"""People of one evening; with more, the next lobby begins another one."""
LONGEST_NAME: Final = 128
"""Characters kept of a person's name, before it is made fit for a card."""
LONGEST_TITLE: Final = 128
"""Characters kept of a group's title."""
LONGEST_TEXT: Final = 4096
"""Characters read of a message."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds."""

    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Rates:
    """How often people may do what costs the bot something: far more often than any hand can, far less than a script."""

    presses: Rate = Rate(60, 10)  # of one person in one chat
    presses_anywhere: Rate = Rate(600, 10)  # of one person
    presses_in_chat: Rate = Rate(300, 10)  # of everybody in one chat
    words: Rate = Rate(60, 10)  # of one person in one chat: commands, and messages in private
    words_in_chat: Rate = Rate(300, 10)  # of everybody in one chat
