"""The store that comes along: a real Valkey server of our own in `DATA_DIR`, for a bot without `REDIS_URL`.

It flushes every write to the disk before it answers, so nothing that was answered is lost, whoever dies. It listens on a
Unix socket alone. Two locks in the directory tell who is alive, and the system releases them with their process:
`bot.lock` is held by the bot, `server.lock` by the server, which inherits it open.
"""

import asyncio
import contextlib
import logging
import os
import shutil
import signal
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tgbot.store.checks import StoreFacts, facts
from tgbot.store.connection import connect
from tgbot.store.embedded_options import ADDRESS, SOCKET, StoreDidNotStart, binary, options
from tgbot.store.endings import end
from tgbot.store.locks import Lock
from tgbot.store.troubles import Troubles

_log = logging.getLogger(__name__)

_LONGEST_SOCKET = 100
"""Bytes a socket's path may have; systems allow 104 to 108."""
_LOADING = 120.0
"""Seconds a server may take to load its data."""
_STOPPING = 15.0
"""Seconds a server may take to stop before it is killed, which loses nothing that was answered."""


class DataDirInUse(Exception):  # noqa: N818 -- reads as the state it names
    """Another bot keeps its data in this directory."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(f"Another bot is running with the data directory {data_dir}; stop it or choose another.")


class EmbeddedServer:
    """A Valkey server that lives and dies with this process. Enter it to start it; `url` is then its address."""

    def __init__(self, data_dir: Path) -> None:
        self._dir = data_dir.resolve()
        self._bot_lock = Lock(self._dir / "bot.lock")
        self._server_lock = Lock(self._dir / "server.lock")
        self._address = self._dir / ADDRESS
        self._pid_file = self._dir / "server.pid"
        self._log_file = self._dir / "server.log"
        self._socket = self._dir / SOCKET
        self._process: asyncio.subprocess.Process | None = None
        self._guard: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The address to connect to."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int | None:
        """The server's process, while it runs."""
        return None if self._process is None else self._process.pid

    async def __aenter__(self) -> Self:
        """Start the server.

        Raises:
            DataDirInUse: another bot is running in this directory.
            StoreDidNotStart: the server could not be started; the message says why.

        """
        self._dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._dir.chmod(0o700)  # hidden dice lie in here
        if not self._bot_lock.take():
            raise DataDirInUse(self._dir)
        try:
            await self._stop_orphan()
            self._choose_socket()
            await self._start()
        except BaseException:
            await self._stop()
            self._bot_lock.release()
            raise
        self._guard = asyncio.create_task(self._restart_when_it_dies(), name="embedded store")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._guard is not None
        await end(self._guard)
        await self._stop()
        self._forget_socket()
        self._bot_lock.release()

    async def info(self) -> StoreFacts:
        """Ask the server about itself."""
        async with connect(self.url, connections=1) as redis:
            return await facts(redis)

    async def _start(self) -> None:
        if not self._server_lock.take():
            raise StoreDidNotStart(f"a server is still running in {self._dir}")
        try:
            self._process = await asyncio.create_subprocess_exec(
                binary(),
                *options(self._dir, self._socket, self._pid_file, self._log_file),
                cwd=self._dir,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                pass_fds=(self._server_lock.fileno(),),
                start_new_session=True,  # Ctrl-C is for the bot, which stops the server last
            )
        finally:
            self._server_lock.close()  # from here on the server alone holds it, as long as it lives
        await self._until_ready(self._process)

    async def _until_ready(self, process: asyncio.subprocess.Process) -> None:
        redis = Redis(unix_socket_path=str(self._socket), socket_timeout=1.0, retry=Retry(NoBackoff(), 0))
        try:
            async with redis, asyncio.timeout(_LOADING):
                while process.returncode is None:
                    with contextlib.suppress(RedisError):
                        await redis.ping()
                        return
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise StoreDidNotStart(f"the store in {self._dir} did not answer within {_LOADING:.0f} s") from None
        raise StoreDidNotStart(f"the store in {self._dir} stopped at once: {self._last_words()}")

    async def _restart_when_it_dies(self) -> None:
        troubles = Troubles(self._dir)
        while True:
            assert self._process is not None
            code = await self._process.wait()
            await asyncio.sleep(troubles.ended(f"the embedded store ended with {code}; starting it anew"))
            try:
                await self._start()
            except (StoreDidNotStart, OSError) as error:
                await asyncio.sleep(troubles.ended(str(error)))
            else:
                troubles.started()

    async def _stop(self) -> None:
        process = self._process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()  # Valkey flushes and leaves
        try:
            async with asyncio.timeout(_STOPPING):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        self._process = None

    async def _stop_orphan(self) -> None:
        """Stop the server a killed bot left behind. It is ours: it runs in our directory, whose other lock we hold."""
        if self._server_lock.take():
            self._server_lock.release()
            return
        _log.warning("stopping the store of a bot that was killed")
        for kill in (signal.SIGTERM, signal.SIGKILL):
            self._signal_orphan(kill)
            for _ in range(round(_STOPPING / 0.05)):
                if self._server_lock.take():
                    self._server_lock.release()
                    return
                await asyncio.sleep(0.05)
        raise StoreDidNotStart(f"an older server in {self._dir} does not stop")

    def _signal_orphan(self, kill: signal.Signals) -> None:
        with contextlib.suppress(OSError, ValueError):  # it may just have gone, or never have written its number
            os.kill(int(self._pid_file.read_text()), kill)

    def _choose_socket(self) -> None:
        """Put the socket into the data directory, or into a private one of its own if that path is too long."""
        self._forget_socket()
        if len(os.fsencode(self._socket)) >= _LONGEST_SOCKET:
            self._socket = Path(tempfile.mkdtemp(prefix="tgbot-")) / SOCKET
            self._address.write_text(str(self._socket))

    def _forget_socket(self) -> None:
        with contextlib.suppress(OSError):
            folder = Path(self._address.read_text()).parent
            self._address.unlink()
            shutil.rmtree(folder)

    def _last_words(self) -> str:
        try:
            lines = self._log_file.read_text(errors="replace").splitlines()
        except OSError:
            return "it wrote no log"
        return lines[-1] if lines else "it wrote no log"
