"""Plays a night in bad weather and judges it: `python -m tests.chaos.run --seed 7 --minutes 10 --tables 200`."""

import argparse
import asyncio
import contextlib
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.chaos.evening import Choice, play
from tests.chaos.plants import Plant
from tests.chaos.tape import Evidence
from tests.chaos.verdict import Verdict, judge


def _choice(arguments: Sequence[str] | None) -> tuple[Choice, Path | None, Path | None]:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.run", description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="any whole number; without it a new one")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the weather is bad")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--fsync", choices=("always", "everysec"), default="always", help="how the store keeps its log")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds between two harms, about")
    plants = [plant.name.lower() for plant in Plant]
    parser.add_argument("--games", type=int, default=None, help="end as soon as so many games have ended")
    parser.add_argument("--plant", choices=plants, action="append", default=[], help="a fault to be found")
    parser.add_argument("--calm", action="store_true", help="no harm at all")
    parser.add_argument("--keep", type=Path, help="a folder for the tapes, which then stay")
    parser.add_argument("--judge", type=Path, help="a folder whose tapes are only judged once more")
    given = parser.parse_args(arguments)
    choice = Choice(
        seed=secrets.randbelow(1_000_000) if given.seed is None else given.seed,
        minutes=given.minutes,
        tables=given.tables,
        fsync=given.fsync,
        pace=given.pace,
        plants=tuple(Plant[name.upper()] for name in given.plant),
        calm=given.calm,
        games=given.games,
    )
    return choice, given.keep, given.judge


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, judge, and tell. 0: nothing was found."""
    choice, keep, judged = _choice(arguments)
    if judged is not None:
        evidence = Evidence.read(judged)
        verdict = judge(evidence)
        _tell(replace(choice, seed=evidence.plan["seed"], minutes=0), verdict, 0)
        return 1 if verdict.faults else 0
    folder = keep or Path(tempfile.mkdtemp(prefix="chaos"))
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    say(f"chaos: seed {choice.seed}, {choice.tables} tables, {choice.minutes:g} minutes; tapes in {folder}")
    verdict = judge(asyncio.run(play(choice, folder)))
    _tell(choice, verdict, time.monotonic() - began)
    if verdict.faults:
        say(f"chaos: FAILED. Again: {choice.command}  (tapes: {folder})")
        return 1
    if keep is None:
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
    return 0


def _tell(choice: Choice, verdict: Verdict, seconds: float) -> None:
    for line in verdict.told():
        say(line)
    rate = verdict.counts["games"] * 10 / choice.minutes if choice.minutes else 0
    say(f"chaos: {verdict.counts['games']} games, {rate:.0f} in 10 minutes, {seconds:.0f} s in all, seed {choice.seed}")


def say(text: str) -> None:
    """Tell who runs it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
