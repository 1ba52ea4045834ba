"""Ending tasks for good."""

import asyncio

import pytest
from redis.asyncio import Redis

from tests.store.serving import FAST
from tgbot.store.connection import connect
from tgbot.store.endings import end
from tgbot.store.leases import PartitionLeases
from tgbot.store.wakes import RedisWakes


async def test_a_task_that_loses_a_cancellation_is_ended_all_the_same() -> None:
    """As the store's client does when a send has just been done."""

    async def deaf() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(60)

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await end(task)
    assert task.cancelled()


@pytest.mark.redis
@pytest.mark.parametrize("moment", range(0, 40, 2))
async def test_whoever_leaves_while_the_connection_is_being_made_is_gone(
    real: Redis, real_url: str, moment: int
) -> None:
    """A bot that cannot run (its port is taken) leaves a moment after it came."""
    async with asyncio.timeout(5), connect(real_url) as redis:
        leases = PartitionLeases(redis, "leaver", FAST)
        async with leases, RedisWakes(redis, leases):
            for _ in range(moment):
                await asyncio.sleep(0)
