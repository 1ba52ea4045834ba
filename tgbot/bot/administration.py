"""Everything the bot arranges with Telegram about itself: who it is, its commands, how its updates come."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

from telegram import BotCommand, BotCommandScope, Update, WebhookInfo

from tgbot.bot.gateway import Telegram, done, made
from tgbot.bot.me import Me
from tgbot.bot.meter import Meter
from tgbot.bot.outcomes import Done, Failure
from tgbot.bot.request import POLL_ANSWER

ALLOWED_UPDATES: Final = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER)
"""All the bot ever reads. Other kinds are not even queued at Telegram."""

MAX_CONNECTIONS: Final = 40

_QUICK: Final = 5.0
"""Seconds for an answer that somebody waits for."""

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Administration:
    """Calls about the bot itself. As in `Gateway`, none raises for what Telegram answers."""

    bot: Telegram
    meter: Meter

    @property
    def account(self) -> str:
        """The bot's id, which is the open part of its token."""
        return self.bot.token.partition(":")[0]

    async def me(self) -> Me | Failure:
        """Ask who the bot is."""
        user = await made("getMe", self.bot.get_me(), self.meter, private=False)
        if isinstance(user, Failure):
            return user
        return Me(
            id=user.id,
            username=user.username or "",
            can_join_groups=bool(user.can_join_groups),
            reads_all=bool(user.can_read_all_group_messages),
        )

    async def name_commands(
        self, commands: Sequence[tuple[str, str]], scope: BotCommandScope, language: str | None
    ) -> Done | Failure:
        """Register the command menu of a scope, for one language or (None) for all others."""
        menu = [BotCommand(name, description) for name, description in commands]
        call = self.bot.set_my_commands(menu, scope=scope, language_code=language)
        return done(await made("setMyCommands", call, self.meter, private=False))

    async def set_webhook(self, url: str, secret: str) -> Done | Failure:
        """Have updates delivered to an address. Waiting updates are kept: somebody is playing."""
        call = self.bot.set_webhook(
            url, secret_token=secret, allowed_updates=ALLOWED_UPDATES, max_connections=MAX_CONNECTIONS
        )
        return done(await made("setWebhook", call, self.meter, private=False))

    async def delete_webhook(self) -> Done | Failure:
        """End delivery to an address, by hand only; waiting updates are kept."""
        return done(await made("deleteWebhook", self.bot.delete_webhook(), self.meter, private=False))

    async def webhook(self) -> WebhookInfo | Failure:
        """Ask how delivery goes. Somebody waits for the answer: it comes within seconds or not at all."""
        call = self.bot.get_webhook_info(read_timeout=_QUICK)
        return await made("getWebhookInfo", call, self.meter, private=False)

    async def updates(self, offset: int, *, wait: int) -> tuple[Json, ...] | Failure:
        """Fetch the updates from `offset` on, waiting up to so many seconds for the first. Confirms all before it.

        They come as JSON: one that the library cannot read must not hide the others. `Bot.get_updates` would read them all
        at once, and `Bot.do_api_request` warns about methods it has another name for.
        """
        wishes = {"offset": offset, "timeout": wait, "allowed_updates": ALLOWED_UPDATES}
        call = self.bot._post("getUpdates", wishes, read_timeout=wait + POLL_ANSWER)  # noqa: SLF001 -- see above
        fetched = await made("getUpdates", call, self.meter, private=False)
        return fetched if isinstance(fetched, Failure) else tuple(cast("list[Json]", fetched))
