"""The checker finds what it looks for: each fault put into a real run's tapes, or into its workers, and nothing without one."""

import asyncio
import copy
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.chaos.evening import Choice, play
from tests.chaos.losing import EXCUSED, UNEXCUSED
from tests.chaos.plants import Plant
from tests.chaos.spoiling import FAULTS, Fault
from tests.chaos.tape import Evidence
from tests.chaos.verdict import Verdict, judge

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(300)]  # whole nights, on any machine


def night(**how: object) -> Evidence:
    """Play a short night."""
    folder = Path(tempfile.mkdtemp(prefix="chaos"))  # not pytest's own, whose name is too long for a socket
    try:
        choice = Choice(seed=3, minutes=0.5, games=14, tables=6, workers=2, calm=True)
        return asyncio.run(play(Choice(**{**vars_of(choice), **how}), folder))  # type: ignore[arg-type]
    finally:
        shutil.rmtree(folder)


def vars_of(choice: Choice) -> dict[str, object]:
    """List what was chosen."""
    return {name: getattr(choice, name) for name in Choice.__slots__}


def test_each_fault_on_the_tapes_is_found_and_nothing_without_one() -> None:
    """One night in good weather, of which nothing is reported; then each fault in it by its kind."""
    evidence = next(filter(_somebody_has_thrown, (night(seed=seed) for seed in range(3, 13))))
    verdict = judge(evidence)
    assert verdict.faults == {}
    assert verdict.counts["games"] >= verdict.counts["tables"] == 6

    found = {fault.__name__: (kind, judge(spoiled(evidence, fault)).faults) for fault, kind in FAULTS}
    assert {name: list(faults) for name, (kind, faults) in found.items() if kind not in faults} == {}
    _excuses_what_was_destroyed(evidence)


def _somebody_has_thrown(evidence: Evidence) -> bool:
    """Whether there is a cup to spoil when everybody holds still, as there nearly always is."""
    return any(look["look"] == "held" and look["facts"]["phase"] == "Announcing" for look in evidence.looks)


def _excuses_what_was_destroyed(evidence: Evidence) -> None:
    """What the run destroyed may be missing, once the next card has told it; what it only refused may not."""
    kind = "a post lost, twice or out of order"
    found = {fault.__name__: judge(spoiled(evidence, fault)).faults for fault in (*EXCUSED, *UNEXCUSED)}
    assert {name: faults for name, faults in found.items() if faults.keys() != {kind}} == {
        fault.__name__: {} for fault in EXCUSED
    }


def spoiled(evidence: Evidence, fault: Fault) -> Evidence:
    """Put a fault into a copy of the tapes."""
    copied = copy.deepcopy(evidence)
    fault(copied)
    return copied


@pytest.mark.parametrize(
    ("plants", "games", "kinds"),
    [
        (
            (Plant.APPLIES_TWICE, Plant.FORGETS_MOVES, Plant.POSTS_TWICE, Plant.LEAKS),
            30,
            {"a move lost or made twice", "a post lost, twice or out of order", "a roll told"},
        ),
        (
            (Plant.LOSES_POSTS, Plant.KEEPS_OLD_CARDS),
            4,
            {"a post lost, twice or out of order", "a card that is not the newest"},
        ),
    ],
    ids=["moves and words", "posts and cards"],
)
def test_faults_in_the_workers_are_found(plants: tuple[Plant, ...], games: int, kinds: set[str]) -> None:
    """Several kinds at once, and each is reported."""
    verdict: Verdict = judge(night(plants=plants, games=games))

    assert kinds <= verdict.faults.keys()
