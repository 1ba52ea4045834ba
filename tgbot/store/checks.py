"""Whether the store is fit for play: asked by `tgbot check` and by the readiness probe."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis, RedisCluster

from tgbot.store import keys
from tgbot.store.connection import store_errors


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """What a store says of itself.

    `server` and `version` name it; `durable`: it keeps an append-only file; `eviction` is its policy when memory is full.
    """

    server: str
    version: str
    durable: bool
    eviction: str

    @property
    def evicts(self) -> bool:
        """Whether a full store throws games away instead of refusing writes."""
        return self.eviction not in ("noeviction", "")


async def ready(redis: Redis) -> None:
    """Write one small key that expires by itself; in a cluster one to each node that holds tables.

    Raises:
        StoreUnavailable: the store, or a node of it, is away, loading, full or read-only.

    """
    with store_errors():
        for probe in await _probes(redis):
            await redis.set(probe, b"", ex=keys.PROBE_TTL)


async def _probes(redis: Redis | RedisCluster) -> Iterable[str]:
    if not isinstance(redis, RedisCluster):
        return (keys.probe(0),)
    await redis.initialize()
    probes = map(keys.probe, range(keys.PARTITIONS))
    return {str(redis.get_node_from_key(probe)): probe for probe in probes}.values()


async def facts(redis: Redis) -> StoreFacts:
    """Ask the store about itself; of a cluster's nodes the weakest counts.

    Raises:
        StoreUnavailable: the store is away.

    """
    nodes = await _infos(redis)
    valkey = "valkey_version" in nodes[0]
    policies = [str(node.get("maxmemory_policy", "")) for node in nodes]
    return StoreFacts(
        server="valkey" if valkey else "redis",
        version=str(nodes[0]["valkey_version" if valkey else "redis_version"]),
        durable=all(node.get("aof_enabled") for node in nodes),
        eviction=next((policy for policy in policies if policy != "noeviction"), policies[0]),
    )


async def _infos(redis: Redis | RedisCluster) -> list[dict[str, Any]]:
    with store_errors():
        if isinstance(redis, RedisCluster):
            told = await redis.info(target_nodes=RedisCluster.PRIMARIES)
            return list(told.values()) if "redis_version" not in told else [told]
        return [await redis.info()]
