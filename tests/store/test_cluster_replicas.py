"""Of a cluster each node is asked for its own replicas, and as they are by now."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest
from redis.asyncio import Redis

from tests.store.fleets import Cluster, Member, cluster_of_three, eventually
from tests.store.samples import table
from tgbot.store import keys, replicas
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import Change, Outcome, StoreUnavailable

pytestmark = pytest.mark.redis


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Run three nodes, each with a replica."""
    with cluster_of_three(tmp_path_factory.mktemp("cluster"), replicas=True) as running:
        yield running


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have replicas looked for again at every change."""
    monkeypatch.setattr(replicas, "_AGAIN", 0.0)


def waits(node: Member) -> int:
    """Count the WAITs a node has heard."""
    return int(node.ask("INFO", "commandstats").get("cmdstat_wait", {"calls": 0})["calls"])


def home_on(cluster: Cluster, node: int) -> TableId:
    """Find a table that a node holds."""
    homes = (TableId(-number) for number in count(1))
    return next(home for home in homes if cluster.node_of(keys.state(home)) is cluster.nodes[node])


async def commit(redis: Redis, home: TableId, version: int, tables: RedisTables | None = None) -> Outcome:
    """Write a version of a table, by a worker that knows nothing of replicas yet."""
    return await (tables or RedisTables(redis)).commit(Change(table=table(version, home), expected=version - 1))


def follows(replica: Member) -> bool:
    """Whether a replica has what its leader has."""
    return bool(replica.ask("INFO", "replication").get("master_link_status") == "up")


async def test_a_replica_that_comes_later_is_waited_for(cluster: Cluster) -> None:
    """The client's map of the cluster is older than the replica, and nothing has it drawn anew."""
    node, replica, home = cluster.nodes[0], cluster.replicas[0], home_on(cluster, 0)
    replica.kill()
    async with connect(cluster.url) as redis:
        await redis.flushall()
        await eventually(lambda: not node.ask("INFO", "replication")["connected_slaves"], "it is gone")
        await eventually(lambda: not any(len(slots) > 3 for slots in told(cluster)), "all know")
        assert await commit(redis, home, 1) is Outcome.DONE
        replica.start()
        await eventually(lambda: follows(replica), "it is there")
        before = waits(node)
        assert await commit(redis, home, 2) is Outcome.DONE

    assert waits(node) == before + 1


def told(cluster: Cluster) -> list[list[object]]:
    """Tell what each node says of the first one's slots."""
    said = [slots for node in cluster.nodes for slots in node.ask("CLUSTER SLOTS")]
    return [slots for slots in said if slots[0] == 0]


async def test_one_nodes_replica_says_nothing_of_anothers(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one hangs, what the other nodes take is waited for all the same."""
    monkeypatch.setattr(replicas, "_AGAIN", 10.0)
    async with connect(cluster.url) as redis:
        await redis.flushall()
        tables = RedisTables(redis)
        cluster.replicas[0].freeze()
        try:
            assert await commit(redis, home_on(cluster, 0), 1, tables) is Outcome.DONE
            before = [waits(node) for node in cluster.nodes]
            for node in range(3):
                assert await commit(redis, home_on(cluster, node), node + 1 if node else 2, tables) is not None
        finally:
            cluster.replicas[0].thaw()

    assert [waits(node) for node in cluster.nodes] == [before[0], before[1] + 1, before[2] + 1]


async def test_a_leader_that_hung_answers_for_nothing_that_is_lost(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a change when it wakes, and hears that it leads no more before a replica has it: no answer."""
    monkeypatch.setattr(replicas, "_AGAIN", 600.0)
    node, replica, home = cluster.nodes[1], cluster.replicas[1], home_on(cluster, 1)
    async with connect(cluster.url) as redis:
        await redis.flushall()
        tables = RedisTables(redis)
        assert await commit(redis, home, 1, tables) is Outcome.DONE
        node.freeze()
        committing = asyncio.create_task(commit(redis, home, 2, tables))
        await eventually(lambda: replica.ask("ROLE")[0] == b"master", "the replica leads")
        node.thaw()
        try:
            assert await committing is Outcome.DONE
        except StoreUnavailable:
            assert await commit(redis, home, 2, tables) is Outcome.DONE

    assert int(replica.ask("HGET", replica.ask("KEYS", "*:table:*")[0], "version")) == 2
