"""What `tgbot check` finds out about the bot's standing with Telegram: each fact good, or with its remedy."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from telegram import WebhookInfo

from tgbot.bot.administration import Administration
from tgbot.bot.me import Me
from tgbot.bot.outcomes import Failure, TokenRefused

_WRONG: Final = timedelta(minutes=2)
"""A clock that is less wrong costs nobody anything."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One finding. `remedy` is None when all is well."""

    subject: str
    finding: str
    remedy: str | None = None

    @property
    def well(self) -> bool:
        """Whether nothing need be done."""
        return self.remedy is None


async def check(administration: Administration, webhook_url: str | None) -> AsyncIterator[Fact]:
    """Ask Telegram, one fact after the other. `webhook_url` is where updates should go; None for long polling."""
    me = await administration.me()
    if not isinstance(me, Me):
        yield _unreached(me)
        return
    yield Fact("token", f"belongs to @{me.username}")
    yield _joining(me)
    yield _privacy(me)
    told = await administration.webhook()
    if isinstance(told, WebhookInfo):
        yield _delivery(told, webhook_url)
        yield _last_error(told)
    else:
        yield _unreached(told)


def clock(fast: timedelta | None) -> Fact:
    """Judge how far this host's clock is ahead of Telegram's (behind it: negative); None: Telegram has told no time."""
    if fast is None:
        return Fact("clock", "not compared: no time came with the answers")
    if abs(fast) < _WRONG:
        return Fact("clock", "agrees with Telegram's")
    minutes = round(abs(fast).total_seconds() / 60)
    remedy = "set it, best by NTP: what people type is dated by Telegram, and what seems old is not obeyed"
    return Fact("clock", f"{minutes} minutes {'ahead of' if fast > timedelta() else 'behind'} Telegram's", remedy)


def _unreached(failure: Failure) -> Fact:
    if isinstance(failure, TokenRefused):
        return Fact("token", "Telegram does not know it", "copy it whole from @BotFather into TELEGRAM_BOT_TOKEN")
    remedy = "look at this machine's network, and at TELEGRAM_API_URL if it is set"
    return Fact("telegram", f"no answer ({type(failure).__name__})", remedy)


def _joining(me: Me) -> Fact:
    if me.can_join_groups:
        return Fact("groups", "can be added to groups")
    return Fact("groups", "cannot be added to groups", "@BotFather: /setjoingroups, choose the bot, Enable")


def _privacy(me: Me) -> Fact:
    if not me.reads_all:
        return Fact("privacy", "sees commands only, as it should")
    return Fact("privacy", "sees every message of its groups", "@BotFather: /setprivacy, choose the bot, Enable")


def _delivery(told: WebhookInfo, wanted: str | None) -> Fact:
    waiting = f"{told.pending_update_count} updates waiting"
    if told.url == (wanted or ""):
        return Fact("updates", f"delivered to {told.url}, {waiting}" if told.url else f"polled, {waiting}")
    if wanted is None:
        remedy = "set PUBLIC_URL, or remove the webhook: tgbot webhook delete"
        return Fact("updates", f"delivered to {told.url}, but this bot polls", remedy)
    return Fact("updates", f"not delivered to {wanted}", "start the bot once; it registers the address itself")


def _last_error(told: WebhookInfo) -> Fact:
    if told.last_error_message is None:
        return Fact("delivery", "no errors reported")
    when = f" at {told.last_error_date:%Y-%m-%d %H:%M} UTC" if told.last_error_date else ""
    if told.pending_update_count == 0:
        return Fact("delivery", f"last error{when}: {told.last_error_message}; nothing is waiting any more")
    remedy = "see that PUBLIC_URL leads to this bot, with a certificate that holds"
    return Fact("delivery", f"last error{when}: {told.last_error_message}", remedy)
