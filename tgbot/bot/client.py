"""python-telegram-bot on our HTTP client.

Only its `Bot` is used, not its `Application`: that one catches what a handler raises and forgets what it returns, while
here the outcome of an update decides whether Telegram gets a 200 with the answer or must deliver again.
"""

import os
from dataclasses import dataclass
from typing import Self

from telegram import LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.ext import Defaults, ExtBot

from tgbot.bot.gateway import Telegram
from tgbot.bot.request import POLL_ANSWER, AiohttpRequest


@dataclass(frozen=True, slots=True)
class Client:
    """A bot with its two connection pools; polling has its own, so that nothing waits behind it."""

    bot: Telegram
    calls: AiohttpRequest
    polls: AiohttpRequest

    @classmethod
    def build(cls, token: str, api_url: str) -> Self:
        """Prepare a client for a Bot API server, such as `https://api.telegram.org`; connects nowhere yet."""
        # python-telegram-bot's own switch: without it every 429 also raises a deprecation warning.
        os.environ.setdefault("PTB_TIMEDELTA", "true")
        calls, polls = AiohttpRequest(), AiohttpRequest(connections=2, answer=POLL_ANSWER)
        bot = ExtBot(
            token,
            base_url=f"{api_url}/bot",
            base_file_url=f"{api_url}/file/bot",
            request=calls,
            get_updates_request=polls,
            defaults=Defaults(parse_mode=ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)),
        )
        return cls(bot, calls, polls)

    async def __aenter__(self) -> Self:
        # `Bot.initialize` would ask Telegram who we are, and a start must not depend on Telegram.
        await self.calls.initialize()
        await self.polls.initialize()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.calls.shutdown()
        await self.polls.shutdown()
