"""The group's own tasks: what counts as one, who wrote it, and which tasks the group never wants to see again."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from tgbot.game.seats import PlayerId

LONGEST: Final = 140
"""Characters of a task: it stands on the card, above the buttons."""
MOST: Final = 100
_MOST_BANNED: Final = 300
_REMEMBERED: Final = 20
"""So many deleted tasks can be taken back."""
_MARKS: Final = 2
"""Marks a letter may carry; what towers higher hides the lines around it."""

_CALLS_OUT = re.compile(
    r"\w{2,}://|\bwww\.|\b[\w-]+\.[a-z]{2,}/|(?<![\w<])[/@]+\w|\b[\w-]+\."
    r"(?:com|de|at|ch|eu|net|org|info|biz|me|io|ly|be|gg|tv|app|dev|xyz|co|uk|fr|it|nl|pl|ru|us|link|site|online|shop)\b",
    re.IGNORECASE,
)
"""A link, a command or a mention: it would open something, or ring somebody's phone."""


class TaskFault(Enum):
    """Why a sentence does not become a task."""

    EMPTY = "empty"
    LONG = "long"
    CALLS_OUT = "calls_out"
    FULL = "full"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class OwnTask:
    """One of the group's own. `author` None: an anonymous admin."""

    number: int
    author: PlayerId | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskBox:
    """The group's own deck. `made` numbers the next task; `binned` are deleted ones, the newest last.

    `banned` are ids of tasks, own or not, that are out of this group's bag. `asked` is who was asked for a task, and
    when: his answer to the bot is one.
    """

    tasks: tuple[OwnTask, ...] = ()
    made: int = 0
    binned: tuple[OwnTask, ...] = ()
    banned: tuple[str, ...] = ()
    asked: tuple[PlayerId, int] | None = None

    def find(self, number: int) -> OwnTask | None:
        """Find a task that is in the box, or may come back."""
        return next((task for task in (*self.tasks, *self.binned) if task.number == number), None)

    def with_task(self, author: PlayerId | None, raw: str) -> "TaskBox | TaskFault":
        """Put a sentence in, tidied; or say why it cannot be a task."""
        text = tidy(raw)
        if not any(unicodedata.category(char)[0] in "LNS" for char in text):
            return TaskFault.EMPTY
        if len(text) > LONGEST:
            return TaskFault.LONG
        if _CALLS_OUT.search(text):
            return TaskFault.CALLS_OUT
        if any(task.text.casefold() == text.casefold() for task in self.tasks):
            return TaskFault.KNOWN
        if len(self.tasks) >= MOST:
            return TaskFault.FULL
        added = OwnTask(self.made + 1, author, text)
        return replace(self, tasks=(*self.tasks, added), made=self.made + 1)

    def without(self, number: int) -> "TaskBox":
        """Take a task out; it can be put back."""
        gone = tuple(task for task in self.tasks if task.number == number)
        kept = tuple(task for task in self.tasks if task.number != number)
        return replace(self, tasks=kept, binned=(*self.binned, *gone)[-_REMEMBERED:])

    def restored(self, number: int) -> "TaskBox":
        """Put a deleted task back where it was, unless the box has filled up meanwhile."""
        back = tuple(task for task in self.binned if task.number == number)
        if not back or len(self.tasks) >= MOST:
            return self
        tasks = tuple(sorted((*self.tasks, *back), key=lambda task: task.number))
        return replace(self, tasks=tasks, binned=tuple(task for task in self.binned if task.number != number))

    def banning(self, task: str) -> "TaskBox":
        """Keep a task out of the bag from now on."""
        if not task or task in self.banned:
            return self
        return replace(self, banned=(*self.banned, task)[-_MOST_BANNED:])

    def allowing(self, task: str) -> "TaskBox":
        """Let a task back into the bag."""
        return replace(self, banned=tuple(known for known in self.banned if known != task))


def plain_words(raw: str, longest: int) -> str | None:
    """Tidy a few words; None if there is nothing to read, too much, or something that calls out."""
    text = tidy(raw)
    readable = any(unicodedata.category(char)[0] in "LNS" for char in text)
    return text if readable and len(text) <= longest and not _CALLS_OUT.search(text) else None


def tidy(raw: str) -> str:
    """Make one plain line: nothing that turns writing around, moves the cursor or piles marks upon a letter."""
    return " ".join("".join(_plain(unicodedata.normalize("NFC", raw))).split())


def _plain(text: str) -> Iterator[str]:
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if char.isspace():
            yield " "
        elif marks <= _MARKS and (category not in ("Cc", "Cf", "Cs", "Co", "Cn") or char in "\u200c\u200d"):
            yield char
