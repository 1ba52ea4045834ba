"""The worker loop of one process, for as long as Telegram knows who the bot is."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace

from tgbot.bot.delivery.courier import Courier
from tgbot.bot.delivery.visit import Tools
from tgbot.bot.hearing import Hearing
from tgbot.bot.introduction import Introduction
from tgbot.bot.me import Me
from tgbot.bot.rounds import Rounds
from tgbot.bot.worker import SWEEP, Worker
from tgbot.store.endings import end
from tgbot.store.leases import PartitionLeases
from tgbot.store.wakes import RedisWakes


@dataclass(slots=True)
class Delivery:
    """The worker loop, which begins once it is known who the bot is: its name stands in links.

    While Telegram refuses the token it holds no lease, so no deadline of anybody runs.
    """

    introduction: Introduction
    tools: Tools
    leases: PartitionLeases
    wakes: RedisWakes
    hearing: Hearing
    sweep: float = SWEEP
    _halt: asyncio.Event = field(default_factory=asyncio.Event)
    _worker: Worker | None = None

    @property
    def failing(self) -> bool:
        """Whether it keeps failing."""
        return self._worker is not None and self._worker.failing

    async def run(self) -> None:
        """Deliver until stopped."""
        while await self._until(self.introduction.known()):
            if (me := self.introduction.me) is not None:
                async with self.leases:
                    await self._work(me)

    async def _work(self, me: Me) -> None:
        """Deliver until stopped, or until Telegram refuses the token."""
        courier = Courier(replace(self.tools, bot=me.username))
        rounds = Rounds(courier)
        self._worker = worker = Worker(self.leases, self.wakes, rounds, self.tools.service, self.hearing, self.sweep)
        working = asyncio.create_task(worker.run())
        stopping = asyncio.create_task(self._until(self.introduction.refused()))
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        worker.stop()
        await end(stopping)
        await working

    async def _until(self, event: Coroutine[None, None, object]) -> bool:
        """Wait for something; False if the stop came first."""
        waiting, halting = asyncio.create_task(event), asyncio.create_task(self._halt.wait())
        try:
            await asyncio.wait({waiting, halting}, return_when=asyncio.FIRST_COMPLETED)
            return not self._halt.is_set()
        finally:
            await end(waiting)
            await end(halting)

    def stop(self) -> None:
        """Ask the loop to end after the calls at hand."""
        self._halt.set()
