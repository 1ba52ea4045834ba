"""The stores of a run, as `docs/promises.md` names them, and what can happen to each."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Protocol

from tests.chaos.clustered import Clustered
from tests.chaos.led import Led
from tests.chaos.notes import Harm, Note
from tests.chaos.promises import ALWAYS, BUILT_IN, CLUSTER, EVERYSEC, LOST, SENTINEL
from tests.chaos.store import Store
from tgbot.store.checks import ready
from tgbot.store.connection import connect
from tgbot.store.embedded import EmbeddedServer
from tgbot.store.embedded_options import url_of
from tgbot.table.ports.tables import StoreUnavailable

_LOOK, _LOOKS = 0.1, 100  # seconds between two looks whether a bot has its store running again; and how many


class AnyStore(Protocol):
    """A store that workers use and a nemesis harms. Each harm ends with a store that is whole again."""

    @property
    def url(self) -> str:
        """The address to connect to."""

    @property
    def address(self) -> str | None:
        """What a worker is told; None: it brings its own."""

    async def start(self) -> None:
        """Start it, and wait until it answers."""

    async def lend(self) -> None:
        """Leave it to the workers."""

    async def take_back(self) -> None:
        """Have it to oneself, after the workers have ended."""

    async def watch(self) -> None:
        """Keep an eye on it until cancelled."""

    def harms(self) -> Sequence[Harm]:
        """List what may happen to it."""

    async def end(self) -> None:
        """Leave nothing behind."""


def store_of(name: str, folder: Path) -> AnyStore:
    """Make the store of a name."""
    made: dict[str, Callable[[], AnyStore]] = {
        BUILT_IN: lambda: BuiltIn(folder),
        ALWAYS: lambda: Single(folder, "always"),
        EVERYSEC: lambda: Single(folder, "everysec"),
        SENTINEL: lambda: Fleet(folder),
        CLUSTER: lambda: Nodes(folder),
    }
    return made[name]()


class _Apart:
    """A store that is nobody's: it runs beside the workers, and looks after itself."""

    @property
    def url(self) -> str:
        """The address to connect to."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        """What a worker is told."""
        return self.url

    async def lend(self) -> None:
        """It is nobody's."""

    async def take_back(self) -> None:
        """It is nobody's."""

    async def watch(self) -> None:
        """There is nothing to be seen."""


class Single(Store, _Apart):
    """One server, whose power can be cut if it does not write before it answers."""

    async def end(self) -> None:
        """Leave nothing behind."""
        self.stop()

    def harms(self) -> Sequence[Harm]:
        """It is killed, its power is cut, it hangs."""
        return [self._kill, self._pause, *([self._cut] if self.fsync == EVERYSEC else [])]

    async def _kill(self, random: Random, note: Note) -> None:
        note("kill")
        self.signal(signal.SIGKILL)
        await self._back(random, note)

    async def _cut(self, random: Random, note: Note) -> None:
        note("cut")
        self.cut_power(random.uniform(0, LOST))
        await self._back(random, note)

    async def _back(self, random: Random, note: Note) -> None:
        await asyncio.sleep(random.uniform(0, 1.5))
        await self.start()
        note("continue")

    async def _pause(self, random: Random, note: Note) -> None:
        note("stop")
        self.signal(signal.SIGSTOP)
        await asyncio.sleep(random.uniform(0.2, 2))
        self.signal(signal.SIGCONT)
        note("continue")


class BuiltIn:
    """The bot's own server, in its data directory: whoever kills it, the bot starts it anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "data"
        self._held = EmbeddedServer(self._folder)

    @property
    def url(self) -> str:
        """The address to connect to."""
        return url_of(self._folder)

    @property
    def address(self) -> None:
        """The bot brings it along."""
        return

    async def start(self) -> None:
        """Start it without the bot."""
        await self._held.__aenter__()

    async def lend(self) -> None:
        """Stop it, so that the bot can have it."""
        await self._held.__aexit__(None, None, None)

    async def take_back(self) -> None:
        """Start it on what a killed bot has left."""
        self._held = EmbeddedServer(self._folder)
        await self.start()

    async def watch(self) -> None:
        """The bot does."""

    async def end(self) -> None:
        """Leave nothing behind, nor a server whose bot was killed."""
        if self._held.pid is None:
            await self.take_back()
        await self.lend()

    def harms(self) -> Sequence[Harm]:
        """It is killed; it hangs."""
        return [self._kill, self._pause]

    async def _kill(self, random: Random, note: Note) -> None:
        del random
        note("kill")
        self._signal(signal.SIGKILL)
        for _ in range(_LOOKS):
            if await self._answers():
                break
            await asyncio.sleep(_LOOK)
        note("continue")

    async def _pause(self, random: Random, note: Note) -> None:
        note("stop")
        self._signal(signal.SIGSTOP)
        await asyncio.sleep(random.uniform(0.2, 2))
        self._signal(signal.SIGCONT)
        note("continue")

    async def _answers(self) -> bool:
        try:
            async with connect(self.url, connections=1) as redis:
                await ready(redis)
        except StoreUnavailable:
            return False
        return True

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.kill(int((self._folder / "server.pid").read_text(encoding="ascii")), number)
        except (FileNotFoundError, ProcessLookupError, ValueError):
            return  # it is just being started anew


class Fleet(Led, _Apart):
    """A leader with a replica, watched by a Sentinel."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ExitStack())

    async def end(self) -> None:
        """Leave nothing behind."""
        self.stack.close()


class Nodes(Clustered, _Apart):
    """A cluster of three, each with a replica."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ExitStack())

    async def end(self) -> None:
        """Leave nothing behind."""
        self.stack.close()
