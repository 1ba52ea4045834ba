"""Hearing of commits, so that their tables are delivered at once and not at the next sweep."""

import asyncio
import logging
from types import TracebackType
from typing import Protocol, Self

from redis.asyncio import Redis

from tgbot.store import keys
from tgbot.store.connection import store_errors
from tgbot.store.endings import end
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import StoreUnavailable

_log = logging.getLogger(__name__)

_QUIET = 5.0
"""Seconds after which a listener that hears nothing looks whether its connection still stands."""
_AGAIN = 1.0
"""Seconds before a lost connection is tried again."""


class Server(Protocol):
    """Who serves partitions, as far as wakes concern him."""

    def serves(self, partition: int) -> bool:
        """Whether the partition is served here."""
        ...

    def stir(self, partition: int) -> None:
        """Something was committed to a partition."""
        ...

    def hurry(self) -> None:
        """Look for free partitions now."""
        ...


class RedisWakes:
    """The `Wakes` in Redis. Entered, it listens; a lost connection is made anew, and sweeps cover the time between."""

    def __init__(self, redis: Redis, server: Server) -> None:
        self._redis = redis
        self._server = server
        self._woken: set[tuple[int, TableId]] = set()
        self._heard = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._listener = asyncio.create_task(self._listen(), name="wakes")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._listener is not None
        await end(self._listener)

    async def wait(self, seconds: float) -> frozenset[tuple[int, TableId]]:
        """Return the tables served here that were committed to since the last call, each with its partition.

        Waits at most `seconds` for the first, then returns none.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._heard.wait()
        except TimeoutError:
            return frozenset()
        woken = frozenset(self._woken)
        self._woken.clear()
        self._heard.clear()
        return woken

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except StoreUnavailable as error:
                _log.warning("not listening for wakes: %s", error)
                await asyncio.sleep(_AGAIN)
            except Exception as error:  # noqa: BLE001 -- whatever was heard, the next wake may be a good one
                _log.error("not listening for wakes: %s", type(error).__name__)
                await asyncio.sleep(_AGAIN)

    async def _hear(self) -> None:
        with store_errors():
            async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(keys.WAKES)
                while True:
                    message = await channel.get_message(timeout=_QUIET)
                    if message is not None:
                        self._take(message["data"].decode())

    def _take(self, text: str) -> None:
        if text == keys.FREED:
            self._server.hurry()
            return
        table = keys.parse_table(text)
        partition = keys.partition_of(table)
        if self._server.serves(partition):
            self._server.stir(partition)
            self._woken.add((partition, table))
            self._heard.set()
