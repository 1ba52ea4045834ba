"""What a chat may be sent in a minute, as delivery asks for it."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Grant:
    """A budget's answer. `wait` is 0 when the message may go now, else milliseconds; `left` what remains this minute."""

    wait: int
    left: int


class Budget(Protocol):
    """Messages a chat may receive, shared by all workers. Sends and edits count alike."""

    async def take(self, chat: int, *, decoration: bool = False) -> Grant:
        """Take one message out of a chat's budget. Decoration is refused when the budget runs low."""
        ...

    async def hold(self, chat: int, seconds: float) -> None:
        """Telegram asked to wait: nothing goes to this chat for so long."""
        ...
