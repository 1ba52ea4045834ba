"""A night in bad weather, played to its end: the stand-in for Telegram, a store, workers, and people at their tables."""

import asyncio
import contextlib
import itertools
import sys
import time
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
from tests.chaos.promises import ALWAYS, BUILT_IN
from tests.chaos.seating import seat_everybody
from tests.chaos.stores import AnyStore, store_of
from tests.chaos.tape import Evidence, Tape
from tests.chaos.weather import Sky, stand_in
from tgbot.demo.server import DemoServer

ROOT = Path(__file__).parents[2]
_CALM = (1.0, 20.0)
_AFTER_A_STORM = (5.0, 90.0)
"""Seconds without a word after which nothing more will come (a retry may wait three), and how long to wait for that."""
_LOST, _LOST_IN_CALM = 12.0, 8.0  # seconds until somebody calls for a card that does not come
_AT_EASE = 60  # tables that two cores serve as fast as they are played at; at more of them everybody waits longer
_WAKING = 8.0  # seconds of good weather, in which players lose their patience and wake tables whose group seemed closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a night is: it lasts so many minutes, or until so many games have ended.

    Everything that is thrown during it follows from the seed; what comes of it at which moment, also from the machine.
    """

    seed: int
    minutes: float
    tables: int
    workers: int = 3
    store: str = ALWAYS
    pace: float = 4.0
    plants: tuple[Plant, ...] = ()
    calm: bool = False
    games: int | None = None

    @property
    def command(self) -> str:
        """How to run it again."""
        more = "" if self.store == ALWAYS else f" --store {self.store}"
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
    rises: Random


async def play(choice: Choice, folder: Path) -> Evidence:
    """Play a night and return what its witnesses say."""
    Tape(folder / "plan.jsonl").note(seed=choice.seed, store=choice.store, command=choice.command)
    async with AsyncExitStack() as stack:
        store = store_of(choice.store, folder)
        stack.push_async_callback(store.end)
        await store.start()
        crew = 1 if choice.store == BUILT_IN else choice.workers  # a built-in store lives where its one bot does
        ports, seeds = free_ports(crew), _seeds(choice.seed)
        sky = Sky(next(seeds), Tape(folder / "calls.jsonl"), Tape(folder / "taken.jsonl"), ports)
        telegram = await stack.enter_async_context(stand_in(sky))
        night = Night(
            telegram.world,
            Tape(folder / "cards.jsonl"),
            lost=(_LOST_IN_CALM if choice.calm else _LOST) * max(1, choice.tables / _AT_EASE),
        )
        tables = await seat_everybody(night, store.url, choice.tables, next(seeds), folder)
        await store.lend()
        workers = Workers(environment(telegram, store, folder, ports[0]), folder, ports, choice.seed, choice.plants)
        stack.callback(workers.end)
        for place in range(crew):
            workers.start(place)
        mischief = Mischief(next(seeds), workers, store, Tape(folder / "harms.jsonl"), choice.pace)
        looks = Looks(telegram.world, store, folder, *(_CALM if choice.calm else _AFTER_A_STORM))
        await _evening(choice, House(sky, night, tables, mischief, looks, next(seeds)))
    return Evidence.read(folder)


def _seeds(seed: int) -> Iterator[Random]:
    """Give each part of a run chance of its own, so that they do not change each other's."""
    for part in itertools.count():
        yield Random(f"{seed}:{part}")  # noqa: S311 -- no secret


def environment(telegram: DemoServer, store: AnyStore, folder: Path, port: int) -> dict[str, str]:
    """Tell a worker where everything is; Telegram is told this port."""
    told = {} if store.address is None else {"REDIS_URL": store.address}
    return told | {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "TELEGRAM_BOT_TOKEN": telegram.token,
        "TELEGRAM_API_URL": telegram.url,
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "DATA_DIR": str(folder / "data"),
        "LOG_LEVEL": "WARNING",
    }


async def _evening(choice: Choice, house: House) -> None:
    """Let everybody play in bad weather, then hold still and look, then play the last games out and look again."""
    night, looks, mischief = house.night, house.looks, house.mischief
    playing = [asyncio.create_task(table.play()) for table in house.tables]
    deeds = (mischief.raise_the_dead(house.rises), mischief.store.watch(), _ring(night, house.tables))
    tasks = [*map(asyncio.create_task, deeds), *playing]
    try:
        await looks.first_games()
        night.up = time.monotonic()
        await _storm(choice, house)
        await asyncio.sleep(0 if choice.calm else _WAKING)
        night.held = True
        await looks.quiet()
        await looks.look("held", house.tables)
        night.last, night.held, night.up = True, False, time.monotonic()
        await looks.all_over(playing)
        night.held = True
        await looks.quiet()
        tasks[0].cancel()
        mischief.workers.end()  # or somebody would move between two looks
        await mischief.store.take_back()
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
        house.mischief.stop()
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
