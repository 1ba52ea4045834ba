"""The contract of `Wakes`: a commit is heard by whoever serves its table."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from tests.store.samples import HOME, post, table
from tests.store.serving import FAST, Store
from tgbot.store import keys
from tgbot.store.leases import PartitionLeases
from tgbot.store.wakes import RedisWakes
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import Change


@pytest.fixture
async def wakes(store: Store) -> AsyncIterator[RedisWakes]:
    """Listen as the worker that serves all partitions."""
    async with RedisWakes(store.redis, store.leases) as listening:
        while not await listening.wait(0.05):
            await store.redis.publish(keys.WAKES, keys.table_text(HOME))
        while await listening.wait(0.05):
            pass
        yield listening


async def test_a_commit_wakes(store: Store, wakes: RedisWakes) -> None:
    """What is committed while nobody asks is told at once to who asks, each table once."""
    await store.put(posts=(post(),))
    await store.put(posts=(post("p2"),))
    heard = await wakes.wait(1)
    while not heard:
        heard = await wakes.wait(1)

    assert heard == {(keys.partition_of(HOME), HOME)}


async def test_waiting_ends(store: Store, wakes: RedisWakes) -> None:
    """Without a commit, and after one that has nothing to deliver, waiting returns nothing."""
    await store.put()

    assert await wakes.wait(0.05) == frozenset()


async def test_a_wake_ends_the_waiting(store: Store, wakes: RedisWakes) -> None:
    """Who waits is told long before his time is up."""
    waiter = asyncio.create_task(wakes.wait(30))
    await asyncio.sleep(0)
    await store.put(posts=(post(),))

    async with asyncio.timeout(2):
        assert await waiter


async def test_others_tables_do_not_wake(
    store: Store, wakes: RedisWakes, worker: Callable[[str], PartitionLeases]
) -> None:
    """A commit at a partition served elsewhere is not heard."""
    other = worker("other")
    for _ in range(2):
        await other.balance()
        await store.leases.balance()
    mine = {lease.partition for lease in store.leases.held()}
    theirs = next(home for home in (TableId(-n) for n in range(1, 999)) if keys.partition_of(home) not in mine)
    ours = next(home for home in (TableId(-n) for n in range(1, 999)) if keys.partition_of(home) in mine)
    for home in (theirs, ours):
        await store.tables.commit(Change(table=table(1, home), expected=0, posts=(post(),)))

    assert await wakes.wait(1) == {(keys.partition_of(ours), ours)}


async def test_freed_partitions_are_taken_at_once(store: Store, wakes: RedisWakes) -> None:
    """A worker hears that partitions were given back and makes its round at once."""
    hurried = asyncio.create_task(store.leases._hurried.wait())
    leaving = PartitionLeases(store.redis, "leaving", FAST)
    await leaving.balance()
    await leaving.release()

    async with asyncio.timeout(2):
        await hurried
