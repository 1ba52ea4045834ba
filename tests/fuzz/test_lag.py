"""How long one update keeps all others waiting: each step of the event loop is weighed while a hundred come at once."""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import orjson
import pytest

from tests.fuzz.hostility import Hostility
from tests.fuzz.playing import next_move
from tests.fuzz.record import CORPUS
from tests.fuzz.run import people_of
from tests.fuzz.site import site

pytestmark = [pytest.mark.redis]

AT_ONCE = 100
SHARE = 0.1
"""Of the work of them all, what one step may take before it lets another go on. It takes a hundredth.

A share and not a time, so that neither the machine nor what else it does counts. A call that waits does not count
either; that there is none, the linter and `tests/test_reliability.py` see to.
"""


@contextmanager
def weighed() -> Iterator[list[float]]:
    """Collect the seconds of work of each step of the loop, but for those of sweeping up after other tests."""
    steps: list[float] = []
    step = asyncio.Handle._run

    def weigh(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        step(handle)
        steps.append(time.thread_time() - began)

    gc.collect()
    gc.freeze()
    try:
        with patch.object(asyncio.Handle, "_run", weigh):
            yield steps
    finally:
        gc.unfreeze()


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
        with weighed() as steps:
            answers = await asyncio.gather(*map(on.post, moves))

        assert {status for status, _ in answers} == {200}
        assert len(steps) > AT_ONCE
        assert max(steps) < SHARE * sum(steps)
