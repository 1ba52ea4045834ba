"""Plays a night in bad weather and judges it: `python -m tests.chaos.run --seed 7 --minutes 10 --tables 200`."""

import argparse
import asyncio
import gc
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.evening import Choice, play
from tests.chaos.plants import Plant
from tests.chaos.promises import ALWAYS, STORES
from tests.chaos.verdict import judge


def _choice(arguments: Sequence[str] | None) -> tuple[Choice, Path | None]:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.run", description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="any whole number; without it a new one")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the weather is bad")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--store", choices=STORES, default=ALWAYS, help="as docs/promises.md names them")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds between two harms, about")
    plants = [plant.name.lower() for plant in Plant]
    parser.add_argument("--games", type=int, default=None, help="end as soon as so many games have ended")
    parser.add_argument("--plant", choices=plants, action="append", default=[], help="a fault to be found")
    parser.add_argument("--calm", action="store_true", help="no harm at all")
    parser.add_argument("--keep", type=Path, help="a folder for the tapes; without it a new one")
    given = parser.parse_args(arguments)
    choice = Choice(
        seed=secrets.randbelow(1_000_000) if given.seed is None else given.seed,
        minutes=given.minutes,
        tables=given.tables,
        store=given.store,
        pace=given.pace,
        plants=tuple(Plant[name.upper()] for name in given.plant),
        calm=given.calm,
        games=given.games,
    )
    return choice, given.keep


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, judge, and tell. 0: nothing was found."""
    choice, keep = _choice(arguments)
    folder = keep or Path(tempfile.mkdtemp(prefix="chaos"))
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    gc.disable()  # a world that only grows has little to sweep, and each sweep would stop Telegram for a second
    say(f"chaos: seed {choice.seed}, {choice.tables} tables, {choice.minutes:g} minutes, store {choice.store}")
    evidence = asyncio.run(play(choice, folder))
    gc.enable()
    verdict = judge(evidence)
    for line in verdict.told():
        say(line)
    games, rate = verdict.counts["games"], verdict.counts["games"] * 10 / choice.minutes
    say(f"chaos: {games} games, {rate:.0f} in 10 minutes, {time.monotonic() - began:.0f} s in all, seed {choice.seed}")
    say(f"chaos: the same night again: {choice.command}")
    say(f"chaos: the same tapes again: python -m tests.chaos.verdict {folder}")
    if verdict.faults:
        say("chaos: FAILED")
        return 1
    for left in (*folder.glob("append*"), folder / "data", folder / "fleet"):
        shutil.rmtree(left, ignore_errors=True)  # the store is not evidence
    return 0


def say(text: str) -> None:
    """Tell who runs it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
