"""The bot as a process of its own, which a test can kill, stop, and start again on the same data."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp

from tests.e2e.launcher import Launch, launch
from tests.e2e.stage import Stage, free_port
from tests.telegram_client import TelegramClient
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer

FORKS = multiprocessing.get_context("forkserver")
"""A fork of one process that has everything imported starts within milliseconds; the bot's own imports take seconds."""
FORKS.set_forkserver_preload(["tests.e2e.launcher"])

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
"""Seconds a process may take to start or to end on a machine that does much else."""

Run: TypeAlias = "ForkServerProcess | subprocess.Popen[bytes]"


@dataclass(frozen=True, slots=True)
class Command:
    """A command line that runs, and the file with its standard error."""

    process: "subprocess.Popen[bytes]"
    log: Path

    @property
    def said(self) -> str:
        """What it wrote to standard error."""
        return self.log.read_text(encoding="utf-8")


@dataclass
class Home:
    """Where a bot lives from one process to the next: its data, its port, and a Telegram to talk to.

    `bare`: its settings stand in a file of the folder, and none in the environment.
    """

    on: Stage
    folder: Path
    port: int = field(default_factory=free_port)
    polling: bool = False
    extra: dict[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    bare: bool = False

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.folder / "data"

    @property
    def armed(self) -> Path:
        """The file whose presence lets the process die, or fail."""
        return self.folder / "armed"

    @property
    def log(self) -> str:
        """Everything all processes have written."""
        return (self.folder / "log").read_text(encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """The environment of `tgbot run`."""
        if self.bare:
            return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
        public = {} if self.polling else {"PUBLIC_URL": f"http://127.0.0.1:{self.port}"}
        return {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TELEGRAM_BOT_TOKEN": self.on.telegram.token,
            "TELEGRAM_API_URL": self.on.telegram.url,
            "LISTEN_PORT": str(self.port),
            "DATA_DIR": str(self.data),
            **public,
            **self.extra,
        }

    @property
    def store_pid(self) -> int:
        """The process of the embedded store."""
        return int((self.data / "server.pid").read_text())

    async def start(self, dice: tuple[int, ...] = (), **how: Any) -> ForkServerProcess:
        """Start the bot and wait until it takes updates."""
        chosen = Launch(environment=self.environment, log=self.folder / "log", armed=self.armed, dice=dice, **how)
        process = FORKS.Process(target=launch, args=(chosen,))
        process.start()
        self.runs.append(process)
        await self.ready(process)
        return process

    async def ready(self, process: Run) -> None:
        """Wait until the bot says it is ready."""
        async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
            while _code(process) is None:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(f"http://127.0.0.1:{self.port}/health/ready") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.02)
        raise AssertionError(f"the bot ended with {_code(process)}")

    def cli(self, **more: str) -> Command:
        """Start `python -m tgbot run`, as a host does."""
        log = self.folder / f"command{len(self.runs)}"
        with log.open("w", encoding="utf-8") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "tgbot", "run"],
                env={**self.environment, "LOG_LEVEL": "WARNING", **more},
                cwd=self.folder,
                stderr=errors,
            )
        self.runs.append(process)
        return Command(process, log)

    def end(self) -> None:
        """Leave no process of ours behind."""
        for process in self.runs:
            process.kill()
            process.wait() if isinstance(process, subprocess.Popen) else process.join()
        for store in self.folder.glob("*/server.pid"):
            with contextlib.suppress(OSError, ValueError):
                os.kill(int(store.read_text()), signal.SIGKILL)


async def ended(process: Run) -> int:
    """Wait for the end of a process and return its exit code; killed by a signal, that is minus the signal."""
    if isinstance(process, subprocess.Popen):
        return await asyncio.to_thread(process.wait, PATIENCE)
    await asyncio.to_thread(process.join, PATIENCE)
    assert process.exitcode is not None, "it goes on"
    return process.exitcode


def _code(process: Run) -> int | None:
    return process.poll() if isinstance(process, subprocess.Popen) else process.exitcode


def alive(pid: int) -> bool:
    """Tell whether a process still runs; one that nobody has waited for yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@asynccontextmanager
async def home(folder: Path, *, polling: bool = False, extra: Mapping[str, str] | None = None) -> AsyncIterator[Home]:
    """A Telegram, people, and a place for a bot whose store comes along. No process outlives the test."""
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(DemoServer(DemoConfig(limits=UNLIMITED, retry_scale=0.02)))
        tg = await stack.enter_async_context(await TelegramClient.connect(telegram.url))
        place = Home(Stage(telegram, tg, "", stack, folder / "data"), folder, polling=polling, extra=dict(extra or {}))
        stack.callback(place.end)
        yield place
