"""Background tasks that are neither lost nor silent."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog

from tgbot.bot.faults import fault

_log = structlog.get_logger()


@dataclass(slots=True)
class Tasks:
    """Keeps its tasks referenced (the event loop alone does not) and logs what fails in them."""

    _running: set[asyncio.Task[Any]] = field(default_factory=set)

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin some work in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def finish(self, grace: float) -> None:
        """Wait up to `grace` seconds for what is running, then cancel the rest."""
        if not self._running:
            return
        _, late = await asyncio.wait(set(self._running), timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("background_task_failed", **fault(error))
