"""Errands to private chats: whoever's chat hangs holds up the group a moment only, and nobody else's chat at all."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tgbot.bot.delivery.visit import Pause, Visit
from tgbot.bot.service import NOT_NOW
from tgbot.bot.tasks import Tasks
from tgbot.table.identity import TableId
from tgbot.table.ports.outbox import LeaseLost

HEAD_START: Final = 2.5  # seconds a visit waits for an errand; Telegram may take 20, and hold a message back for 8
UNDER_WAY: Final = 10.0  # seconds until a table is looked at again if its errand should be lost; its end comes before
MOST: Final = 128  # errands under way; with more, each is waited for: they and the visits share the connections

Errand: TypeAlias = Callable[[Visit, int], Awaitable[Pause | None]]


@dataclass(slots=True)
class Errands:
    """What is on its way to private chats, for all tables of a worker. Never two at once to one chat for one table."""

    _under_way: dict[tuple[TableId, int], asyncio.Task[Pause | None]] = field(default_factory=dict)
    _late: Tasks = field(default_factory=Tasks)

    async def run(self, visit: Visit, chats: Iterable[int], errand: Errand) -> Pause | None:
        """Go to these chats, each with a look of its own at the table; the longest pause asked for.

        What hangs goes on behind the visit, and has the table visited anew at its end.
        """
        table, pauses = visit.pending.table.id, list[Pause | None]()
        begun = set[asyncio.Task[Pause | None]]()
        for chat in chats:
            if (table, chat) in self._under_way:
                pauses.append(Pause(UNDER_WAY))
            else:
                begun.add(self._begin((table, chat), errand(visit.aside(), chat)))
        if begun:
            visit.acted()
            patience = HEAD_START if len(self._under_way) <= MOST else None
            done, late = await asyncio.wait(begun, timeout=patience)
            for task in late:
                self._late.start(_see_through(task, visit))
            pauses += [Pause(UNDER_WAY) for _ in late]
            for error in filter(None, [task.exception() for task in done]):
                raise error
            pauses += [task.result() for task in done]
        return max(filter(None, pauses), key=lambda pause: pause.seconds, default=None)

    async def finish(self, grace: float) -> None:
        """Wait up to `grace` seconds for what is still on its way."""
        await self._late.finish(grace)

    def _begin(self, key: tuple[TableId, int], work: Awaitable[Pause | None]) -> asyncio.Task[Pause | None]:
        async def go() -> Pause | None:
            try:
                return await work
            finally:
                del self._under_way[key]

        self._under_way[key] = task = asyncio.create_task(go())
        return task


async def _see_through(task: asyncio.Task[Pause | None], visit: Visit) -> None:
    table, lease = visit.pending.table.id, visit.lease
    with suppress(LeaseLost, *NOT_NOW):
        try:
            await task
        finally:
            await visit.tools.outbox.later(lease, table, visit.now)
