"""How much there is of everybody's doings, and of one chat's tables."""

from dataclasses import dataclass
from typing import cast

from redis.asyncio import Redis

from tgbot.store import keys, scripts
from tgbot.store.connection import store_errors
from tgbot.table.identity import TableId
from tgbot.table.ports.counts import Doing


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
    topics = await topics_of(redis, table.home)
    with store_errors():
        async with redis.pipeline(transaction=False) as looking:
            for topic in topics:
                looking.exists(keys.state(topic))
            found = await looking.execute()
        gone = [topic.thread for topic, exists in zip(topics, found, strict=True) if not exists]
        if not gone:
            return False
        await redis.srem(keys.topics(table), *gone)
    return await _added(redis, table, most)


async def topics_of(redis: Redis, home: int) -> tuple[TableId, ...]:
    """List the tables of a chat's topics, those long gone among them.

    Raises:
        StoreUnavailable: the store is away.

    """
    with store_errors():
        topics = cast("set[bytes]", await redis.smembers(keys.topics(TableId(home))))
    return tuple(TableId(home, topic) for topic in sorted(map(int, topics)))


async def _added(redis: Redis, table: TableId, most: int) -> bool:
    return bool(await scripts.ADMIT.run(redis, [keys.topics(table)], table.thread, most, keys.KEPT_TTL))
