"""What `tgbot check` and the readiness probe ask the store."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.store.servers import real_server
from tgbot.store import keys
from tgbot.store.checks import StoreFacts, facts, ready
from tgbot.store.connection import connect
from tgbot.table.ports.tables import StoreUnavailable


async def test_a_writable_store_is_ready(redis: Redis) -> None:
    """Readiness is shown by a write that expires by itself."""
    await ready(redis)

    probes = [probe async for probe in redis.scan_iter("*:probe", count=1000)]
    assert probes
    assert all([0 < await redis.ttl(probe) <= keys.PROBE_TTL for probe in probes])


@pytest.mark.redis
async def test_a_store_tells_about_itself(real: Redis) -> None:
    """The facts name the server and what it promises; the imitation knows no INFO."""
    told = await facts(real)

    assert told == StoreFacts("valkey", told.version, durable=False, eviction="noeviction")
    assert not told.evicts
    assert int(told.version.split(".")[0]) >= 9


@pytest.mark.redis
async def test_a_cluster_is_as_good_as_its_weakest_node(cluster_url: str) -> None:
    """One node that evicts makes it a store that throws games away."""
    async with connect(cluster_url) as redis:
        assert not (await facts(redis)).evicts
        node = redis.get_primaries()[-1]  # type: ignore[attr-defined]
        await redis.config_set("maxmemory-policy", "allkeys-lru", target_nodes=node)
        try:
            assert (await facts(redis)).eviction == "allkeys-lru"
        finally:
            await redis.config_set("maxmemory-policy", "noeviction", target_nodes=node)


@pytest.mark.redis
async def test_a_store_that_throws_games_away_is_told(tmp_path: Path) -> None:
    """An evicting store is called so."""
    with real_server(tmp_path, "--maxmemory-policy", "allkeys-lru") as url:
        async with connect(url) as redis:
            assert (await facts(redis)).evicts


@pytest.mark.redis
async def test_a_store_that_cannot_write_is_not_ready(tmp_path: Path) -> None:
    """A replica answers pings and yet is not ready."""
    with real_server(tmp_path) as url:
        async with connect(url) as redis:
            await redis.replicaof("127.0.0.1", "1")
            with pytest.raises(StoreUnavailable):
                await ready(redis)
