"""Ending a task that talks to the store."""

import asyncio
from typing import Any, Final

_AGAIN: Final = 0.05


async def end(task: "asyncio.Task[Any]") -> None:
    """Cancel a task until it has ended.

    Once is not enough: the store's client sends with `asyncio.wait_for`, which before Python 3.12 loses a cancellation
    that comes in the moment the sending is done, and a task that works in a loop would go on for ever.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_AGAIN)
