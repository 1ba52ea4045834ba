"""The stores the contract is tried on: an imitation with Lua, a real server, and one that is a whole cluster.

The last refuses every script whose keys do not lie in one slot.
"""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from fakeredis import FakeAsyncRedis
from redis import Redis as BlockingRedis
from redis.asyncio import Redis

from tests.store.samples import HOME, table
from tests.store.servers import free_port, real_server
from tgbot.store.budget import RedisBudget
from tgbot.store.connection import connect
from tgbot.store.keys import PARTITIONS, partition_of
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.store.outbox import RedisOutbox
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.ports import Change, Lease, Outcome, Pending

FAST = LeaseTiming(renew=0.05, ttl=0.3, gap=0.6, pause=0.15)


@pytest.fixture(scope="session")
def real_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run one server for the session."""
    with real_server(tmp_path_factory.mktemp("real")) as url:
        yield url


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run one server that owns all slots of a cluster of one."""
    folder = tmp_path_factory.mktemp("cluster")
    with real_server(
        folder, "--cluster-enabled", "yes", "--cluster-port", str(free_port()), "--bind", "127.0.0.1"
    ) as url:
        _own_all_slots(url)
        yield url


def _own_all_slots(url: str) -> None:
    with BlockingRedis.from_url(url) as redis:
        redis.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        while redis.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            time.sleep(0.02)


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


@dataclass(frozen=True, slots=True)
class Store:
    """Everything of one store, with the lease on the sample table's partition."""

    redis: Redis
    tables: RedisTables
    outbox: RedisOutbox
    leases: PartitionLeases
    lease: Lease

    async def put(self, change: Change | None = None, **parts: object) -> Outcome:
        """Commit the sample table's next version with these parts of a change."""
        if change is None:
            now = (await self.tables.load(HOME)).table
            version = 0 if now is None else now.version
            change = Change(table=table(version + 1), expected=version)
        return await self.tables.commit(replace(change, **parts))  # type: ignore[arg-type]

    async def pending(self) -> Pending:
        """Read what the sample table has to deliver."""
        pending = await self.outbox.pending(HOME)
        assert pending is not None
        return pending

    async def now(self) -> int:
        """Ask the store for its time in ms."""
        return (await self.tables.load(HOME)).now


def lease_on(leases: PartitionLeases, of: TableId = HOME) -> Lease:
    """Find the lease a worker has on a table's partition."""
    return next(lease for lease in leases.held() if lease.partition == partition_of(of))


@pytest.fixture
async def store(redis: Redis) -> Store:
    """Serve all partitions of a store as its only worker."""
    leases = PartitionLeases(redis, "worker-a", LeaseTiming(gap=FAST.gap, pause=FAST.pause, renew=0.0))
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
