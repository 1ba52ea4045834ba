"""What happens to the processes during a run, by the dice of a seed: killed, stopped, started again."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TypeAlias

from tests.chaos.processes import Workers
from tests.chaos.stores import AnyStore
from tests.chaos.tape import Tape

Deed: TypeAlias = Callable[[], Awaitable[None]]


@dataclass
class Mischief:
    """Harms one process at a time, about every `pace` seconds, and notes each harm from its beginning to its end.

    What happens in which order, and how long each thing lasts, follows from the seed alone.
    """

    random: Random
    workers: Workers
    store: AnyStore
    tape: Tape
    pace: float = 4.0
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    async def go_on(self) -> None:
        """Go on until stopped. Each harm goes to its end, and leaves everything whole."""
        for deed in self._script():
            if await self._rested(self.random.expovariate(1 / self.pace)):
                return
            await deed()

    def _script(self) -> Iterator[Deed]:
        """Say what happens, in rounds: a worker is killed, one stopped, the store harmed twice, and one thing more."""
        to_store = self._to_the_store()
        while True:
            more = self.random.choice((self._kill_worker, self._pause_worker, self._kill_all_workers))
            round_: list[Deed] = [self._kill_worker, self._pause_worker, more, next(to_store), next(to_store)]
            self.random.shuffle(round_)
            yield from round_

    def _to_the_store(self) -> Iterator[Deed]:
        """Deal whatever can happen to this store, all of it before anything comes again."""
        while True:
            harms = list(self.store.harms())
            self.random.shuffle(harms)
            yield from (partial(harm, self.random, self._of_store) for harm in harms)

    def stop(self) -> None:
        """Begin no further harm."""
        self._over.set()

    async def _rested(self, seconds: float) -> bool:
        """Wait; True once it is over."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()
        return self._over.is_set()

    async def raise_the_dead(self, random: Random) -> None:
        """Start workers that have ended, as a service manager does, until cancelled."""
        while True:
            await asyncio.sleep(random.uniform(0.1, 1))
            for place in self.workers.dead():
                self.workers.start(place)

    async def _kill_worker(self) -> None:
        self._kill(self.random.choice(list(self.workers.runs)))

    async def _kill_all_workers(self) -> None:
        for place in self.workers.runs:
            self._kill(place)

    def _kill(self, place: int) -> None:
        self._harm("kill", place)
        self.workers.signal(place, signal.SIGKILL)

    async def _pause_worker(self) -> None:
        place, seconds = self.random.choice(list(self.workers.runs)), self.random.uniform(0.2, 4)
        self._harm("stop", place)
        self.workers.signal(place, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.workers.signal(place, signal.SIGCONT)
        self._harm("continue", place)

    def _harm(self, what: str, place: int) -> None:
        self.tape.note(what=what, whom=self.workers.names[place])

    def _of_store(self, what: str, slots: tuple[int, int] | None = None) -> None:
        self.tape.note(what=what, whom="store", **({} if slots is None else {"slots": slots}))
