"""Starts the bot in a process of its own, with dice, patience and a moment of death that a test has chosen.

The product knows nothing of it: all of it is put around the product's parts here, before `tgbot run` begins.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from tests.e2e.builds import Build, become
from tests.table.fakes import ScriptedCup
from tgbot.bot import client as bot_client
from tgbot.bot.gateway import Gateway
from tgbot.bot.outcomes import Failure, Sent
from tgbot.bot.polling import Keeping
from tgbot.bot.request import AiohttpRequest
from tgbot.main import main, parts, serve
from tgbot.phrases.message import Message
from tgbot.store.budget import Window
from tgbot.store.leases import LeaseTiming
from tgbot.store.outbox import RedisOutbox
from tgbot.store.tables import RedisTables
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import TableId
from tgbot.table.news.surfaces import PrivateCup
from tgbot.table.ports.outbox import Lease
from tgbot.table.ports.tables import Change, Outcome
from tgbot.table.service import TableService

FAST = LeaseTiming(renew=0.1, ttl=0.6, pause=0.3)
"""A killed worker's leases lapse within a test's patience."""
KEEPING = Keeping(renew=0.1, lapse=0.6, again=0.2)
"""So does its role."""
SWEEP = 0.2
AMPLE = Window(1000, 60_000)
"""More messages than a test sends."""


class Death(Enum):
    """The moment at which the process kills itself, once the test has armed it."""

    COMMITTED = "a change with a post was committed, and Telegram has no answer yet"
    ATTEMPTED = "a post was marked as attempted, and not sent"
    ACCEPTED = "Telegram took a post, and nobody noted it"
    CUP_SENT = "Telegram took a private cup, and nobody noted it"
    CUP_NOTED = "a private cup is there, and its card is not"
    CARD_SENT = "Telegram took a card, and nobody noted it"
    INFORMED = "what Telegram said of somebody had its effect, and the question still stands in the store"
    PERMITTED = "a change was committed, the lease found to hold, and no call made"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How to run one process. It dies at `death` once the file `armed` exists; `slow` seconds pass before each commit.

    With `freezes` it does not die then, but stops as by SIGSTOP.

    `fault` is the text of an exception that every intent raises once the file `armed` exists. `build` makes it a release
    that stores something else.
    """

    environment: dict[str, str]
    log: Path
    armed: Path
    dice: tuple[int, ...] = ()
    timing: Timing = field(default_factory=Timing)
    leases: LeaseTiming = FAST
    death: Death | None = None
    freezes: bool = False
    keeping: Keeping = KEEPING
    slow: float = 0.0
    fault: str = ""
    patience: float = 20.0
    build: Build | None = None


def launch(how: Launch) -> None:
    """Become the bot."""
    output = os.open(how.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stderr = os.fdopen(2, "w", buffering=1)
    os.environ.clear()
    os.environ.update(how.environment)
    os.chdir(how.log.parent)  # no .env lies there
    _set_the_stage(how)
    if how.death is not None:
        _DEATHS[how.death](_End(how.armed, signal.SIGSTOP if how.freezes else signal.SIGKILL))
    sys.exit(main(["run"]))


def command(words: tuple[str, ...], environment: dict[str, str], folder: Path) -> None:
    """Become `python -m tgbot …` in a folder, whose files `out` and `err` take what it says."""
    for stream, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    sys.stdout, sys.stderr = os.fdopen(1, "w", buffering=1), os.fdopen(2, "w", buffering=1)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.exit(main(list(words)))


def _set_the_stage(how: Launch) -> None:
    chance = parts.Chance(
        ScriptedCup(how.dice),
        how.timing,
        group=AMPLE,
        private=AMPLE,
        everywhere=AMPLE,
        leases=how.leases,
        sweep=SWEEP,
        keeping=how.keeping,
    )
    _replace(serve, "Chance", lambda: chance)
    if how.build is not None:
        become(how.build)
    _replace(bot_client, "AiohttpRequest", partial(AiohttpRequest, answer=how.patience))
    if how.slow:
        _before(RedisTables, "commit", lambda *_: asyncio.sleep(how.slow))
    if how.fault:
        _before(TableService, "handle", partial(_fail, how.armed, how.fault))


@dataclass(frozen=True, slots=True)
class _End:
    """Ends the process, or freezes it, once the test has armed it."""

    armed: Path
    by: signal.Signals

    def __call__(self) -> None:
        if self.armed.exists():
            os.kill(os.getpid(), self.by)


async def _fail(armed: Path, text: str, *_: object) -> None:
    if _is_armed(armed):
        raise LookupError(text)


def _is_armed(armed: Path) -> bool:
    return armed.exists()


def _before(owner: type, name: str, work: Callable[..., Any]) -> None:
    made = getattr(owner, name)

    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        await work(*args)
        return await made(*args, **kwargs)

    _replace(owner, name, wrapped)


def _replace(owner: object, name: str, work: Any) -> None:
    assert hasattr(owner, name)
    setattr(owner, name, work)


def _after_commit(die: Callable[[], None]) -> None:
    made = RedisTables.commit

    async def commit(self: RedisTables, change: Change) -> Outcome:
        outcome = await made(self, change)
        if outcome is Outcome.DONE and change.posts:
            die()
        return outcome

    _replace(RedisTables, "commit", commit)


def _after_attempt(die: Callable[[], None]) -> None:
    made = RedisOutbox.attempt

    async def attempt(self: RedisOutbox, lease: Lease, table: TableId, post: str) -> None:
        await made(self, lease, table, post)
        if not table.private:  # a greeting at somebody's desk may still be on its way
            die()

    _replace(RedisOutbox, "attempt", attempt)


def _after_send(die: Callable[[], None], *, private: bool, silent: bool) -> None:
    made = Gateway.send

    async def send(
        self: Gateway, chat: int, message: Message, thread: int = 0, *, silent: bool = False
    ) -> Sent | Failure:
        outcome = await made(self, chat, message, thread, silent=silent)
        if isinstance(outcome, Sent) and (chat > 0, silent) == wanted:
            die()
        return outcome

    wanted = (private, silent)
    _replace(Gateway, "send", send)


def _after_cup(die: Callable[[], None]) -> None:
    made = RedisOutbox.show

    async def show(self: RedisOutbox, *args: Any) -> None:
        await made(self, *args)
        _, _, surface, shown, _ = args
        if isinstance(surface, PrivateCup) and shown is not None:
            die()

    _replace(RedisOutbox, "show", show)


def _after_effect(die: Callable[[], None]) -> None:
    async def dying(*_: object) -> None:
        die()

    _before(RedisOutbox, "answered", dying)


def _after_permission(die: _End) -> None:
    held, committed, armed = RedisOutbox.holds, RedisTables.commit, list[bool]()

    async def commit(self: RedisTables, change: Change) -> Outcome:
        armed.extend([True] if _is_armed(die.armed) else [])
        return await committed(self, change)

    async def holds(self: RedisOutbox, *args: Any) -> bool:
        answer = await held(self, *args)
        if armed:
            die()
        return answer

    _replace(RedisTables, "commit", commit)
    _replace(RedisOutbox, "holds", holds)


_DEATHS: dict[Death, Callable[[_End], None]] = {
    Death.COMMITTED: _after_commit,
    Death.ATTEMPTED: _after_attempt,
    Death.ACCEPTED: partial(_after_send, private=False, silent=True),
    Death.CUP_SENT: partial(_after_send, private=True, silent=False),
    Death.CUP_NOTED: _after_cup,
    Death.CARD_SENT: partial(_after_send, private=False, silent=False),
    Death.INFORMED: _after_effect,
    Death.PERMITTED: _after_permission,
}
