"""`python -m tests.fuzz.run --seed 1 --updates 100000`: hostile updates, and every table watched."""

import argparse
import asyncio
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import orjson

from tests.fuzz import parts
from tests.fuzz.hostility import Hostility, Request
from tests.fuzz.oracle import found_out, permitted
from tests.fuzz.outcome import wrong
from tests.fuzz.playing import next_move
from tests.fuzz.record import CORPUS
from tests.fuzz.site import SECRET, Changed, Site, site
from tests.telegram_client import Json
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.state.table import Table

_BURST = 8
"""Requests that come at the same moment."""
_LOOK = 50
"""Bursts between two looks at everything the store holds."""


@dataclass
class Report:
    """What a run has seen."""

    updates: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    by_hostile_updates: int = 0
    games: int = 0
    computed: int = 0

    def __str__(self) -> str:
        """Tell it in a line."""
        answers = " ".join(f"{status}:{count}" for status, count in sorted(self.statuses.items()))
        return (
            f"{self.updates} hostile requests ({answers}); {self.moves} moves of people playing amid them, "
            f"{self.by_hostile_updates} more by hostile updates that were lawful; {self.games} games begun; "
            f"what {self.computed} presses came to was computed beside"
        )


@dataclass
class Run:
    """One run against one site. `homes` are the groups of the evening; mutated updates found many more."""

    on: Site
    hostility: Hostility
    rng: Random
    admins: frozenset[int]
    report: Report = field(default_factory=Report)
    homes: frozenset[int] = frozenset()
    said: bytes = b""

    async def begin(self, corpus: list[Json]) -> None:
        """Let the evening of the corpus happen, as it was recorded."""
        for update in corpus:
            await self.on.post(orjson.dumps(update))
        self._judge(strict=False)
        tables = RedisTables(self.on.redis)
        homes = {table.home for table in self.on.record.tables if not table.private}
        # A supergroup that tells of itself before it is known to be an old group leaves a table nobody comes to any more.
        self.homes = frozenset({home for home in homes if await tables.home_of(home) == home})

    async def go(self, updates: int) -> None:
        """Send so many hostile requests; look at what each of them did."""
        while self.report.updates < updates:
            await self._burst()
            await self._play_on()
            if self.report.updates % (_BURST * _LOOK) == 0:
                await self.look()
        await self.look()

    async def look(self) -> None:
        """Compare the store with what was seen to be committed, byte for byte."""
        await self.on.settled()
        self._judge()
        assert await self.on.agrees(), "the store holds a table that nobody was seen to write"
        self.on.telegram.calls.clear()
        self.on.telegram.journal.lines.clear()
        self.on.telegram.texts.clear()

    async def _burst(self) -> None:
        tables = self._tables()
        known = {name for table in tables for name in self.on.record.names(table)}
        requests = [self.hostility.request(tables, known) for _ in range(_BURST)]
        answers = await asyncio.gather(*map(self._send, requests))
        for request, (status, _) in zip(requests, answers, strict=True):
            self.report.updates += 1
            self.report.statuses[status] += 1
            assert status < 500, f"{status} to {_shown(request.body)}"
            assert not request.strange or status != 200 or request.path == "/metrics", _shown(request.body)
        self._judge()

    async def _send(self, request: Request) -> tuple[int, bytes]:
        secret = SECRET.encode() if request.secret == b"" else request.secret
        return await self.on.post(request.body, secret=secret, method=request.method, path=request.path)

    async def _play_on(self) -> None:
        """Somebody at some table makes a move, and it counts."""
        chosen = self.rng.choice(self._tables()).id
        if not await self._move_at(chosen):
            await self.on.settled()  # what delivery found out came first
            assert await self._move_at(chosen), f"{self.said!r} from {self.on.record.tables[chosen]}"
        self.report.moves += 1

    async def _move_at(self, chosen: TableId) -> bool:
        table, before = self.on.record.tables[chosen], self._moves_in(chosen.home)
        body = self.hostility.sound(next_move(table, self.hostility.people, self.rng))
        status, self.said = await self.on.post(body)
        assert status == 200, f"{status} to {_shown(body)}"
        self._judge()
        return self._moves_in(chosen.home) > before

    def _moves_in(self, home: int) -> int:
        """Count what has happened at the tables of a group: of two that share its chat a command means only one."""
        return sum(table.version for known, table in self.on.record.tables.items() if known.home == home)

    def _tables(self) -> list[Table]:
        return [
            table for table in self.on.record.tables.values() if not table.id.private and table.id.home in self.homes
        ]

    def _judge(self, *, strict: bool = True) -> None:
        assert not self.on.record.errors, self.on.record.errors
        for changed in self.on.record.fresh:
            self.report.games += changed.after.games > changed.before.games
            if not strict:
                continue
            if changed.body is not None:
                lawful = permitted(changed.body, changed.before, changed.after, self.on.record.names(changed.before))
                self.report.by_hostile_updates += changed.before.game != changed.after.game
            else:
                lawful = found_out(changed.intent, changed.before, changed.after, self.admins)
            assert lawful, (
                f"{_shown(changed.body or b'')} {changed.intent}\n{_touched(changed)}\n{_difference(changed)}"
            )
            self._judge_outcome(changed)
        self.on.record.fresh.clear()

    def _judge_outcome(self, changed: Changed) -> None:
        faults = None if changed.body is None else wrong(changed.body, changed.before, changed.after)
        self.report.computed += faults is not None
        assert not faults, f"{faults} after {_shown(changed.body or b'')}\n{_difference(changed)}"


def people_of(corpus: list[Json]) -> list[Json]:
    """List the people of the corpus, each once."""
    senders = [body.get("from") for update in corpus for body in update.values() if isinstance(body, dict)]
    return list({who["id"]: who for who in senders if who and not who["is_bot"]}.values())


async def fuzz(seed: int, updates: int, folder: Path) -> Report:
    """Run, and report; whatever is found is an AssertionError that shows the update.

    Raises:
        AssertionError: a 5xx, an error in the log, or a game that was changed by somebody who may not.

    """
    corpus: list[Json] = orjson.loads(CORPUS.read_bytes())
    rng = Random(seed)  # noqa: S311 -- no secret
    people = people_of(corpus)
    async with site(folder, seed) as on:
        admin = people[1]["id"]
        on.telegram.members[admin] = "creator"
        run = Run(on, Hostility(corpus, people, rng), rng, frozenset({admin}))
        await run.begin(corpus)
        try:
            await run.go(updates)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, after {run.report.updates} updates: {error}") from error
        return run.report


def _touched(changed: Changed) -> str:
    return " ".join(sorted(parts.changed(changed.before, changed.after)))


def _difference(changed: Changed) -> str:
    before, after = changed.before, changed.after
    names = [part.name for part in fields(Table) if getattr(before, part.name) != getattr(after, part.name)]
    return "\n".join(f"{name}: {getattr(before, name)}\n  -> {getattr(after, name)}" for name in names)


def _shown(body: bytes) -> str:
    return repr(body[:3_000])


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--updates", type=int, default=100_000)
    chosen = parser.parse_args()
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        report = asyncio.run(fuzz(chosen.seed, chosen.updates, Path(folder)))
    print(f"seed {chosen.seed}: {report}; {time.monotonic() - began:.0f} s")  # noqa: T201 -- what was asked for
    return 0


if __name__ == "__main__":
    sys.exit(main())
