"""How often people did something, as all workers have counted it together."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tgbot.game.seats import PlayerId


class Habit(Enum):
    """What is counted."""

    PRESSES = "presses"
    WORDS = "words"
    ANSWERS = "answers"  # to a message of the bot


@dataclass(frozen=True, slots=True)
class Doing:
    """What is counted together: of one person (None: of everybody) in one chat (None: anywhere)."""

    habit: Habit
    player: PlayerId | None
    chat: int | None


class Counts(Protocol):
    """What the workers have counted together. Raises `StoreUnavailable`."""

    async def count(self, doing: Doing, seconds: int) -> int:
        """Count one more, and return how many there are since the first one so many seconds ago at most."""
        ...


class Alone:
    """A worker without others: they have counted nothing."""

    async def count(self, doing: Doing, seconds: int) -> int:  # noqa: ARG002 -- as the port has it
        """Return nothing."""
        return 0
