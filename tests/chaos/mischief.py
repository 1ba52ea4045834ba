"""What happens to the processes during a run, by the dice of a seed: killed, stopped, started again."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tests.chaos.processes import Workers
from tests.chaos.store import Store
from tests.chaos.tape import Tape

PROMISED = 1.0
"""Seconds that a store with `everysec` may lose, and no more."""


@dataclass
class Mischief:
    """Harms one process at a time, about every `pace` seconds, and notes each harm from its beginning to its end."""

    random: Random
    workers: Workers
    store: Store
    tape: Tape
    pace: float = 4.0

    async def go_on(self) -> None:
        """Go on until cancelled; whatever is harmed then is made whole."""
        deeds: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (5, self._kill_worker),
            (5, self._pause_worker),
            (1, self._kill_all_workers),
            (3, self._kill_store),
            (1, self._pause_store),
        ]
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(self.random.expovariate(1 / self.pace))
                (deed,) = self.random.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])
                await deed()
        await self._make_whole()

    async def raise_the_dead(self) -> None:
        """Start workers that have ended, as a service manager does, until cancelled."""
        while True:
            await asyncio.sleep(self.random.uniform(0.1, 1))
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
        place = self.random.choice(list(self.workers.runs))
        self._harm("stop", place)
        self.workers.signal(place, signal.SIGSTOP)
        await asyncio.sleep(self.random.uniform(0.2, 4))
        self.workers.signal(place, signal.SIGCONT)
        self._harm("continue", place)

    async def _kill_store(self) -> None:
        self._harm("kill", "store")
        if self.store.fsync == "always":
            self.store.signal(signal.SIGKILL)
        else:
            self.store.cut_power(self.random.uniform(0, PROMISED))
        await asyncio.sleep(self.random.uniform(0, 1.5))
        await self.store.start()
        self._harm("continue", "store")

    async def _pause_store(self) -> None:
        self._harm("stop", "store")
        self.store.signal(signal.SIGSTOP)
        await asyncio.sleep(self.random.uniform(0.2, 2))
        self.store.signal(signal.SIGCONT)
        self._harm("continue", "store")

    async def _make_whole(self) -> None:
        self.store.signal(signal.SIGCONT)
        if self.store.process is None or self.store.process.poll() is not None:
            await self.store.start()
        self._harm("continue", "store")
        for place in list(self.workers.runs):
            self.workers.signal(place, signal.SIGCONT)
            self._harm("continue", place)

    def _harm(self, what: str, whom: int | str) -> None:
        self.tape.note(what=what, whom=str(whom))
