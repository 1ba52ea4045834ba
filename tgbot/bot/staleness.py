"""What was said while the bot was away: Telegram keeps messages for a day, and hours later nobody waits for an answer."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog
from telegram import Update

from tgbot.bot.reflexes import Reflex
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import Commanded, DoorChanged, SpokeInPrivate, Tapped

_log = structlog.get_logger()

LONG_AGO: Final = timedelta(minutes=10)
"""A message this old is no wish any more. Longer than any restart, and than a clock of a host that is a little fast."""
KEPT: Final = timedelta(hours=25)
"""Telegram keeps a message for 24 hours; one that seems older tells that the host's clock is wrong."""

_REMEDY: Final = "unless the bot was away, this host's clock is fast: set it, best by NTP; tgbot check compares it"


@dataclass(slots=True)
class Dropped:
    """Tells the host that something was too old to be obeyed, and how old by his clock: not again for ten minutes."""

    _told: datetime | None = None

    def note(self, update: Update, now: datetime) -> None:
        """Note one that was dropped."""
        if update.message is None or (self._told is not None and now - self._told < LONG_AGO):
            return
        self._told = now
        age = round((now - update.message.date).total_seconds())
        _log.warning("old_command_dropped", age_seconds=age, remedy=_REMEDY)


def wall_clock() -> datetime:
    """Tell the time; what people say is dated by Telegram's clock, not by the store's."""
    return datetime.now(UTC)


def dated(intent: Intent | Reflex | None, update: Update) -> Intent | Reflex | None:
    """Note when a command was typed, or when the message of a pressed button was sent; it may be long gone (0)."""
    query = update.callback_query
    message = update.message if query is None else query.message
    if message is None or not isinstance(intent, Commanded | Tapped):
        return intent
    return replace(intent, date=max(0, int(message.date.timestamp())))


def still_meant(intent: Intent | Reflex | None, update: Update, now: datetime) -> Intent | Reflex | None:
    """Drop old commands and talk. What has happened (somebody left, a group has grown) holds however late it is told."""
    said = update.message
    if said is None or not LONG_AGO <= now - said.date <= KEPT:
        return intent
    match intent:
        case Commanded():
            return None
        case SpokeInPrivate(mark=mark, who=who):
            return DoorChanged(mark, who, open=True)  # he can be written to all the same
        case _:
            return intent
