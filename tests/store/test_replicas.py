"""A change waits for a replica, but never hangs on one; without replicas nothing is waited for."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.store.fleets import Watched, eventually, watched
from tests.store.samples import HOME, table
from tgbot.store.connection import connect
from tgbot.store.replicas import WAIT_MS
from tgbot.store.tables import RedisTables
from tgbot.table.ports.tables import Change, Outcome, StoreUnavailable

pytestmark = pytest.mark.redis


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Run a leader with a replica."""
    with watched(tmp_path_factory.mktemp("fleet")) as running:
        yield running


async def waits(redis: Redis) -> int:
    """Count the WAITs a server has heard."""
    told = await redis.info("commandstats")
    return int(told.get("cmdstat_wait", {"calls": 0})["calls"])


async def test_without_replicas_nothing_is_waited_for(real: Redis) -> None:
    """One server alone never hears a WAIT."""
    tables, before = RedisTables(real), await waits(real)
    for version in range(3):
        assert await tables.commit(Change(table=table(version + 1), expected=version)) is Outcome.DONE

    assert await waits(real) == before


async def test_what_is_committed_lies_on_the_replica_too(fleet: Watched) -> None:
    """When the answer is there, so is the copy; also right after the scripts were forgotten."""
    async with connect(fleet.url) as redis:
        await redis.flushall()
        await redis.script_flush()
        tables = RedisTables(redis)
        for version in range(20):
            assert await tables.commit(Change(table=table(version + 1), expected=version)) is Outcome.DONE
            if version:  # the first found no script, and went the usual way
                copied = fleet.servers[1].ask("KEYS", "*:table:*")[0]
                assert int(fleet.servers[1].ask("HGET", copied, "version")) == version + 1
        assert await waits(redis) >= 19


async def test_a_replica_that_hangs_holds_nothing_up_for_long(fleet: Watched) -> None:
    """The first change waits its tenth of a second, the others not at all; none is refused."""
    async with connect(fleet.url) as redis:
        await redis.flushall()
        tables = RedisTables(redis)
        await tables.commit(Change(table=table(1), expected=0))
        fleet.servers[1].freeze()
        try:
            before = await waits(redis)
            for version in range(1, 30):
                assert await tables.commit(Change(table=table(version + 1), expected=version)) is Outcome.DONE
            assert await waits(redis) == before + 1
        finally:
            fleet.servers[1].thaw()
    assert WAIT_MS <= 100


async def test_many_changes_at_once_share_the_waiting(fleet: Watched) -> None:
    """A hundred changes of which one wins: the others are told, and nobody runs out of connections."""
    async with connect(fleet.url, connections=4) as redis:
        await redis.flushall()
        tables = RedisTables(redis)
        outcomes = await asyncio.gather(*(tables.commit(Change(table=table(1), expected=0)) for _ in range(100)))

        assert outcomes.count(Outcome.DONE) == 1
        assert (await tables.load(HOME)).table is not None


async def test_a_leader_that_hung_is_left_as_soon_as_another_leads(tmp_path: Path) -> None:
    """It wakes before it knows: what it would take is refused, and what is tried again is kept."""
    with watched(tmp_path) as fleet:
        first, second = fleet.servers
        async with connect(fleet.url) as redis:
            tables = RedisTables(redis)
            assert await tables.commit(Change(table=table(1), expected=0)) is Outcome.DONE
            first.freeze()
            await eventually(lambda: fleet.leader() is second, "the replica leads")
            first.thaw()
            assert first.ask("ROLE")[0] == b"master"
            with pytest.raises(StoreUnavailable):
                await tables.commit(Change(table=table(2), expected=1))
            assert await tables.commit(Change(table=table(2), expected=1)) is Outcome.DONE

        assert int(second.ask("HGET", second.ask("KEYS", "*:table:*")[0], "version")) == 2


async def test_what_a_leader_took_while_it_hung_is_not_answered_when_another_leads(tmp_path: Path) -> None:
    """No replica was there to be waited for when the change was sent, and one leads when the answer comes."""
    with watched(tmp_path, dead_after=1000) as fleet:
        first, second = fleet.servers
        async with connect(fleet.url) as redis:
            tables = RedisTables(redis)
            with fleet.without_the_replica():
                assert await tables.commit(Change(table=table(1), expected=0)) is Outcome.DONE
            await eventually(fleet.follows, "the replica has it all")
            first.freeze()
            committing = asyncio.create_task(tables.commit(Change(table=table(2), expected=1)))
            await eventually(lambda: _named(fleet) == second.port, "the replica leads, and the failover is over")
            first.thaw()
            try:
                assert await committing is Outcome.DONE
            except StoreUnavailable:
                assert await tables.commit(Change(table=table(2), expected=1)) is Outcome.DONE

        assert int(second.ask("HGET", second.ask("KEYS", "*:table:*")[0], "version")) == 2


def _named(fleet: Watched) -> int:
    """Tell whom the Sentinel names to the bot's client, which asks for more than the address."""
    return int(fleet.sentinel.ask("SENTINEL MASTER", "tables")["port"])
