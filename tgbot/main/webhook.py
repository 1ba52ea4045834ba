"""`tgbot webhook set|info|delete`: the registration at Telegram, by hand."""

from contextlib import AsyncExitStack

from telegram import WebhookInfo

from tgbot.bot.administration import Administration
from tgbot.bot.outcomes import Done, Failure
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
                return _told(await _set(settings, administration), "set")
            case "delete":
                return _told(await administration.delete_webhook(), "deleted")
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


def _told(outcome: Done | Failure, done: str) -> int:
    agreed = isinstance(outcome, Done)
    print(f"Webhook {done}." if agreed else f"Telegram did not agree: {type(outcome).__name__}.")  # noqa: T201 -- the answer
    return 0 if agreed else 1


def _info(told: WebhookInfo | Failure) -> int:
    if not isinstance(told, WebhookInfo):
        print(f"Telegram did not answer: {type(told).__name__}.")  # noqa: T201 -- as above
        return 1
    lines = [f"address: {told.url or 'none (long polling)'}", f"waiting updates: {told.pending_update_count}"]
    if told.last_error_message:
        lines.append(f"last error: {told.last_error_message}")
    print("\n".join(lines))  # noqa: T201 -- as above
    return 0
