"""How often the bot may send: sliding windows per chat and over all chats, answered by 429 or by waiting."""

import asyncio
import math
from collections import defaultdict, deque
from dataclasses import dataclass, field

from tgbot.demo.clock import Clock
from tgbot.demo.config import FloodLimits
from tgbot.demo.errors import too_many_requests
from tgbot.demo.world.chat import Chat, ChatType

_MINUTE = 60.0


@dataclass(slots=True)
class _Window:
    """At most ``limit`` sends in any ``span`` seconds."""

    limit: int
    span: float
    sent: "deque[float]" = field(default_factory=deque)

    def wait(self, now: float) -> float:
        """How many seconds until the next send is allowed."""
        while self.sent and self.sent[0] <= now - self.span:
            self.sent.popleft()
        return 0.0 if len(self.sent) < self.limit else self.sent[-self.limit] + self.span - now


class Flood:
    """Counts sends and edits alike. A refused send costs nothing; one that waits is counted at its later time."""

    def __init__(self, clock: Clock, limits: FloodLimits) -> None:
        self._clock = clock
        self.limits = limits
        self._windows: dict[int, _Window] = {}
        self._last: defaultdict[int, float] = defaultdict(float)

    def limit(self, limits: FloodLimits) -> None:
        """Start to count anew under other limits."""
        self.limits = limits
        self._windows.clear()
        self._last.clear()

    async def spend(self, chat: Chat, *, slow_mode: bool = False) -> None:
        """Take one send in the chat. Raises ApiError 429, or waits where the limits say so.

        ``slow_mode`` applies the chat's own pause between two messages, which Telegram waits out up to 8 s in silence.
        """
        now = self._clock.now()
        windows = self._of(chat)
        wait = max((window.wait(now) for window in windows), default=0.0)
        pause = self._last[chat.id] + chat.slow_mode - now if slow_mode and chat.slow_mode else 0.0
        if wait > (self.limits.slow_longest if self.limits.slow else 0.0) or pause > self.limits.slow_longest:
            raise too_many_requests(max(1, math.ceil(max(wait, pause))))
        wait = max(wait, pause, 0.0)
        for window in windows:
            window.sent.append(now + wait)
        self._last[chat.id] = now + wait
        if wait:
            await asyncio.sleep(wait)

    def _of(self, chat: Chat) -> list[_Window]:
        limits = self.limits
        windows = []
        if limits.overall_per_second:
            windows.append(self._windows.setdefault(0, _Window(limits.overall_per_second, 1.0)))
        if chat.type is ChatType.PRIVATE and limits.private_per_second:
            span = limits.private_burst / limits.private_per_second
            windows.append(self._windows.setdefault(chat.id, _Window(limits.private_burst, span)))
        if chat.type is not ChatType.PRIVATE and limits.group_per_minute:
            windows.append(self._windows.setdefault(chat.id, _Window(limits.group_per_minute, _MINUTE)))
        return windows
