"""What a killed bot left in a store that is ours alone: its partitions and its roles, which would lapse only by and by."""

from redis.asyncio import Redis

from tgbot.store import keys
from tgbot.store.connection import store_errors


async def forget_predecessors(redis: Redis) -> None:
    """Let go of everything any worker holds. Right only where no other worker can be: in the store that comes along.

    Raises:
        StoreUnavailable: the store is away.

    """
    with store_errors():
        roles = [role async for role in redis.scan_iter(match=keys.role("*"))]
        leases = [keys.lease(partition) for partition in range(keys.PARTITIONS)]
        for held in (keys.WORKERS, *leases, *roles):
            await redis.unlink(held)
