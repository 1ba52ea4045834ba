"""The one way in, for webhook and polling alike: update, intent, service, answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import structlog
from telegram import CallbackQuery, Update, User

from tgbot.bot.administration import ALLOWED_UPDATES
from tgbot.bot.departures import Departures
from tgbot.bot.faults import fault
from tgbot.bot.intents import intent_of
from tgbot.bot.introduction import Introduction
from tgbot.bot.me import Me
from tgbot.bot.meter import Meter
from tgbot.bot.reflexes import LeaveChannel, Reflex, TurnedAway
from tgbot.bot.replies import Answer, answer_to
from tgbot.bot.service import NOT_NOW, Service
from tgbot.bot.shape import LARGEST_ID, well_formed
from tgbot.bot.staleness import Dropped, dated, still_meant, wall_clock
from tgbot.bot.throttle import Throttle
from tgbot.table.identity import Language
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import Tapped
from tgbot.table.news.replies import Barred, Told
from tgbot.table.ports.tables import StoreUnavailable
from tgbot.table.ports.workers import Failures

_log = structlog.get_logger()

TRIES: Final = 5
"""Failures of one update before it is put aside: Telegram holds back a chat's later updates behind a failing one."""


class NotNow(Exception):  # noqa: N818 -- reads as what Telegram is told
    """The update was not handled and must come again."""


class NoUpdate(Exception):  # noqa: N818 -- reads as what it says
    """Telegram would not send anything like it."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """Handles updates. When `take` has returned, what the update did is stored for good."""

    service: Service
    introduction: Introduction
    departures: Departures
    failures: Failures
    meter: Meter
    throttle: Throttle = field(default_factory=Throttle)
    clock: Callable[[], datetime] = wall_clock
    dropped: Dropped = field(default_factory=Dropped)

    async def take_raw(self, raw: object) -> Answer | None:
        """Handle an update as JSON told it; see `take`. One that cannot be read is dropped: it would never get better.

        Raises:
            NoUpdate: this is no update at all.
            NotNow: as `take`.

        """
        if not isinstance(raw, dict) or type(number := raw.get("update_id")) is not int or not 0 <= number < LARGEST_ID:
            raise NoUpdate
        try:
            update = Update.de_json(_needed(raw), None)
        except Exception as error:  # noqa: BLE001 -- whatever the library trips over
            return self._unreadable(error, raw.get(Update.CALLBACK_QUERY))
        return await self.take(update)

    async def take(self, update: Update) -> Answer | None:
        """Handle an update; returns the answer to a press, None where there is nothing to say.

        One that makes no sense is dropped: reading it again would not help.

        Raises:
            NotNow: nothing was stored; deliver it again.

        """
        kind = next((kind for kind in ALLOWED_UPDATES if getattr(update, kind) is not None), "other")
        me = self.introduction.me
        if me is None:
            self.meter.update(kind, "postponed")
            raise NotNow("nobody has told us our name yet")
        try:
            said, now = dated(_read(update, me), update), self.clock()
            read = still_meant(said, update, now)
        except Exception as error:  # noqa: BLE001 -- whatever stands where something else belongs
            return self._unreadable(error, update.callback_query)
        if read is not said:
            self.dropped.note(update, now)
        try:
            answer = await self._handle(read, me)
        except NOT_NOW as error:
            self.meter.update(kind, "postponed")
            raise NotNow(type(error).__name__) from None
        except Exception as error:  # noqa: BLE001 -- counted, tried again, and in the end put aside
            return await self._failed(update, kind, error)
        self.meter.update(kind, "handled")
        return answer

    async def _handle(self, read: Intent | Reflex | None, me: Me) -> Answer | None:
        match read:
            case None:
                return None
            case TurnedAway(query=query, told=told):
                return answer_to(query, told)
            case LeaveChannel(chat=channel):
                self.departures.leave(channel, me)
                return None
            case intent:
                return await self._ask(intent)

    async def _ask(self, intent: Intent) -> Answer | None:
        if await self.throttle.slows(intent):
            told = Told(Barred.SLOWLY, Language.of(intent.who.language)) if isinstance(intent, Tapped) else None
            return None if told is None or not isinstance(intent, Tapped) else answer_to(intent.query, told)
        reply = await self.service.handle(intent)
        return answer_to(intent.query, reply) if isinstance(intent, Tapped) else None

    def _unreadable(self, error: Exception, query: object) -> Answer | None:
        """Drop what nobody can read; a press gets its answer, for its presser waits for something."""
        self.meter.update("unreadable", "dropped")
        _log.error("update_unreadable", **fault(error))
        match query:
            case {"id": str(number), "from": {"language_code": str(code)}}:
                return answer_to(number, Told(Barred.FAILED, Language.of(code)))
            case CallbackQuery(id=str(number), from_user=User(language_code=str(code))):
                return answer_to(number, Told(Barred.FAILED, Language.of(code)))
            case {"id": str(number)} | CallbackQuery(id=str(number)):
                return answer_to(number, Told(Barred.FAILED, Language.of(None)))
            case _:
                return None

    async def _failed(self, update: Update, kind: str, error: Exception) -> Answer | None:
        """Have an update that fails come again, a few times; then put it aside, and say so to who pressed."""
        try:
            count = await self.failures.failed(update.update_id)
        except StoreUnavailable:
            raise NotNow("StoreUnavailable") from None
        _log.error("update_failed", kind=kind, count=count, **fault(error))
        if count < TRIES:
            self.meter.update(kind, "failed")
            raise NotNow(type(error).__name__)
        self.meter.update(kind, "parked")
        query = update.callback_query
        if query is None:
            return None
        return answer_to(query.id, Told(Barred.FAILED, Language.of(query.from_user.language_code)))


def _needed(raw: dict[str, Any]) -> dict[str, Any]:
    """Leave out what we never read: kinds of updates, and what stands in the message above a pressed button.

    The library may trip over what is newer than itself, and reading it all takes longer than the rest of a press.
    """
    needed = {name: raw[name] for name in ("update_id", *ALLOWED_UPDATES) if name in raw}
    query = needed.get(Update.CALLBACK_QUERY)
    if isinstance(query, dict) and isinstance(message := query.get("message"), dict):
        kept = {name: message[name] for name in ("message_id", "date", "chat") if name in message}
        needed[Update.CALLBACK_QUERY] = {**query, "message": kept}
    return needed


def _read(update: Update, me: Me) -> Intent | Reflex | None:
    """Read an update.

    Raises:
        ValueError: it holds something that Telegram would not send; whatever else reading trips over is raised too.

    """
    read = intent_of(update, me)
    if read is not None and not well_formed(read):
        raise ValueError
    return read
