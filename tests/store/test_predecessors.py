"""A bot whose store is its own waits for nobody who was killed."""

from collections.abc import Callable

from redis.asyncio import Redis

from tgbot.store import keys
from tgbot.store.bot_state import RedisNotes, RedisRoles
from tgbot.store.leases import PartitionLeases
from tgbot.store.predecessors import forget_predecessors


async def test_a_successor_serves_everything_at_once(redis: Redis, worker: Callable[[str], PartitionLeases]) -> None:
    """Partitions and roles of a killed bot are free; fences go on growing, and notes stay."""
    killed, next_one = worker("killed"), worker("next")
    await killed.balance()
    assert await RedisRoles(redis, "killed").claim("poller", 60)
    await RedisNotes(redis).write("menus", "x")

    await forget_predecessors(redis)
    await next_one.balance()

    before = {lease.partition: lease.fence for lease in killed.held()}
    assert len(next_one.held()) == len(before) == keys.PARTITIONS
    assert all(lease.fence > before[lease.partition] for lease in next_one.held())
    assert await RedisRoles(redis, "next").claim("poller", 60)
    assert await RedisNotes(redis).read("menus") == "x"
