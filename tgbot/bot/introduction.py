"""Getting to know oneself: the bot's own id and name, asked of Telegram in the background."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from tgbot.bot.administration import Administration
from tgbot.bot.delivery.patience import Patience
from tgbot.bot.me import Me

_log = structlog.get_logger()


@dataclass(slots=True)
class Introduction:
    """Who the bot is, once Telegram has said so. Starting does not wait for it; updates and deliveries do."""

    administration: Administration
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _me: Me | None = None
    _known: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def me(self) -> Me | None:
        """The bot's account; None while Telegram has not answered yet."""
        return self._me

    async def introduce(self) -> Me:
        """Ask until Telegram answers."""
        patience = Patience()
        while True:
            answer = await self.administration.me()
            if isinstance(answer, Me):
                self._me = answer
                self._known.set()
                return answer
            wait = patience.lose()
            _log.warning("telegram_not_reached", outcome=type(answer).__name__, retry_in=wait)
            await self.sleep(wait)

    async def known(self) -> Me:
        """Wait until it is known who the bot is."""
        await self._known.wait()
        assert self._me is not None
        return self._me
