"""A few minutes of play on each store of the table of promises that the build server's long night is not played on."""

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.chaos.evening import Choice, play
from tests.chaos.promises import ALWAYS, STORES
from tests.chaos.verdict import Verdict, judge

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(300)]  # whole nights, on any machine


async def night(store: str) -> Verdict:
    """Play a short night on a store and judge it."""
    folder = Path(tempfile.mkdtemp(prefix="chaos"))  # not pytest's own, whose name is too long for a socket
    try:
        return judge(await play(Choice(seed=2, minutes=0.15, tables=6, workers=2, pace=0.7, store=store), folder))
    finally:
        shutil.rmtree(folder)


async def test_every_other_store_keeps_what_it_promises() -> None:
    """All at once, for they mostly wait: nothing is lost but what the documents say, and no table is stuck."""
    others = [store for store in STORES if store != ALWAYS]
    verdicts = dict(zip(others, await asyncio.gather(*map(night, others)), strict=True))

    assert {store: verdict.faults for store, verdict in verdicts.items() if verdict.faults} == {}
    assert all(verdict.counts["harms to the store"] and verdict.counts["moves"] for verdict in verdicts.values())
