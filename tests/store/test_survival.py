"""What runs by itself in the store goes on after a fault nobody foresaw: without it a bot would hear all and say nothing."""

import asyncio

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from tests.store.samples import HOME
from tests.store.serving import FAST
from tgbot.store import keys, wakes
from tgbot.store.leases import PartitionLeases
from tgbot.store.wakes import RedisWakes


async def test_leases_are_taken_after_a_fault(redis: Redis) -> None:
    """One round fails with an error that is no absence of the store; the next one serves everything."""
    failed = asyncio.Event()

    class Faulty(PartitionLeases):
        async def balance(self) -> None:
            if not failed.is_set():
                failed.set()
                raise ResponseError("ERR wrong number of arguments")
            await super().balance()

    async with Faulty(redis, "a", FAST) as leases, asyncio.timeout(5):
        await failed.wait()
        while not leases.held():  # noqa: ASYNC110 -- nothing tells
            await asyncio.sleep(0.01)


async def test_wakes_are_heard_after_a_fault(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that is no wake does not end the listening."""
    monkeypatch.setattr(wakes, "_AGAIN", 0.01)
    async with PartitionLeases(redis, "a", FAST) as leases, RedisWakes(redis, leases) as woken, asyncio.timeout(5):
        while not leases.held():  # noqa: ASYNC110 -- as above
            await asyncio.sleep(0.01)
        while not await redis.publish(keys.WAKES, "no table"):  # noqa: ASYNC110 -- as above
            await asyncio.sleep(0.01)
        heard: frozenset[tuple[int, object]] = frozenset()
        while not heard:
            await redis.publish(keys.WAKES, keys.table_text(HOME))
            heard = await woken.wait(0.05)
