"""One worker's loop: it delivers for the partitions it holds and lets their deadlines happen."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import structlog

from tgbot.bot.crew import Crew
from tgbot.bot.faults import fault
from tgbot.bot.hearing import Hears
from tgbot.bot.rounds import Rounds
from tgbot.bot.service import NOT_NOW, Service
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline, Due, TimePassed
from tgbot.table.ports.outbox import Lease, LeaseLost
from tgbot.table.ports.tables import NewerFormat, StoreUnavailable
from tgbot.table.ports.workers import Leases, Wakes

_log = structlog.get_logger()

SWEEP: Final = 2.0  # seconds between two looks at everything: the net under missed wakes, and the clock of deadlines
AT_ONCE: Final = 16  # deadlines dealt with at the same time; after a restart very many come together, and presses go on
GRACE: Final = 25.0  # seconds a stopping worker gives the calls being made; Telegram answers within 20
_FIRST_BACKOFF: Final = 0.5
_LONGEST_BACKOFF: Final = 10.0
_KEEP_FAILING: Final = 3  # rounds in a row that failed, of which one is an accident
_COSTS: Final = frozenset({Due.TURN, Due.HALF, Due.DEBT, Due.LOBBY})
"""Deadlines that somebody could have met."""


@dataclass(slots=True)
class Worker:
    """Runs until `stop`; then finishes the calls being made and leaves the rest in the store. Times are seconds."""

    leases: Leases
    wakes: Wakes
    rounds: Rounds
    service: Service
    hearing: Hears
    sweep: float = SWEEP
    grace: float = GRACE
    _halt: asyncio.Event = field(default_factory=asyncio.Event)
    _crew: Crew = field(default_factory=lambda: Crew(AT_ONCE))
    _firing: set[tuple[TableId, Deadline]] = field(default_factory=set)
    _failed: int = 0

    @property
    def failing(self) -> bool:
        """Whether one round after the other fails: then nothing is delivered, and no deadline comes."""
        return self._failed >= _KEEP_FAILING

    def stop(self) -> None:
        """Ask the worker to end soon."""
        self._halt.set()
        self.rounds.halt.set()

    async def run(self) -> None:
        """Work until stopped. Survives a store that is away, waiting longer each time."""
        backoff = _FIRST_BACKOFF
        while not self._halt.is_set():
            try:
                await self._look_at_everything()
                await self._follow_wakes()
                backoff, self._failed = _FIRST_BACKOFF, 0
            except StoreUnavailable:
                _log.warning("store_unavailable", retry_in=backoff)
                await self._rest(backoff)
                backoff = min(backoff * 2, _LONGEST_BACKOFF)
            except Exception as error:  # noqa: BLE001 -- whatever failed in one round, the next one is due
                self._failed += 1
                _log.error("worker_round_failed", **fault(error))
                await self._rest(_LONGEST_BACKOFF)
        await self.rounds.finish(self.grace)
        await self._crew.finish(self.grace)

    async def _look_at_everything(self) -> None:
        lost = await self.hearing.lost()
        if lost:
            self.leases.deafened()
        for lease in self.leases.held():
            try:
                for table, deadline in () if lost else await self.leases.due(lease):
                    self._fire(lease, table, deadline)
                for table in await self.leases.deliveries(lease):
                    self.rounds.visit(lease, table)
            except LeaseLost:
                _log.info("lease_lost", partition=lease.partition)
            except NewerFormat:
                self.rounds.unreadable.add(lease)
        await self._leave_what_is_newer()

    async def _leave_what_is_newer(self) -> None:
        while self.rounds.unreadable:
            lease = self.rounds.unreadable.pop()
            await self.leases.leave(lease)
            _log.warning("newer_format", partition=lease.partition, remedy="a newer release wrote here; run that one")

    async def _follow_wakes(self) -> None:
        """Visit the tables that commits name, until it is time to look at everything again."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.sweep
        while not self._halt.is_set() and (left := end - loop.time()) > 0:
            for partition, table in await self._woken(left):
                lease = next((lease for lease in self.leases.held() if lease.partition == partition), None)
                if lease is not None:
                    self.rounds.visit(lease, table)

    async def _woken(self, seconds: float) -> frozenset[tuple[int, TableId]]:
        waking = asyncio.ensure_future(self.wakes.wait(seconds))
        halting = asyncio.ensure_future(self._halt.wait())
        try:
            await asyncio.wait({waking, halting}, return_when=asyncio.FIRST_COMPLETED)
            return waking.result() if waking.done() else frozenset()
        finally:
            waking.cancel()
            halting.cancel()

    def _fire(self, lease: Lease, table: TableId, deadline: Deadline) -> None:
        if (table, deadline) not in self._firing:
            self._firing.add((table, deadline))
            self._crew.add(partial(self._let_pass, lease, table, deadline))

    async def _let_pass(self, lease: Lease, table: TableId, deadline: Deadline) -> None:
        try:
            if deadline.kind in _COSTS and not await self.hearing.proven():
                return  # it comes again
            if deadline.kind in _COSTS and await self.rounds.card_waits(table):
                await self.leases.begin_anew(lease, table, deadline)
                return
            await self.service.handle(TimePassed(table, deadline))
            await self.leases.passed(lease, table, deadline)
        except NewerFormat:
            self.rounds.unreadable.add(lease)
        except (LeaseLost, *NOT_NOW) as error:  # the deadline stays in the store and comes again, here or elsewhere
            _log.warning("deadline_interrupted", reason=type(error).__name__)
        finally:
            self._firing.discard((table, deadline))

    async def _rest(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._halt.wait()
        except TimeoutError:
            return
