"""How much there is of everybody's doings, and of one chat's tables."""

from dataclasses import dataclass
from typing import cast

from redis.asyncio import Redis

from tgbot.store import keys, scripts
from tgbot.store.connection import store_errors
from tgbot.table.identity import TableId
from tgbot.table.limits import Doing


@dataclass(frozen=True, slots=True)
class RedisCounts:
    """The `Counts` in Redis."""

    redis: Redis

    async def count(self, doing: Doing, seconds: int) -> int:
        """Count one more, and return how many there are since the first one so many seconds ago at most."""
        return int(await scripts.TICK.run(self.redis, [keys.doing(doing)], seconds))


async def admit(redis: Redis, table: TableId, most: int) -> bool:
    """Let a chat have one more table, unless so many of its topics have one; those long gone do not count.

    Raises:
        StoreUnavailable: the store is away.

    """
    if await _added(redis, table, most):
        return True
    key = keys.topics(table)
    with store_errors():
        topics = [int(topic) for topic in cast("set[bytes]", await redis.smembers(key))]
        async with redis.pipeline(transaction=False) as looking:
            for topic in topics:
                looking.exists(keys.state(TableId(table.home, topic)))
            found = await looking.execute()
        gone = [topic for topic, exists in zip(topics, found, strict=True) if not exists]
        if not gone:
            return False
        await redis.srem(key, *gone)
    return await _added(redis, table, most)


async def _added(redis: Redis, table: TableId, most: int) -> bool:
    return bool(await scripts.ADMIT.run(redis, [keys.topics(table)], table.thread, most, keys.KEPT_TTL))
