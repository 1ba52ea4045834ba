"""The store that comes along: nothing answered is lost, whoever is killed."""

import asyncio
import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.store.samples import HOME, post, table
from tgbot.store.connection import connect
from tgbot.store.embedded import DataDirInUse, EmbeddedServer
from tgbot.store.embedded_options import StoreDidNotStart
from tgbot.store.tables import RedisTables
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.ports.tables import Change, Outcome, StoreUnavailable

pytestmark = pytest.mark.redis

BOT = """
    import asyncio, pathlib, sys
    from tests.store.samples import post, table
    from tgbot.store.connection import connect
    from tgbot.store.embedded import EmbeddedServer
    from tgbot.store.tables import RedisTables
    from tgbot.table.ports.tables import Change

    async def play():
        async with EmbeddedServer(pathlib.Path(sys.argv[1])) as server, connect(server.url) as redis:
            version = 0
            while True:
                await RedisTables(redis).commit(Change(table=table(version + 1), expected=version))
                version += 1
                print(version, server.pid, flush=True)

    asyncio.run(play())
"""


def permissions(folder: Path) -> int:
    """Tell who may enter a folder."""
    return stat.S_IMODE(folder.stat().st_mode)


def journal_of(folder: Path) -> Path:
    """Find the file the server appends to."""
    (journal,) = folder.glob("appendonlydir/*.incr.aof")
    return journal


async def stored_version(url: str) -> int:
    """Read the sample table's version."""
    async with connect(url) as redis:
        stored = (await RedisTables(redis).load(HOME)).table
        return 0 if stored is None else stored.version


async def test_it_keeps_what_it_was_told(folder: Path) -> None:
    """A table and its deliveries outlive the server that took them."""
    change = Change(table=table(1), expected=0, mark=UpdateMark(1), posts=(post(),))
    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        assert await RedisTables(redis).commit(change) is Outcome.DONE

    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        assert await RedisTables(redis).commit(change) is Outcome.DUPLICATE
        assert await stored_version(server.url) == 1


async def test_it_promises_what_the_documents_say(folder: Path) -> None:
    """It keeps an append-only file flushed with every write, never evicts, and nobody else can reach it."""
    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        facts = await server.info()
        config = await redis.config_get("append*")
        port = await redis.config_get("port")

    assert (facts.server, facts.durable, facts.evicts) == ("valkey", True, False)
    assert (config["appendonly"], config["appendfsync"]) == ("yes", "always")
    assert port == {"port": "0"}
    assert permissions(folder) == 0o700


async def test_a_killed_server_comes_back_with_everything(folder: Path) -> None:
    """After kill -9 of the server it is started anew at the same address, with all that was answered."""
    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        version = 0
        for _ in range(2):
            killed = server.pid
            assert killed is not None
            for _ in range(5):
                await RedisTables(redis).commit(Change(table=table(version + 1), expected=version))
                version += 1
            os.kill(killed, signal.SIGKILL)
            async with asyncio.timeout(10):
                while server.pid == killed or await _away(server.url):  # noqa: ASYNC110 -- nobody tells a test
                    await asyncio.sleep(0.02)

            assert await stored_version(server.url) == version


async def test_a_stop_while_the_server_is_started_anew_is_obeyed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the client loses the cancellation, as it may before Python 3.12."""
    asking = asyncio.Event()

    async def ping(_: Redis) -> None:
        asking.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)

    async with asyncio.timeout(20):
        async with EmbeddedServer(folder) as server:
            monkeypatch.setattr("redis.asyncio.Redis.ping", ping)
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            await asking.wait()


async def _away(url: str) -> bool:
    try:
        await stored_version(url)
    except StoreUnavailable:
        return True
    return False


async def test_a_killed_bot_loses_nothing_it_was_answered(folder: Path) -> None:
    """After kill -9 of the bot the next one stops the orphaned server and finds all that was answered."""
    bot = subprocess.Popen(  # noqa: ASYNC220 -- killed while it writes
        [sys.executable, "-c", textwrap.dedent(BOT), str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert bot.stdout is not None
    lines = [bot.stdout.readline() for _ in range(20)]
    bot.kill()
    lines += bot.stdout.read().splitlines()
    bot.wait()
    bot.stdout.close()
    answered, orphan = (int(number) for number in lines[-1].split())
    assert answered >= 20
    assert _alive(orphan)

    async with EmbeddedServer(folder) as server:
        # One more may have been written whose answer nobody read.
        assert await stored_version(server.url) in (answered, answered + 1)
        assert not _alive(orphan)


def _alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


async def test_a_second_bot_is_refused(folder: Path) -> None:
    """A second start in the same directory is refused in one sentence, and the first bot does not notice."""
    async with EmbeddedServer(folder) as server:
        with pytest.raises(DataDirInUse, match=f"^Another bot is running with the data directory {folder}; .*\\.$"):
            async with EmbeddedServer(folder):
                pass
        assert await stored_version(server.url) == 0

    async with EmbeddedServer(folder):
        pass


async def test_a_long_path_takes_a_socket_elsewhere(folder: Path) -> None:
    """A directory whose path is too long for a socket gets a private one, which goes with the server."""
    deep = folder / ("a" * 60) / ("b" * 60)
    async with EmbeddedServer(deep) as server:
        path = Path(server.url.removeprefix("unix://"))
        assert len(os.fsencode(path)) < 100
        assert permissions(path.parent) == 0o700
        assert await stored_version(server.url) == 0

    assert not path.parent.exists()


async def test_a_torn_last_write_is_dropped(folder: Path) -> None:
    """A write cut short by a power failure was never answered; the server starts without it."""
    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        await redis.set("whole", 1)
    journal = journal_of(folder)
    journal.write_bytes(journal.read_bytes() + b"*3\r\n$3\r\nSET\r\n$4\r\nto")

    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        assert await redis.keys("*") == [b"whole"]


async def test_a_broken_journal_says_so(folder: Path) -> None:
    """A server that cannot load its data does not start empty: the error quotes its last words."""
    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        await redis.set("whole", 1)
    journal = journal_of(folder)
    journal.write_bytes(b"nonsense\r\n" + journal.read_bytes())

    with pytest.raises(StoreDidNotStart, match=r"stopped at once: .*Bad file format"):
        async with EmbeddedServer(folder):
            pass


async def test_it_stops_with_the_bot(folder: Path) -> None:
    """After the bot has left, nobody listens any more and the directory is free."""
    async with EmbeddedServer(folder) as server:
        pid, path = server.pid, server.url.removeprefix("unix://")
    assert pid is not None

    assert not _alive(pid)
    with socket.socket(socket.AF_UNIX) as client, pytest.raises(OSError, match=r"refused|No such file"):
        client.connect(path)
