"""A night in bad weather, played to its end: the stand-in for Telegram, a store, workers, and people at their tables."""

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.chaos.looks import Looks
from tests.chaos.mischief import Mischief
from tests.chaos.plants import Plant
from tests.chaos.players import Night, Players
from tests.chaos.processes import Workers, free_ports
from tests.chaos.seating import seat_everybody
from tests.chaos.store import Store
from tests.chaos.tape import Evidence, Tape
from tests.chaos.weather import Sky, stand_in
from tgbot.demo.server import DemoServer

ROOT = Path(__file__).parents[2]
_CALM = (1.0, 20.0)
_AFTER_A_STORM = (5.0, 90.0)
"""Seconds without a word after which nothing more will come (a retry may wait three), and how long to wait for that."""
_LOST, _LOST_IN_CALM = 12.0, 3.0  # seconds until somebody calls for a card that does not come
_WAKING = 3.0  # seconds of good weather, in which players wake tables that thought their group was closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a night is: it lasts so many minutes, or until so many games have ended.

    Everything that is thrown during it follows from the seed; what comes of it at which moment, also from the machine.
    """

    seed: int
    minutes: float
    tables: int
    workers: int = 3
    fsync: str = "always"
    pace: float = 4.0
    plants: tuple[Plant, ...] = ()
    calm: bool = False
    games: int | None = None

    @property
    def command(self) -> str:
        """How to run it again."""
        more = "" if self.fsync == "always" else f" --fsync {self.fsync}"
        size = f"--minutes {self.minutes:g} --tables {self.tables} --pace {self.pace:g}"
        return f"python -m tests.chaos.run --seed {self.seed} {size}{more}"


@dataclass(frozen=True, slots=True)
class House:
    """What a run is played in."""

    sky: Sky
    night: Night
    tables: Sequence[Players]
    mischief: Mischief
    looks: Looks


async def play(choice: Choice, folder: Path) -> Evidence:
    """Play a night and return what its witnesses say."""
    Tape(folder / "plan.jsonl").note(seed=choice.seed, fsync=choice.fsync, command=choice.command)
    async with AsyncExitStack() as stack:
        store = Store(folder, choice.fsync)
        stack.callback(store.end)
        await store.start()
        ports, seeds = free_ports(choice.workers), _seeds(choice.seed)
        sky = Sky(next(seeds), Tape(folder / "calls.jsonl"), Tape(folder / "taken.jsonl"), ports)
        telegram = await stack.enter_async_context(stand_in(sky))
        night = Night(telegram.world, lost=_LOST_IN_CALM if choice.calm else _LOST)
        tables = await seat_everybody(night, store.url, choice.tables, next(seeds), folder)
        workers = Workers(environment(telegram, store, ports[0]), folder, ports, choice.seed, choice.plants)
        stack.callback(workers.end)
        for place in range(choice.workers):
            workers.start(place)
        mischief = Mischief(next(seeds), workers, store, Tape(folder / "harms.jsonl"), choice.pace)
        looks = Looks(telegram.world, store.url, folder, *(_CALM if choice.calm else _AFTER_A_STORM))
        await _evening(choice, House(sky, night, tables, mischief, looks))
    return Evidence.read(folder)


def _seeds(seed: int) -> Iterator[Random]:
    """Give each part of a run chance of its own, so that they do not change each other's."""
    for part in itertools.count():
        yield Random(f"{seed}:{part}")  # noqa: S311 -- no secret


def environment(telegram: DemoServer, store: Store, port: int) -> dict[str, str]:
    """Tell a worker where everything is; Telegram is told this port."""
    return {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "TELEGRAM_BOT_TOKEN": telegram.token,
        "TELEGRAM_API_URL": telegram.url,
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "REDIS_URL": store.url,
        "DATA_DIR": str(store.folder),
        "LOG_LEVEL": "WARNING",
    }


async def _evening(choice: Choice, house: House) -> None:
    """Let everybody play in bad weather, then hold still and look, then play the last games out and look again."""
    night, looks, mischief = house.night, house.looks, house.mischief
    playing = [asyncio.create_task(table.play()) for table in house.tables]
    deeds = (mischief.raise_the_dead(), mischief.store.watch(), _ring(night, house.tables))
    tasks = [*map(asyncio.create_task, deeds), *playing]
    try:
        await looks.first_games()
        await _storm(choice, house)
        await asyncio.sleep(0 if choice.calm else _WAKING)
        night.held = True
        await looks.quiet()
        await looks.look("held", house.tables)
        night.last, night.held = True, False
        await looks.all_over(playing)
        night.held = True
        await looks.quiet()
        tasks[0].cancel()
        mischief.workers.end()  # or somebody would move between two looks
        await looks.look("over", house.tables)
    finally:
        night.closed = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _storm(choice: Choice, house: House) -> None:
    storm = None if choice.calm else asyncio.create_task(house.mischief.go_on())
    house.sky.clear = choice.calm
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(choice.minutes * 60):
            await house.looks.games(choice.games or sys.maxsize)
    house.sky.clear = True
    if storm is not None:
        storm.cancel()
        await storm


async def _ring(night: Night, tables: Sequence[Players]) -> None:
    """Wake the players of a table whenever something happens in one of their chats."""
    bells: dict[int, list[asyncio.Event]] = {}
    for table in tables:
        for chat in (table.chat.id, *table.people):
            bells.setdefault(chat, []).append(table.bell)
    async for event in night.world.journal.watch():
        if event["kind"] in {"message", "edit", "answer"}:
            for bell in bells.get(event["chat"], ()):
                bell.set()
