"""Whether the store is fit for play: asked by `tgbot check` and by the readiness probe."""

from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

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
    """Write one small key that expires by itself.

    Raises:
        StoreUnavailable: the store is away, loading, full or read-only.

    """
    with store_errors():
        await redis.set(keys.PROBE, b"", ex=keys.PROBE_TTL)


async def facts(redis: Redis) -> StoreFacts:
    """Ask the store about itself.

    Raises:
        StoreUnavailable: the store is away.

    """
    with store_errors():
        info: dict[str, Any] = await redis.info()
    valkey = "valkey_version" in info
    return StoreFacts(
        server="valkey" if valkey else "redis",
        version=str(info["valkey_version" if valkey else "redis_version"]),
        durable=bool(info.get("aof_enabled")),
        eviction=str(info.get("maxmemory_policy", "")),
    )
