"""A few minutes of play on each store of the table of promises that the build server's long night is not played on."""

import asyncio
import copy
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.chaos.evening import Choice, play
from tests.chaos.forgetting import EXCUSED, UNEXCUSED
from tests.chaos.promises import ALWAYS, CLUSTER, STORES
from tests.chaos.spoiling import Fault
from tests.chaos.tape import Evidence
from tests.chaos.verdict import judge

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(300)]  # whole nights, on any machine


async def night(store: str) -> Evidence:
    """Play a short night on a store."""
    folder = Path(tempfile.mkdtemp(prefix="chaos"))  # not pytest's own, whose name is too long for a socket
    try:
        return await play(Choice(seed=2, minutes=0.15, tables=6, workers=2, pace=0.7, store=store), folder)
    finally:
        shutil.rmtree(folder)


async def test_every_other_store_keeps_what_it_promises() -> None:
    """All at once, for they mostly wait: nothing is lost but what the documents say, and no table is stuck."""
    others = [store for store in STORES if store != ALWAYS]
    nights = dict(zip(others, await asyncio.gather(*map(night, others)), strict=True))
    verdicts = {store: judge(evidence) for store, evidence in nights.items()}

    assert {store: verdict.faults for store, verdict in verdicts.items() if verdict.faults} == {}
    assert all(verdict.counts["harms to the store"] and verdict.counts["moves"] for verdict in verdicts.values())
    _excuses_what_a_node_may_forget(nights[CLUSTER])


def _excuses_what_a_node_may_forget(evidence: Evidence) -> None:
    """A move forgotten there may be missing where and when its own node was harmed; any other is found."""
    found = {when: lost_moves(evidence, fault) for when, fault in (EXCUSED | UNEXCUSED).items()}
    assert {when for when, lost in found.items() if lost} == UNEXCUSED.keys()


def lost_moves(evidence: Evidence, fault: Fault) -> list[str]:
    """Judge a night in which a store has forgotten a move; nothing else is wrong with it."""
    spoiled = copy.deepcopy(evidence)
    fault(spoiled)
    faults = judge(spoiled).faults
    assert faults.keys() <= {"a move lost or made twice"}
    return faults.get("a move lost or made twice", [])
