"""The stores the contract is tried on: an imitation with Lua, a real server, and a cluster of three with its own client.

The last refuses every script whose keys do not lie in one slot.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from fakeredis import FakeAsyncRedis
from redis.asyncio import Redis

from tests.store.fleets import cluster_of_three
from tests.store.servers import real_server
from tests.store.serving import FAST, Store, lease_on
from tgbot.store.budget import RedisBudget
from tgbot.store.connection import connect
from tgbot.store.keys import PARTITIONS
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.store.outbox import RedisOutbox
from tgbot.store.tables import RedisTables


@pytest.fixture(scope="session")
def real_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run one server for the session."""
    with real_server(tmp_path_factory.mktemp("real")) as url:
        yield url


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a cluster of three for the session."""
    with cluster_of_three(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster.url


@pytest.fixture(
    params=[
        "imitation",
        pytest.param("real", marks=pytest.mark.redis),
        pytest.param("cluster", marks=pytest.mark.redis),
    ]
)
async def redis(request: pytest.FixtureRequest) -> AsyncIterator[Redis]:
    """Connect to an empty store."""
    if request.param == "imitation":
        async with FakeAsyncRedis(version=(7,)) as imitation:
            yield imitation
        return
    async with connect(request.getfixturevalue(f"{request.param}_url")) as client:
        await client.flushall()
        yield client


@pytest.fixture
async def real(real_url: str) -> AsyncIterator[Redis]:
    """Connect to the real server alone, emptied."""
    async with connect(real_url) as client:
        await client.flushall()
        yield client


@pytest.fixture
async def store(redis: Redis) -> Store:
    """Serve all partitions of a store as its only worker."""
    leases = PartitionLeases(redis, "worker-a", LeaseTiming(pause=FAST.pause, renew=0.0))
    await leases.balance()
    assert len(leases.held()) == PARTITIONS
    lease = lease_on(leases)
    await leases.due(lease)  # begins the partition's service
    return Store(redis, RedisTables(redis), RedisOutbox(redis), leases, lease)


@pytest.fixture
def budget(redis: Redis) -> RedisBudget:
    """Count with the real windows."""
    return RedisBudget(redis)


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a data directory."""
    return tmp_path_factory.mktemp("d")


@pytest.fixture
def worker(redis: Redis) -> Callable[[str], PartitionLeases]:
    """Make workers with short times."""

    def make(name: str) -> PartitionLeases:
        return PartitionLeases(redis, name, FAST)

    return make
