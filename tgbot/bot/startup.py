"""What is arranged with Telegram at a start, in the background: a start must work while Telegram cannot be reached."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from tgbot.bot.introduction import Introduction
from tgbot.bot.menus import Menus
from tgbot.bot.patience import Patience
from tgbot.bot.webhook import Webhook
from tgbot.table.ports.tables import StoreUnavailable

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Startup:
    """Asks who we are, then registers what Telegram has to know. `webhook` is None where updates are polled."""

    introduction: Introduction
    menus: Menus
    webhook: Webhook | None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def keep(self) -> None:
        """Arrange everything, and again whenever Telegram has refused the token and then knows it."""
        while True:
            await self.run()
            await self.introduction.watch()

    async def run(self) -> None:
        """Arrange everything, however long it takes."""
        me = await self.introduction.introduce()
        _log.info("introduced", username=me.username)
        if self.webhook is not None:
            await self._insist(self.webhook.register)
        await self._insist(self.menus.register)

    async def _insist(self, register: Callable[[], Awaitable[None]]) -> None:
        patience = Patience()
        while True:
            try:
                return await register()
            except StoreUnavailable:
                await self.sleep(patience.lose())
