"""The contract of `Leases`: every partition is served by one worker at most, and by somebody soon."""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from redis.asyncio import Redis

from tests.store.samples import BIG, HOME, deadline, inquiry, post, shown
from tests.store.serving import FAST, Store, lease_on
from tgbot.store import keys
from tgbot.store.keys import PARTITIONS
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.store.outbox import RedisOutbox
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.effects import Seated
from tgbot.table.ports.outbox import Lease, LeaseLost

Make = Callable[[str], PartitionLeases]


async def rounds(*workers: PartitionLeases) -> None:
    """Let every worker make some rounds."""
    for _ in range(3):
        for worker in workers:
            await worker.balance()


async def test_one_worker_serves_all(worker: Make) -> None:
    """A lone worker holds every partition."""
    alone = worker("a")
    await alone.balance()

    assert {lease.partition for lease in alone.held()} == set(range(PARTITIONS))


async def test_three_workers_share_evenly(worker: Make) -> None:
    """Workers that join get their share, and no partition is held twice or by nobody."""
    workers = [worker(name) for name in "abc"]
    await workers[0].balance()
    await rounds(*workers)

    shares = [len(each.held()) for each in workers]
    assert max(shares) <= math.ceil(PARTITIONS / 3)
    assert Counter(lease.partition for each in workers for lease in each.held()) == dict.fromkeys(range(PARTITIONS), 1)


async def test_a_fence_only_grows(worker: Make, redis: Redis) -> None:
    """Every new holder has a greater fence, even if the store has forgotten the last one."""
    fences = []
    for name in "abc":
        holder = worker(name)
        await holder.balance()
        fences.append(lease_on(holder).fence)
        await holder.release()
        await redis.delete(keys.fence(keys.partition_of(HOME)))

    assert fences == sorted(set(fences))


async def test_what_is_given_back_is_taken_at_once(worker: Make) -> None:
    """A worker that leaves in order does not leave its partitions waiting for a lease to lapse."""
    first, second = worker("a"), worker("b")
    await rounds(first, second)
    await first.release()
    await second.balance()

    assert first.held() == ()
    assert len(second.held()) == PARTITIONS


async def test_a_dead_workers_partitions_are_taken_over(worker: Make) -> None:
    """A worker that stops without a word is replaced when its leases have lapsed, and holds nothing itself."""
    dead, heir = worker("dead"), worker("heir")
    await rounds(dead, heir)
    mine = len(heir.held())
    end = asyncio.get_running_loop().time() + FAST.ttl + 0.2
    while asyncio.get_running_loop().time() < end:
        await asyncio.sleep(FAST.renew)
        await heir.balance()

    assert mine == PARTITIONS // 2
    assert dead.held() == ()
    assert len(heir.held()) == PARTITIONS


async def test_an_expired_holder_writes_nothing(store: Store, worker: Make) -> None:
    """Every write of a holder whose partition has gone to another is refused, and nothing of it happens."""
    await store.put(
        posts=(post(),), dirty=(Card(),), inquiries=(inquiry(),), effects=(Seated(BIG),), deadlines=(deadline(1),)
    )
    await store.outbox.show(store.lease, HOME, Card(), shown(), None)
    before = await store.pending()
    old, outbox, leases = store.lease, store.outbox, store.leases
    await leases.release()
    heir = worker("heir")
    await heir.balance()

    writes: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: outbox.attempt(old, HOME, "p1"),
        lambda: outbox.settle(old, HOME, "p1"),
        lambda: outbox.settle(old, HOME, "p1", lost=True),
        lambda: outbox.show(old, HOME, Card(), None, before.dirty[Card()]),
        lambda: outbox.close(old, HOME, shown()),
        lambda: outbox.answered(old, HOME, inquiry()),
        lambda: outbox.apply(old, HOME, Seated(BIG)),
        lambda: outbox.arm(old, HOME, (deadline(0),)),
        lambda: outbox.later(old, HOME, 9_999_999_999_999),
        lambda: outbox.finish(old, HOME),
        lambda: leases.passed(old, HOME, deadline(1)),
        lambda: leases.due(old),
        lambda: leases.deliveries(old),
    )
    for write in writes:
        with pytest.raises(LeaseLost):
            await write()

    after = await store.pending()
    assert (after.posts, after.dirty, after.shown) == (before.posts, before.dirty, before.shown)
    assert (after.inquiries, after.effects) == (before.inquiries, before.effects)
    assert await heir.deliveries(lease_on(heir)) == (HOME,)
    assert await store.tables.tables_of(BIG) == ()
    assert not await outbox.holds(old)
    assert await outbox.holds(lease_on(heir))


async def test_a_lapsed_lease_is_not_held(worker: Make, redis: Redis) -> None:
    """A worker cut off from the store stops serving by itself, and the store agrees."""
    holder = worker("a")
    await holder.balance()
    lease = lease_on(holder)
    await asyncio.sleep(FAST.ttl + 0.05)

    assert holder.held() == ()
    assert not await RedisOutbox(redis).holds(lease)
    await holder.balance()
    assert lease_on(holder).fence > lease.fence


async def test_a_renewed_lease_stays(worker: Make, redis: Redis) -> None:
    """A lease renewed in time keeps its fence and gets its full time to live again."""
    holder = worker("a")
    await holder.balance()
    lease = lease_on(holder)
    assert await redis.pttl(keys.lease(lease.partition)) <= FAST.ttl * 1000
    await redis.pexpire(keys.lease(lease.partition), 60_000)
    await holder.balance()

    assert lease_on(holder) == lease
    assert FAST.ttl * 500 < await redis.pttl(keys.lease(lease.partition)) <= FAST.ttl * 1000


async def test_a_worker_lives_by_itself(redis: Redis) -> None:
    """Entered, a worker takes and keeps its share; left, it gives everything back."""
    async with PartitionLeases(redis, "a", FAST) as leases:
        await asyncio.sleep(FAST.ttl + 0.1)
        assert len(leases.held()) == PARTITIONS

    async with PartitionLeases(redis, "b", FAST) as heir:
        async with asyncio.timeout(10):
            while len(heir.held()) < PARTITIONS:  # noqa: ASYNC110 -- nobody tells a test
                await asyncio.sleep(FAST.renew)


async def test_quiet_partitions_are_not_asked(redis: Redis) -> None:
    """What a round has found quiet costs no further question until the next round, or until something is committed."""
    leases = PartitionLeases(redis, "a", LeaseTiming(renew=60))
    await leases.balance()
    lease = lease_on(leases)
    await leases.due(lease)
    await leases.balance()
    await redis.script_flush()
    await redis.delete(keys.lease(lease.partition))

    assert await leases.due(lease) == ()
    assert await leases.deliveries(lease) == ()
    leases.stir(lease.partition)
    with pytest.raises(LeaseLost):
        await leases.deliveries(lease)


async def test_no_lease_of_nobody(store: Store) -> None:
    """A lease that was never given out holds nothing."""
    assert not await store.outbox.holds(Lease(store.lease.partition, 1))


async def test_a_partition_that_was_left_goes_to_the_others(worker: Make) -> None:
    """Whatever their share is: this worker cannot read what is in there."""
    older, newer = worker("a"), worker("b")
    await rounds(older, newer)
    lease = next(iter(older.held()))

    await older.leave(lease)
    await rounds(older, newer)

    assert lease.partition not in {held.partition for held in older.held()}
    assert lease.partition in {held.partition for held in newer.held()}
    assert len(older.held()) + len(newer.held()) == PARTITIONS


async def test_what_nobody_else_takes_is_tried_again(worker: Make) -> None:
    """All else is served meanwhile."""
    alone = worker("a")
    await alone.balance()
    lease = next(iter(alone.held()))

    await alone.leave(lease)
    await alone.balance()
    assert len(alone.held()) == PARTITIONS - 1

    alone._aside = dict.fromkeys(alone._aside, 0.0)
    await alone.balance()
    assert len(alone.held()) == PARTITIONS
