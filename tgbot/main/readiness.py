"""What keeps a worker from doing its part, as `/health/ready` says it: in plain words, and without anything secret."""

from dataclasses import dataclass

from redis.asyncio import Redis

from tgbot.bot.hearing import Hearing
from tgbot.bot.introduction import Introduction
from tgbot.bot.webhook import Webhook
from tgbot.main.delivery import Delivery
from tgbot.store.checks import ready
from tgbot.table.ports.tables import StoreUnavailable


@dataclass(frozen=True, slots=True)
class Readiness:
    """One worker's fitness. `webhook` is None where updates are polled.

    A Telegram that cannot be reached is no reason once it has said who the bot is: what cannot be sent waits, updates
    may come all the same, and a worker taken out of service could not take them. So a webhook that is not registered yet
    is none either; one that Telegram refused is, for it never will be.
    """

    redis: Redis
    introduction: Introduction
    hearing: Hearing
    webhook: Webhook | None
    delivery: Delivery

    async def why_not(self) -> str | None:
        """Say what is wrong, or None."""
        try:
            await ready(self.redis)
        except StoreUnavailable:
            return "the store does not take writes"
        if self.introduction.is_refused:
            return "Telegram does not know the token"
        if self.introduction.me is None:
            return "Telegram has not said yet who the bot is"
        if self.webhook is not None and self.webhook.refused:
            return "Telegram refuses the webhook: see PUBLIC_URL, then restart"
        if self.hearing.contested:
            return "another program fetches this bot's updates: stop it"
        if self.delivery.failing:
            return "deliveries and deadlines keep failing: see the log"
        return None
