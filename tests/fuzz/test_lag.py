"""How long one update keeps all others waiting: the event loop is measured while a hundred come at once."""

import asyncio
import time
from pathlib import Path
from random import Random

import orjson
import pytest

from tests.fuzz.hostility import Hostility
from tests.fuzz.playing import next_move
from tests.fuzz.record import CORPUS
from tests.fuzz.run import people_of
from tests.fuzz.site import site

pytestmark = [pytest.mark.redis]

AT_ONCE = 100
LAG = 0.1
"""Seconds of this thread's own work, so that what else the machine does counts for nothing.

A call that waits does not count either; that there is none, the linter and `tests/test_reliability.py` see to.
"""


async def worst(done: asyncio.Event) -> float:
    """Measure the longest turn of the loop."""
    longest, last = 0.0, time.thread_time()
    while not done.is_set():
        await asyncio.sleep(0)
        now = time.thread_time()
        longest, last = max(longest, now - last), now
    return longest


async def test_a_hundred_updates_at_once_do_not_block_the_loop(tmp_path: Path) -> None:
    """F104: presses, commands and talk of an evening, with everything they bring about."""
    corpus = orjson.loads(CORPUS.read_bytes())
    async with site(tmp_path, 1) as on:
        for update in corpus:
            await on.post(orjson.dumps(update))
        people, rng = people_of(corpus), Random(1)  # noqa: S311 -- no secret
        hostility = Hostility(corpus, people, rng)
        tables = [table for table in on.record.tables.values() if not table.id.private]
        moves = [hostility.sound(next_move(rng.choice(tables), people, rng)) for _ in range(AT_ONCE)]
        done = asyncio.Event()
        measuring = asyncio.create_task(worst(done))
        answers = await asyncio.gather(*map(on.post, moves))
        done.set()

        assert {status for status, _ in answers} == {200}
        assert await measuring < LAG
