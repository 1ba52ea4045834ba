"""So many pieces of work at the same time, and a line of those that wait."""

from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tgbot.bot.tasks import Tasks

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class Crew:
    """Does what it is given, `at_once` pieces at a time, first come first served.

    What waits is no task yet: after a long night off ten thousand tables may be due together, and their memory would
    stay with the process.
    """

    at_once: int
    _waiting: deque[Work] = field(default_factory=deque)
    _tasks: Tasks = field(default_factory=Tasks)
    _busy: int = 0

    def add(self, work: Work) -> None:
        """Begin some work, or put it in line."""
        self._waiting.append(work)
        self._begin()

    async def finish(self, grace: float) -> None:
        """Begin nothing more, wait up to `grace` seconds for what is under way, then cancel it."""
        self._waiting.clear()
        await self._tasks.finish(grace)

    def _begin(self) -> None:
        while self._waiting and self._busy < self.at_once:
            self._busy += 1
            self._tasks.start(self._do(self._waiting.popleft()))

    async def _do(self, work: Work) -> None:
        try:
            await work()
        finally:
            self._busy -= 1
            self._begin()
