"""Getting to know oneself: the bot's own id and name, asked of Telegram in the background."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from tgbot.bot.administration import Administration
from tgbot.bot.delivery.patience import Patience
from tgbot.bot.me import Me
from tgbot.bot.outcomes import TokenRefused

_log = structlog.get_logger()

_REMEDY = "put the bot's token from @BotFather into TELEGRAM_BOT_TOKEN and start again; all games are kept"


@dataclass(slots=True)
class Introduction:
    """Who the bot is, once Telegram has said so. Starting does not wait for it; updates and deliveries do.

    A token that Telegram refuses later takes it all back: then nothing is done until Telegram knows it again.
    """

    administration: Administration
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _me: Me | None = None
    _known: asyncio.Event = field(default_factory=asyncio.Event)
    _doubted: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def me(self) -> Me | None:
        """The bot's account; None while Telegram has not answered yet."""
        return self._me

    async def introduce(self) -> Me:
        """Ask until Telegram answers. That it does not know the token is said once: only a new one helps."""
        patience = Patience()
        while True:
            answer = await self.administration.me()
            if isinstance(answer, Me):
                self._me = answer
                self._doubted.clear()
                self._known.set()
                return answer
            wait = patience.lose()
            if not isinstance(answer, TokenRefused):
                _log.warning("telegram_not_reached", outcome=type(answer).__name__, retry_in=wait)
            else:
                self.doubt()
            await self.sleep(wait)

    def doubt(self) -> None:
        """Note that Telegram refuses the token."""
        if not self._doubted.is_set():
            _log.error("token_refused", remedy=_REMEDY)
        self._me = None
        self._known.clear()
        self._doubted.set()

    async def doubted(self) -> None:
        """Wait until Telegram refuses the token."""
        await self._doubted.wait()

    async def known(self) -> Me:
        """Wait until it is known who the bot is."""
        await self._known.wait()
        assert self._me is not None
        return self._me
