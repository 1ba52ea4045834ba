"""Having a write on a replica before it is answered, so that a failover keeps what was answered."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import ResponseError

from tgbot.store.clients import leader_of, leads_no_more
from tgbot.store.connection import store_errors
from tgbot.store.scripts import Arg, Script
from tgbot.table.ports.tables import StoreUnavailable

_log = logging.getLogger(__name__)

WAIT_MS: Final = 100
"""How long a write waits for one replica at most. It stands in any case: an answer must not hang on a replica."""
_AGAIN: Final = 10.0
"""Seconds until replicas are looked for again; where one has just not kept up, so long nothing waits for it."""
_ASK: Final = 1.0
"""Seconds until the Sentinels are asked again who leads, while no replica tells it."""
_AT_ONCE: Final = 32


@dataclass(slots=True)
class Replicas:
    """What is known of a store's replicas. Without any, nothing is waited for, and nothing need be set."""

    _there: bool = False
    _until: float = 0.0
    _asked: float = 0.0
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def run(self, script: Script, redis: Redis, keys: Sequence[str], *args: Arg) -> Any:
        """Run a script and wait, within bounds, until a replica has what it wrote; returns the script's answer.

        Raises:
            StoreUnavailable: the store is away, or led by another server than the one that answered.

        """
        if not await self._worth_waiting(redis, keys[0]):
            if _now() >= self._asked + _ASK:
                self._asked = _now()
                await leads_no_more(redis, leader_of(redis))
            return await script.run(redis, keys, *args)
        leader = leader_of(redis)
        async with self._places:
            answer, copies = await _on_one_connection(script, redis, keys, args)
        if isinstance(answer, Exception):  # it has moved, is not known there, or got lost: the usual way deals with it
            return await script.run(redis, keys, *args)
        if not isinstance(copies, int) or copies < 1:
            if await leads_no_more(redis, leader):  # what it took is lost: to be tried again where it counts
                raise StoreUnavailable("another server leads")
            _log.warning("no replica keeps up: a failover now would lose the last moves")
            self._there, self._until = False, _now() + _AGAIN
        return answer

    async def _worth_waiting(self, redis: Redis, key: str) -> bool:
        if _now() >= self._until:
            self._until = _now() + _AGAIN  # for whoever asks meanwhile too
            self._there = await _has_replicas(redis, key)
        return self._there


async def _has_replicas(redis: Redis | RedisCluster, key: str) -> bool:
    with store_errors():
        if isinstance(redis, RedisCluster):
            await redis.initialize()
            return redis.get_node_from_key(key, replica=True) is not None
        try:
            told = await redis.info("replication")
        except ResponseError:  # a server that does not tell
            return False
    return int(told.get("connected_slaves", 0)) > 0


async def _on_one_connection(
    script: Script, redis: Redis | RedisCluster, keys: Sequence[str], args: Sequence[Arg]
) -> list[Any]:
    """Send the script, and WAIT behind it: that counts the replicas which have what this very connection wrote."""
    with store_errors():
        where: dict[str, Any] = {}
        if isinstance(redis, RedisCluster):
            where["target_nodes"] = redis.get_node_from_key(keys[0])
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.execute_command("EVALSHA", script.digest, len(keys), *keys, *args)
            pipeline.execute_command("WAIT", 1, WAIT_MS, **where)
            return await pipeline.execute(raise_on_error=False)


def _now() -> float:
    return asyncio.get_running_loop().time()
