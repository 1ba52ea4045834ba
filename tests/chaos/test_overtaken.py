"""A worker that is stopped on its way to Telegram, and goes on when another one has shown what came later."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.chaos.buttons import Offer
from tests.chaos.evening import environment
from tests.chaos.looks import Looks
from tests.chaos.plants import ARMED, STOPPED, Plant
from tests.chaos.players import NAMES, Night, Players
from tests.chaos.processes import Workers, free_ports
from tests.chaos.promises import ALWAYS
from tests.chaos.seating import seat
from tests.chaos.stores import store_of
from tests.chaos.surfaces import check_surfaces
from tests.chaos.tape import Evidence, Tape
from tests.chaos.weather import Sky, stand_in
from tgbot.demo.world.talk import Words, press, say

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(300)]  # whole nights, on any machine

PATIENCE = 60.0


@dataclass
class Table:
    """One table with two workers, the holder of which stops itself before its next call once that is armed."""

    night: Night
    players: Players
    looks: Looks
    folder: Path

    async def until(self, seen: Callable[[], bool]) -> None:
        """Look again whenever something happens."""
        async with asyncio.timeout(PATIENCE):
            async for _ in self.night.world.journal.watch():
                if seen():
                    return

    def offers(self, action: str) -> list[Offer]:
        """List the newest card's buttons of an action."""
        return [found for found in self.players._newest(self.players.chat) if found.action == action]

    async def press(self, number: int, action: str) -> None:
        """Wait for a button on the newest card, and press it."""
        await self.until(lambda: bool(self.offers(action)))
        found = self.offers(action)[0]
        press(self.night.world, self.players.chat, self.players.people[number], found.message, found.data)

    def shows(self, text: str) -> bool:
        """Whether the newest message has this text."""
        return text in next(reversed(self.players.chat.messages.values())).text

    async def stopped(self) -> int:
        """Wait for the worker that stopped itself; returns its process."""
        note = self.folder / STOPPED
        async with asyncio.timeout(PATIENCE):
            while True:
                await asyncio.sleep(0.05)
                if note.exists() and (process := note.read_text(encoding="utf-8")):
                    return int(process)

    async def faults(self) -> list[str]:
        """Say what the chat shows wrongly once all is quiet."""
        await self.looks.quiet()
        await self.looks.look("held", [self.players])
        look = Evidence.read(self.folder).looks[-1]
        return list(check_surfaces(look, dict(zip(NAMES, self.players.people, strict=True))))


@asynccontextmanager
async def table() -> AsyncIterator[Table]:
    """Seat three people, whose private chats are closed."""
    folder = Path(tempfile.mkdtemp(prefix="chaos"))
    async with AsyncExitStack() as stack:
        stack.callback(shutil.rmtree, folder)
        store = store_of(ALWAYS, folder)
        stack.push_async_callback(store.end)
        await store.start()
        ports = free_ports(2)
        sky = Sky(Random(1), Tape(folder / "calls.jsonl"), Tape(folder / "taken.jsonl"), ports)  # noqa: S311 -- no secret
        telegram = await stack.enter_async_context(stand_in(sky))
        Tape(folder / "plan.jsonl").note(store=ALWAYS)
        night = Night(telegram.world)
        players = await seat(night, store.url, NAMES, limit=3)
        workers = Workers(environment(telegram, store, folder, ports[0]), folder, ports, 1, (Plant.STOPS_ON_THE_WAY,))
        stack.callback(workers.end)
        for place in range(2):
            workers.start(place)
        yield Table(night, players, Looks(telegram.world, store, folder, 4.0, PATIENCE), folder)


async def test_a_late_rewriting_does_not_stay() -> None:
    """The lobby that had two seats when the worker was stopped has three in the end."""
    async with table() as at:
        say(at.night.world, at.players.chat, at.players.people[0], Words("/neu"))
        await at.until(lambda: at.shows("Am Tisch (1)"))
        (at.folder / ARMED).write_text("edit", encoding="utf-8")
        await at.press(1, "j")
        stopped = await at.stopped()
        await at.until(lambda: at.shows("Am Tisch (2)"))
        await at.press(2, "j")
        await at.until(lambda: at.shows("Am Tisch (3)"))
        os.kill(stopped, signal.SIGCONT)

        assert await at.faults() == []


async def test_a_late_card_does_not_stay_the_last() -> None:
    """The card that asked Bert, sent when he has long answered, has the present one below it."""
    async with table() as at:
        say(at.night.world, at.players.chat, at.players.people[0], Words("/neu"))
        await at.press(1, "j")
        await at.until(lambda: at.shows("Am Tisch (2)"))
        await at.press(0, "s")
        await at.until(lambda: bool(at.offers("a")))
        (at.folder / ARMED).write_text("send", encoding="utf-8")
        await at.press(0, "a")
        stopped = await at.stopped()
        await at.press(1, "d")
        await at.until(lambda: bool(at.offers("a")))
        os.kill(stopped, signal.SIGCONT)

        assert await at.faults() == []
