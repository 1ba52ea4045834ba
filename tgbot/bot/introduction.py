"""Getting to know oneself: the bot's own id and name, asked of Telegram in the background."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from tgbot.bot.administration import Administration
from tgbot.bot.me import Me
from tgbot.bot.outcomes import TokenRefused
from tgbot.bot.patience import Patience

_log = structlog.get_logger()

_REMEDY = "put the bot's token from @BotFather into TELEGRAM_BOT_TOKEN and start again; all games are kept"
_AFTER_DOUBT = 5.0
"""Seconds for which a token that was doubted and found good is not asked about again."""


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
    _refused: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def me(self) -> Me | None:
        """The bot's account; None while Telegram has not answered yet."""
        return self._me

    @property
    def is_refused(self) -> bool:
        """Whether Telegram does not know the token."""
        return self._refused.is_set()

    async def introduce(self) -> Me:
        """Ask until Telegram answers. That it does not know the token is said once: only a new one helps."""
        patience = Patience()
        while True:
            answer = await self.administration.me()
            if isinstance(answer, Me):
                self._me = answer
                self._refused.clear()
                self._known.set()
                return answer
            wait = patience.lose()
            if isinstance(answer, TokenRefused):
                self._refuse()
            else:
                _log.warning("telegram_not_reached", outcome=type(answer).__name__, retry_in=wait)
            await self.sleep(wait)

    def doubt(self) -> None:
        """Note that a call was refused as if the token were wrong; `watch` finds out."""
        self._doubted.set()

    async def watch(self) -> None:
        """Wait until Telegram refuses the token, which it is asked whenever somebody doubts it."""
        while True:
            await self._doubted.wait()
            self._doubted.clear()
            if isinstance(await self.administration.me(), TokenRefused):
                self._refuse()
                return
            await self.sleep(_AFTER_DOUBT)

    async def refused(self) -> None:
        """Wait until it is known that Telegram refuses the token."""
        await self._refused.wait()

    async def known(self) -> Me:
        """Wait until it is known who the bot is."""
        await self._known.wait()
        assert self._me is not None
        return self._me

    def _refuse(self) -> None:
        if not self._refused.is_set():
            _log.error("token_refused", remedy=_REMEDY)
        self._me = None
        self._known.clear()
        self._refused.set()
