"""What just happened, for everybody who watches: the page, and tests that wait."""

import asyncio
from collections.abc import AsyncIterator

from tgbot.demo.wire import Json


class Journal:
    """Passes each event on to all watchers. An event only says what to look at again, never everything about it."""

    def __init__(self) -> None:
        self._watchers: set[asyncio.Queue[Json | None]] = set()
        self._number = 0

    def note(self, kind: str, **about: object) -> None:
        """Tell every watcher."""
        self._number += 1
        event: Json = {"number": self._number, "kind": kind, **about}
        for watcher in self._watchers:
            watcher.put_nowait(event)

    def close(self) -> None:
        """Let every watcher go; the server stops."""
        for watcher in self._watchers:
            watcher.put_nowait(None)

    async def watch(self) -> AsyncIterator[Json]:
        """Yield a first event at once, so that the watcher knows it misses nothing, and then all that follow."""
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._watchers.add(queue)
        try:
            yield {"number": self._number, "kind": "hello"}
            while (event := await queue.get()) is not None:
                yield event
        finally:
            self._watchers.discard(queue)
