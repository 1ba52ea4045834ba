"""The table's service as the bot sees it."""

from typing import Protocol

from tgbot.table.intents.intent import Intent
from tgbot.table.news.replies import Reply
from tgbot.table.ports.tables import NewerFormat, StoreUnavailable
from tgbot.table.service import Contended

NOT_NOW = (StoreUnavailable, NewerFormat, Contended)
"""What a service raises when it is nobody's fault: nothing was written, and trying again later is right."""


class Service(Protocol):
    """Handles intents; never talks to Telegram."""

    async def handle(self, intent: Intent) -> Reply:
        """Do what an intent asks for, exactly once. Raises one of `NOT_NOW` without having written anything."""
        ...
