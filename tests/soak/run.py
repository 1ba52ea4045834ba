"""`python -m tests.soak.run --chats 10000` opens chats, plays in them and walks away: what is left of them in the end."""

import argparse
import asyncio
import gc
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import orjson

from tests.e2e.stage import ROOMY
from tests.fuzz.playing import next_move
from tests.fuzz.site import Site, site
from tests.soak.clock import Clock, clock
from tests.soak.report import Left, Report, leaks
from tests.telegram_client import Json
from tgbot.game.seats import PlayerId
from tgbot.phrases import picture
from tgbot.store import keys
from tgbot.store.leases import PartitionLeases
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.updates import SpokeInPrivate, UpdateMark
from tgbot.table.state.table import Table

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
_AT_ONCE = 16
_MOVES = 12
_WARMING_UP = 6
"""At least; else a tenth of the chats, so that the process has been as busy before as it will be."""
_FIRST = 100_000
_FEW = 1_000
_BEHIND = 200
"""Tables with something on its way to them, at most, before another evening begins."""
_STUCK = 6_000
"""Looks, five a second, without any of it getting less: turns run out by the real clock, too, until a table sleeps."""
_TRIES = 20
_NEXT_WINDOW = 60.0
"""Seconds after which nobody's presses of just now count any more."""
_STRANGER = 4_000_000_000
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Soak:
    """One run against one site."""

    on: Site
    clock: Clock
    rng: Random
    report: Report = field(default_factory=Report)
    tell: Callable[[str], object] = str
    _updates: int = 0
    _waiting: int = 0
    _at_play: set[TableId] = field(default_factory=set)

    async def go(self, chats: int) -> Report:
        """Warm up, measure, play everywhere, go away, and measure again."""
        await self._evenings(range(max(_WARMING_UP, chats // 10)))
        await self._time_goes_by()
        self.report.base = await self._left()
        before = self._updates
        await self._evenings(range(_FIRST, _FIRST + chats))
        self.report.chats, self.report.updates = chats, self._updates - before
        self.report.played = await self._left()
        self.report.by_chat = (self.report.played.store - self.report.base.store) // chats
        self.report.by_table = await self._bytes_by_table(chats)
        await self._time_goes_by()
        self.report.end = await self._left()
        self.report.lasting = await self._lasting()
        return self.report

    async def _evenings(self, numbers: range) -> None:
        todo = iter(numbers)

        async def play() -> None:
            for number in todo:
                if not number % _FEW:
                    self.tell(f"chat {number}: {_resident():,} bytes resident\n")
                await self._evening(number)

        watching = asyncio.create_task(self._watch())
        await asyncio.gather(*(play() for _ in range(_AT_ONCE)))
        self._waiting = 1
        while self._waiting:  # noqa: ASYNC110 -- as above
            await asyncio.sleep(0.1)
        watching.cancel()
        assert not self.on.record.errors, self.on.record.errors

    async def _evening(self, number: int) -> None:
        """Add the bot, open a table, play some rounds, and never come back."""
        home = -1_001_000_000_000 - number
        people: list[Json] = [
            {"id": 5_000_000_000 + 4 * number + seat, "is_bot": False, "first_name": f"Gast {seat}"}
            for seat in range(3)
        ]
        await self._post(_added(home, people[0]))
        for person in people[: number % 4]:
            await self._post(_started(person))
        table = Table(id=TableId(home), chat=home)
        self._at_play.add(table.id)
        for _ in range(_MOVES):
            table = self.on.record.tables.get(table.id, table)
            await self._post(next_move(table, people, self.rng))
        if number % 10 == 0:
            await self._post(_upgraded(home, people[0]))
        self._at_play.discard(table.id)
        while self._waiting > _BEHIND:  # noqa: ASYNC110 -- the worker rings no bell; nobody reads as fast
            await asyncio.sleep(0.1)
        self._forget()

    async def _post(self, update: Json) -> None:
        self._updates += 1
        body = orjson.dumps({"update_id": 700_000_000 + self._updates, **update})
        status, _ = await self.on.post(body)
        for _again in range(_TRIES):
            if status != HTTPStatus.SERVICE_UNAVAILABLE:
                break
            self.report.postponed += 1  # "not now": Telegram delivers it again
            await asyncio.sleep(1)
            status, _ = await self.on.post(body)
        assert status == HTTPStatus.OK, (status, update)

    def _forget(self) -> None:
        """Keep nothing of what the harness has seen, but the tables somebody plays at."""
        telegram, record = self.on.telegram, self.on.record
        telegram.calls.clear()
        telegram.journal.lines.clear()
        telegram.texts.clear()
        record.fresh.clear()
        for table in record.tables.keys() - self._at_play:
            del record.tables[table]

    async def _time_goes_by(self) -> None:
        """Turns run out until everybody sleeps, the evening ends, and in the end nothing is kept any more."""
        for _ in range(40):
            await self._pass(13 * _MINUTE)
            if not await self._playing():
                break
        for step in (31 * _MINUTE, 9 * _HOUR, 30 * _HOUR, 31 * _DAY, 400 * _DAY, 31 * _DAY):
            await self._pass(step)

    async def _pass(self, milliseconds: int) -> None:
        self.tell(f"{self._updates} updates, {_resident():,} bytes resident; {milliseconds // _MINUTE} minutes go by\n")
        await self.clock.advance(milliseconds)
        for known in (self._leases._no_deadline_until, self._leases._no_delivery_until):
            known.clear()  # what this worker has learned by the old time
        await self._until_nothing_is_due()

    async def _until_nothing_is_due(self) -> None:
        """Wait for the worker to have caught up, however long it takes while he gets on."""
        quiet, least, stuck = 0, await self._due(), 0
        while quiet < 2:
            await asyncio.sleep(0.2)
            self._forget()
            due = await self._due()
            quiet = quiet + 1 if not due else 0
            least, stuck = min(least, due), 0 if due < least else stuck + 1
            assert stuck < _STUCK, f"of what is due, {due} is never done"

    async def _watch(self) -> None:
        """Count the tables with something on its way to them, again and again."""
        while True:
            async with self.on.redis.pipeline(transaction=False) as looking:
                for number in range(keys.PARTITIONS):
                    looking.zcount(keys.out(number), "-inf", self._now)
                self._waiting = sum(await looking.execute())
            await asyncio.sleep(0.5)

    @property
    def _now(self) -> int:
        return round(time.time() * 1000) + self.clock.ahead

    async def _due(self) -> int:
        now = self._now
        async with self.on.redis.pipeline(transaction=False) as looking:
            for number in range(keys.PARTITIONS):
                looking.zcount(keys.due(number), "-inf", now + 6_000)
                looking.zcount(keys.out(number), "-inf", now + 60_000)
            return sum(await looking.execute())

    async def _playing(self) -> int:
        """Count the deadlines that still stand, but for an evening's."""
        async with self.on.redis.pipeline(transaction=False) as looking:
            for number in range(keys.PARTITIONS):
                looking.hkeys(keys.deadlines(number))
            found = await looking.execute()
        return sum(not name.endswith((b"|evening", b"|morning")) for names in found for name in names)

    async def _left(self) -> Left:
        self._forget()
        await self.on.redis.script_flush()  # every hour of this clock has scripts of its own
        await asyncio.sleep(2 * ROOMY.milliseconds / 1000)  # until the budgets' windows are over
        number = int(await self.on.redis.dbsize())
        names = [name async for name in self.on.redis.scan_iter(count=5_000)] if number < _FEW else []
        memory = await self.on.redis.info("memory")
        for _ in range(3):  # what one finds, the next may free
            gc.collect()
        return Left(number, frozenset(names), memory["used_memory"], len(gc.get_objects()), _resident())

    async def _bytes_by_table(self, chats: int) -> int:
        tables = [TableId(-1_001_000_000_000 - number) for number in range(_FIRST, _FIRST + min(chats, 50))]
        names = [name for table in tables for name in (keys.state(table), keys.outbox(table))]
        return sum([int(await self.on.redis.memory_usage(name) or 0) for name in names]) // len(tables)

    @property
    def _leases(self) -> PartitionLeases:
        return self.on.parts.delivery.leases

    async def _lasting(self) -> dict[str, int]:
        """Count what the worker itself remembers of tables, and of people."""
        (worker,), (throttle,) = self.on.record.workers, self.on.record.throttles
        rounds, courier = worker.rounds, worker.rounds.courier
        throttle.now = lambda: time.monotonic() + _NEXT_WINDOW
        await throttle.slows(SpokeInPrivate(UpdateMark(1), Person(PlayerId(_STRANGER), "Gast"), start=True))
        counted = {doing.player for window in throttle._windows.values() for doing in window.counts}
        return {
            "pressing": len(counted - {_STRANGER}),
            "mishaps": len(courier.tools.mishaps),
            "errands": len(courier.errands._under_way) + len(courier.errands._late._running),
            "visits": len(rounds._states),
            "alarms": len(rounds._alarms),
            "visiting": rounds._crew._busy + len(rounds._crew._waiting),
            "firing": len(worker._firing),
            "passing": worker._crew._busy + len(worker._crew._waiting),
            "woken": len(self.on.parts.delivery.wakes._woken),
        }


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE


def _added(home: int, who: Json) -> Json:
    bot = {"id": 8123456789, "is_bot": True, "first_name": "Mäxchen", "username": "maexchen_test_bot"}
    chat = {"id": home, "type": "supergroup", "title": "Stammtisch"}
    old, new = {"status": "left", "user": bot}, {"status": "member", "user": bot}
    return {"my_chat_member": {"chat": chat, "from": who, "date": 1, "old_chat_member": old, "new_chat_member": new}}


def _started(who: Json) -> Json:
    entities = [{"type": "bot_command", "offset": 0, "length": 6}]
    chat = {"id": who["id"], "type": "private", "first_name": who["first_name"]}
    return {"message": {"message_id": 7, "date": 1, "from": who, "chat": chat, "text": "/start", "entities": entities}}


def _upgraded(home: int, who: Json) -> Json:
    chat = {"id": home, "type": "supergroup", "title": "Stammtisch"}
    return {
        "message": {"message_id": 8, "date": 1, "from": who, "chat": chat, "migrate_to_chat_id": home - 500_000_000}
    }


async def soak(chats: int, folder: Path, seed: int = 1, tell: Callable[[str], object] = str) -> Report:
    """Run, telling how it gets on, and report."""
    async with site(folder, seed, Timing()) as on:
        # Drawing takes a hundred times as long as all else, and leaves nothing behind.
        with clock(on.redis) as passing, patch.object(picture, "draw", lambda *_: b"png"):
            return await Soak(on, passing, Random(seed), tell=tell).go(chats)  # noqa: S311 -- no secret


def _tell(line: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {line}")


def main() -> int:
    """Run from the command line. 0: nothing was left behind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--chats", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        report = asyncio.run(soak(chosen.chats, Path(folder), chosen.seed, _tell))
    found = leaks(report)
    sys.stdout.write(f"{report}\n{time.monotonic() - began:.0f} s\n")
    sys.stdout.writelines(f"left behind: {leak}\n" for leak in found[:20])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
