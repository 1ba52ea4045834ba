"""The connection: it waits instead of failing, never mixes answers up, and says plainly when the store is away."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ClusterError,
    MasterDownError,
    MovedError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from tests.store.samples import HOME, post, table
from tests.store.servers import real_server
from tgbot.store.connection import connect, store_errors
from tgbot.store.tables import RedisTables
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.ports.tables import Change, Outcome, StoreUnavailable

pytestmark = pytest.mark.redis

CHANGE = Change(table=table(1), expected=0, mark=UpdateMark(1), posts=(post(),))


@pytest.mark.parametrize(
    "error",
    [
        Disconnected("gone"),
        TimedOut("slow"),
        BusyLoadingError("LOADING"),
        OutOfMemoryError("OOM"),
        ReadOnlyError("READONLY"),
        ClusterDownError("CLUSTERDOWN"),
        MasterDownError("MASTERDOWN"),
        ResponseError("MISCONF Errors writing to the AOF file"),
        ResponseError("NOREPLICAS Not enough good replicas to write."),
        ResponseError("UNBLOCKED force unblock from blocking operation"),
        ResponseError("BUSY Valkey is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE."),
        NoPermissionError("NOPERM this user has no permissions to run the 'evalsha' command"),
        ClusterError("TTL exhausted."),
        RedisClusterException("Redis Cluster cannot be connected."),
        TryAgainError("TRYAGAIN Multiple keys request during rehashing of slot"),
        MovedError("1234 127.0.0.1:7000"),
        ResponseError("Error running script (call to f_1): @user_script:3: -OOM command not allowed"),
    ],
    ids=lambda error: f"{type(error).__name__} {str(error).split()[0]}",
)
def test_a_store_that_is_away_is_unavailable(error: Exception) -> None:
    """Whatever keeps the store from answering or writing is one exception for everybody else."""
    with pytest.raises(StoreUnavailable), store_errors():
        raise error


def test_our_own_mistakes_are_not_the_stores() -> None:
    """An error in a script is a fault of ours and is not tried again as if the store were away."""
    with pytest.raises(ResponseError), store_errors():
        raise ResponseError("ERR wrong number of arguments")


@pytest.mark.parametrize("url", ["http://localhost", "localhost:6379", ""])
def test_other_addresses_are_refused(url: str) -> None:
    """An address of another kind is refused at once, with the kinds there are."""
    with pytest.raises(ValueError, match="unix://"):
        connect(url)


async def test_a_store_nobody_runs_is_unavailable(tmp_path: Path) -> None:
    """Loading and committing say that the store is away."""
    async with connect(f"unix://{tmp_path}/nobody") as redis:
        with pytest.raises(StoreUnavailable):
            await RedisTables(redis).load(HOME)
        with pytest.raises(StoreUnavailable):
            await RedisTables(redis).commit(CHANGE)


async def test_a_cancelled_command_leaves_no_answer_behind(real_url: str) -> None:
    """A command cancelled before its answer came never gives that answer to the next one on the same connection."""
    async with connect(real_url, connections=1) as redis:
        for number in range(30):
            await redis.set("mine", number)
            asked = asyncio.create_task(_slow(redis, "another group's state"))
            await asyncio.sleep(0.001 * (number % 5))
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)

            assert await redis.get("mine") == str(number).encode()


async def _slow(redis: Redis, answer: str) -> object:
    """Ask for something the server takes some milliseconds to answer."""
    return await redis.eval("for n = 1, 300000 do end; return ARGV[1]", 0, answer)


async def test_presses_wait_for_a_connection(real_url: str) -> None:
    """Ten times as many commands as connections all get their answer."""
    async with connect(real_url, connections=5) as redis:
        answers = await asyncio.gather(*(redis.incr("presses") for _ in range(50)))

    assert len(set(answers)) == 50


async def test_a_full_store_keeps_what_it_has(tmp_path: Path) -> None:
    """A store out of memory refuses a commit whole, goes on answering reads, and the update may be tried again."""
    with real_server(tmp_path, "--maxmemory-policy", "noeviction") as url:
        async with connect(url) as redis:
            tables = RedisTables(redis)
            await redis.config_set("maxmemory", "1")  # byte
            with pytest.raises(StoreUnavailable):
                await tables.commit(CHANGE)
            assert (await tables.load(HOME)).table is None
            assert await redis.dbsize() == 0

            await redis.config_set("maxmemory", "0")
            assert await tables.commit(CHANGE) is Outcome.DONE


async def test_a_read_only_replica_writes_nothing(tmp_path: Path) -> None:
    """A server that has become a replica refuses a commit whole."""
    with real_server(tmp_path) as url:
        async with connect(url) as redis:
            await redis.replicaof("127.0.0.1", "1")
            with pytest.raises(StoreUnavailable):
                await RedisTables(redis).commit(CHANGE)
            await redis.replicaof("NO", "ONE")

            assert await redis.dbsize() == 0
            assert await RedisTables(redis).commit(CHANGE) is Outcome.DONE


async def test_a_restarted_store_is_found_again(tmp_path: Path) -> None:
    """After a restart the same client goes on, and its scripts are sent again."""
    with real_server(tmp_path) as url:
        redis = connect(url)
        assert await RedisTables(redis).commit(CHANGE) is Outcome.DONE
    with pytest.raises(StoreUnavailable):
        await RedisTables(redis).load(HOME)
    (tmp_path / "s").unlink(missing_ok=True)
    with real_server(tmp_path):
        assert await RedisTables(redis).commit(CHANGE) is Outcome.DONE
        await redis.aclose()
