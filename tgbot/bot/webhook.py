"""Having updates delivered: registered once, by one worker, and only when something changed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import orjson
import structlog
from telegram import WebhookInfo

from tgbot.bot.administration import ALLOWED_UPDATES, MAX_CONNECTIONS, Administration
from tgbot.bot.outcomes import Done, Faulty, Flooded, TokenRefused
from tgbot.bot.patience import Patience
from tgbot.table.ports.workers import Notes, Roles

_log = structlog.get_logger()

_NOTE: Final = "webhook"
_ROLE: Final = "webhook"
_ROLE_SECONDS: Final = 30


@dataclass(slots=True)
class Webhook:
    """The registration at Telegram. Nothing ever removes it: at a shutdown the other workers go on.

    `doubt` tells that Telegram refuses the token. `refused`: it will not have this address, however often it is asked.
    """

    administration: Administration
    notes: Notes
    roles: Roles
    url: str
    secret: str
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    doubt: Callable[[], None] = lambda: None
    refused: bool = False

    async def register(self) -> None:
        """Register unless exactly this was registered before. Tries until it works or cannot ever."""
        patience, self.refused = Patience(), False
        while not await self._registered():
            if not await self.roles.claim(_ROLE, _ROLE_SECONDS):
                await self.sleep(1)  # somebody else is at it; see whether it was this
                continue
            outcome = await self.administration.set_webhook(self.url, self.secret)
            match outcome:
                case Done():
                    await self.notes.write(_NOTE, self._digest)
                    _log.info("webhook_registered")
                case TokenRefused():
                    self.doubt()
                    break
                case Faulty():
                    self.refused = True
                    _log.error("webhook_refused", outcome=type(outcome).__name__)
                    break
                case Flooded(seconds=seconds):
                    await self.sleep(seconds)
                case _:
                    await self.sleep(patience.lose())
        await self.roles.resign(_ROLE)

    async def _registered(self) -> bool:
        if await self.notes.read(_NOTE) != self._digest:
            return False
        told = await self.administration.webhook()  # somebody may have removed it by hand
        return not isinstance(told, WebhookInfo) or told.url == self.url

    @property
    def _digest(self) -> str:
        facts = [self.url, self.secret, sorted(ALLOWED_UPDATES), MAX_CONNECTIONS]
        return sha256(orjson.dumps(facts)).hexdigest()
