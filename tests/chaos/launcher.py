"""Starts one worker of the bot in a process of its own, listened to; the product knows nothing of it."""

import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.chaos.plants import Plant, plant
from tests.chaos.putting import put
from tests.chaos.recorder import SeededCup, record
from tests.chaos.tape import Tape
from tgbot.bot import client as bot_client
from tgbot.bot.request import AiohttpRequest
from tgbot.main import main, parts, serve
from tgbot.store import replicas
from tgbot.store.budget import Window
from tgbot.store.leases import LeaseTiming
from tgbot.table.clock.timing import Timing

AMPLE = Window(1_000, 1_000)
"""More messages than a run sends: budgets have tests of their own. A long window would keep the store busy counting."""

TIMING = Timing(turn=120_000, half=100_000, grace=180_000, repost=1_000, probe=500, tell=500, open_start=2_000)
LEASES = LeaseTiming(renew=0.7, ttl=3.0, gap=15.0, pause=1.0)
SWEEP = 1.0
REPLICAS = 1.0
"""Seconds until replicas are looked for again: here they come back sooner than on any night."""
CONNECT, ANSWER = 2.0, 3.0
"""Seconds a worker waits for Telegram: together less than the longest delay of an answer, which is thereby lost."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How to run one worker. `name` is its own among all processes of a run."""

    environment: dict[str, str]
    folder: Path
    name: str
    seed: int
    plants: tuple[Plant, ...] = ()


def launch(how: Launch) -> None:
    """Become the bot."""
    output = os.open(how.folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stderr = os.fdopen(2, "w", buffering=1)
    os.environ.clear()
    os.environ.update(how.environment)
    os.chdir(how.folder)  # no .env lies there
    chance = parts.Chance(
        SeededCup(how.seed), TIMING, group=AMPLE, private=AMPLE, everywhere=AMPLE, leases=LEASES, sweep=SWEEP
    )
    put(serve, "Chance", lambda: chance)
    put(replicas, "_AGAIN", REPLICAS)
    put(bot_client, "AiohttpRequest", partial(AiohttpRequest, connect=CONNECT, answer=ANSWER))
    for fault in how.plants:
        plant(fault)
    record(Tape(how.folder / f"{how.name}.jsonl"))
    sys.exit(main(["run"]))
