"""`tgbot webhook set|info|delete`: the registration at Telegram, by hand."""

from contextlib import AsyncExitStack
from math import ceil

from telegram import WebhookInfo

from tgbot.bot.administration import Administration
from tgbot.bot.outcomes import Done, Failure, Flooded, NotSent, TokenRefused, Unsure
from tgbot.main.parts import client_of
from tgbot.main.stores import store_in_use
from tgbot.settings import Settings, SettingsFault
from tgbot.store.bot_state import webhook_secret
from tgbot.web.metrics import Metrics


async def administer_webhook(settings: Settings, action: str) -> int:
    """Do one of set, info and delete; returns 0 when Telegram agreed, else 1.

    Raises:
        SettingsFault: no token, or nothing to set.
        CannotRun: the store with the secret cannot be reached.

    """
    async with client_of(settings) as client:
        administration = Administration(client.bot, Metrics())
        match action:
            case "set":
                return told(await _set(settings, administration), "set")
            case "delete":
                return told(await administration.delete_webhook(), "deleted")
            case _:
                return _info(await administration.webhook())


async def _set(settings: Settings, administration: Administration) -> Done | Failure:
    if settings.webhook_url is None:
        raise SettingsFault(
            "The configuration has faults:\n  PUBLIC_URL: is missing; it is the address Telegram is to call"
        )
    async with AsyncExitStack() as stack:
        chosen = settings.webhook_secret
        secret = (
            await webhook_secret(await store_in_use(settings, stack)) if chosen is None else chosen.get_secret_value()
        )
    return await administration.set_webhook(settings.webhook_url, secret)


def told(outcome: Done | Failure, done: str) -> int:
    """Say what became of it; returns 0 when it is `done`, else 1."""
    print(_sentence(outcome, done))  # noqa: T201 -- the answer
    return 0 if isinstance(outcome, Done) else 1


def _sentence(outcome: Done | Failure, done: str) -> str:
    match outcome:
        case Done():
            return f"Webhook {done}."
        case Unsure():
            return f"Telegram did not answer in time, so the webhook is {done}, or not: `tgbot webhook info` shows it."
        case NotSent():
            why = "cannot be reached"
        case TokenRefused():
            why = "does not know the token"
        case Flooded(seconds=seconds):
            why = f"asks to wait {ceil(seconds)} seconds"
        case _:
            why = f"refuses it ({type(outcome).__name__})"
    return f"Webhook not {done}: Telegram {why}."


def _info(known: WebhookInfo | Failure) -> int:
    if not isinstance(known, WebhookInfo):
        print(f"Telegram did not answer: {type(known).__name__}.")  # noqa: T201 -- as above
        return 1
    lines = [f"address: {known.url or 'none (long polling)'}", f"waiting updates: {known.pending_update_count}"]
    if known.last_error_message:
        lines.append(f"last error: {known.last_error_message}")
    print("\n".join(lines))  # noqa: T201 -- as above
    return 0
