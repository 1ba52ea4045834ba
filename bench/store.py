# ruff: noqa: INP001 -- a script, not a package
"""What a move costs in the store: load, decide, commit, beside one plain read and write of as many bytes."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.store.servers import real_server
from tgbot.game.seats import PlayerId
from tgbot.main.dice import SystemCup
from tgbot.main.pause import pause
from tgbot.store.codec import TABLES
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, Place, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.service import TableService

ROUNDS, MOVES, SEATS = 7, 300, 6
GROUP = -1001234567890
PEOPLE = tuple(Person(PlayerId(7_000_000_000 + seat), f"Gast {seat}", "de") for seat in range(SEATS))


async def seconds(times: int, work: Callable[[int], Awaitable[object]]) -> float:
    """Measure the CPU of this process for doing something so often."""
    begin = process_time()
    for number in range(times):
        await work(number)
    return process_time() - begin


async def main() -> None:
    """Print the ratio of a move to a bare read and write, median of interleaved rounds."""
    with tempfile.TemporaryDirectory() as folder, real_server(Path(folder)) as url:
        async with connect(url) as redis:
            store = RedisTables(redis)
            service = TableService(store, SystemCup(), pause)
            await service.handle(Commanded(UpdateMark(1), Place(GROUP, title="Bench"), Word.NEW, PEOPLE[0]))
            for number, person in enumerate(PEOPLE[1:], start=2):
                tap = Tap(TableId(GROUP), 1, 0, Action.JOIN)
                await service.handle(Tapped(UpdateMark(number, tap=True), "q", person, tap, GROUP))

            async def move(_: int) -> None:
                mark = UpdateMark(int.from_bytes(os.urandom(6), "big"), tap=True)
                action = Action.LEAVE if mark.id % 2 else Action.JOIN
                await service.handle(Tapped(mark, "q", PEOPLE[-1], Tap(TableId(GROUP), 1, 0, action), GROUP))

            table = (await store.load(TableId(GROUP))).table
            assert table is not None
            size = TABLES.dump(table)

            async def bare(_: int) -> None:
                await redis.get("bench")
                await redis.set("bench", size)

            ratios = [await seconds(MOVES, move) / await seconds(MOVES, bare) for _ in range(ROUNDS)]
    print(f"a move costs {median(ratios):.2f} x a plain read and write ({min(ratios):.2f} to {max(ratios):.2f})")  # noqa: T201


asyncio.run(main())
