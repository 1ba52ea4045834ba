"""The couriers of one worker: many tables at once, never two at the same table."""

import asyncio
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Final

import structlog

from tgbot.bot.crew import Crew
from tgbot.bot.delivery.courier import Courier
from tgbot.bot.faults import fault
from tgbot.bot.service import NOT_NOW
from tgbot.table.identity import TableId
from tgbot.table.ports.outbox import Lease, LeaseLost
from tgbot.table.ports.tables import NewerFormat, StoreUnavailable

_log = structlog.get_logger()

AT_ONCE: Final = 64  # tables delivered for at the same time
SOON: Final = 2.0  # a shorter wait than this is kept here; what waits longer, the worker's sweep finds in the store
AFTER_FAULT: Final = 10.0  # seconds a table rests after a fault of ours


class _State(Enum):
    VISITED = "visited"
    CALLED_AGAIN = "called again"  # something happened there during the visit
    RESTING = "resting"


@dataclass(slots=True)
class Rounds:
    """Sends the courier to tables. `halt` ends every visit before its next call.

    `unreadable` are leases on partitions in which a newer release has written.
    """

    courier: Courier
    halt: asyncio.Event = field(default_factory=asyncio.Event)
    unreadable: set[Lease] = field(default_factory=set)
    _crew: Crew = field(default_factory=lambda: Crew(AT_ONCE))
    _states: dict[TableId, _State] = field(default_factory=dict)
    _alarms: dict[TableId, asyncio.TimerHandle] = field(default_factory=dict)

    def visit(self, lease: Lease, table: TableId) -> None:
        """Have a table visited; if somebody is there, he goes round once more."""
        if self.halt.is_set():
            return
        match self._states.get(table):
            case None:
                self._cancel_alarm(table)
                self._states[table] = _State.VISITED
                self._crew.add(partial(self._deliver, lease, table))
            case _State.VISITED:
                self._states[table] = _State.CALLED_AGAIN
            case _State.CALLED_AGAIN | _State.RESTING:
                return

    async def card_waits(self, table: TableId) -> bool:
        """Whether a table's card is on its way, or held up on it, so that nobody there can see what he has to do.

        Raises:
            StoreUnavailable: the store is away.

        """
        visited = self._states.get(table) in {_State.VISITED, _State.CALLED_AGAIN}
        return await self.courier.card_waits(table, visited=visited)

    async def finish(self, grace: float) -> None:
        """Wait up to `grace` seconds for the calls being made."""
        for alarm in self._alarms.values():
            alarm.cancel()
        await self._crew.finish(grace)
        await self.courier.finish(grace)

    async def _deliver(self, lease: Lease, table: TableId) -> None:
        wait: float | None = None
        rests = False
        try:
            wait = await self._until_quiet(lease, table)
        except LeaseLost:
            _log.info("lease_lost", partition=lease.partition)
        except StoreUnavailable:
            _log.warning("delivery_interrupted", reason="StoreUnavailable")
        except NewerFormat:
            self.unreadable.add(lease)
            rests = True
        except NOT_NOW as error:
            _log.warning("delivery_interrupted", reason=type(error).__name__)
            rests = True
        except Exception as error:  # noqa: BLE001 -- one table's fault is no reason to fail all others
            _log.error("delivery_failed", **fault(error))
            rests = True
        if rests:
            self._states[table] = _State.RESTING
            self._alarm(AFTER_FAULT, lease, table)
            return
        del self._states[table]
        if wait is not None and wait < SOON:
            self._alarm(wait, lease, table)

    async def _until_quiet(self, lease: Lease, table: TableId) -> float | None:
        """Visit a table until nothing has happened there during the visit."""
        wait = None
        while not self.halt.is_set():
            self._states[table] = _State.VISITED
            wait = await self.courier.deliver(lease, table, self.halt)
            if self._states[table] is _State.VISITED:
                break
        return wait

    def _alarm(self, seconds: float, lease: Lease, table: TableId) -> None:
        self._alarms[table] = asyncio.get_running_loop().call_later(seconds, self._ring, lease, table)

    def _ring(self, lease: Lease, table: TableId) -> None:
        self._cancel_alarm(table)
        if self._states.get(table) is _State.RESTING:
            del self._states[table]
        self.visit(lease, table)

    def _cancel_alarm(self, table: TableId) -> None:
        if (alarm := self._alarms.pop(table, None)) is not None:
            alarm.cancel()
