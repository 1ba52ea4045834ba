"""Whether what people press reaches us. While it does not, no deadline passes (`design.md` §5).

A poller says so itself. Where updates are delivered, Telegram is asked: nobody else knows that it cannot reach us.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, Protocol

import structlog
from telegram import WebhookInfo

from tgbot.bot.administration import Administration
from tgbot.bot.outcomes import Failure, NotSent, Unsure
from tgbot.bot.staleness import wall_clock
from tgbot.table.ports.tables import StoreUnavailable
from tgbot.table.ports.workers import Ears

_log = structlog.get_logger()

FRESH: Final = 10.0
"""Seconds after which Telegram is asked again whether it reaches us by now."""
PROVES: Final = 1.0
"""Seconds for which an update heard, or what Telegram has said, proves that we are reached: an outage may begin at any time."""
_FORGOTTEN: Final = 90.0
"""Seconds after which being deaf is forgotten: longer than it takes from one poll, or question, that fails to the next."""
_CONTESTED: Final = 60.0
"""Seconds for which another poller is taken to run: it and we hear by turns."""
_RECENT: Final = timedelta(minutes=5)
"""Telegram tries what it could not deliver every minute or two."""
_ONE_ALONE: Final = 600.0
"""Seconds after which what waits there with an error is one update that never gets through, and no outage: time goes on."""
_TAKEN_OVER: Final = 15.0
"""Seconds after which another worker polls in place of one that died, and has what waited. What waits on is a busy bot's."""


class Hears(Protocol):
    """What a worker has to know of it."""

    async def lost(self) -> bool:
        """Tell whether it is known that we are not reached."""
        ...

    async def proven(self) -> bool:
        """Tell whether we are reached, last before somebody's time is up."""
        ...


@dataclass(slots=True)
class Hearing:
    """One worker's part in it. `delivered`: updates come by webhook, else some worker polls. `clock` is in seconds.

    What it finds out it tells all workers, and forgets nothing by itself: only hearing again, or Telegram's word, ends it.
    `doubted` asks the poller to fetch at once: what it waits for may have been lost on the way.
    """

    administration: Administration
    ears: Ears
    delivered: bool
    clock: Callable[[], float] = monotonic
    now: Callable[[], datetime] = wall_clock
    doubted: asyncio.Event = field(default_factory=asyncio.Event)
    _heard: float = float("-inf")
    _asked: float = float("-inf")
    _contested: float = float("-inf")
    _waits: float | None = None
    _stuck: tuple[float, float] | None = None
    _shut: bool = False
    _failed: bool = False
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def contested(self) -> bool:
        """Whether another program fetches this bot's updates."""
        return self.clock() - self._contested < _CONTESTED

    async def heard(self) -> None:
        """Note that an update was delivered, or that a poll came back and all of it was handled."""
        self._heard, self._failed, self._waits = self.clock(), False, None
        self.doubted.clear()
        if self._shut and not self.contested:
            self._shut = False
            with suppress(StoreUnavailable):  # then it is forgotten by itself
                await self.ears.open()

    async def deaf(self, *, contested: bool = False) -> None:
        """Note that a poll has failed, or that another program hears in our place.

        One may fail at any time, and the next brings what there is; two in a row are no accident.

        Raises:
            StoreUnavailable: the store is away.

        """
        accident, self._failed = not self._failed, True
        self.doubted.set()
        if contested:
            self._contested = self.clock()
        if contested or not accident:
            await self._shut_for_all()

    async def lost(self) -> bool:
        """Tell whether any worker has found out that we are not reached. Where they are delivered, Telegram is asked again.

        Raises:
            StoreUnavailable: the store is away.

        """
        self._shut = await self.ears.are_shut()
        if self._shut and self.delivered:
            await self._ask(FRESH)
        elif self._shut and not self.contested:
            self.doubted.set()
        return self._shut

    async def proven(self) -> bool:
        """Tell whether we are reached, last before somebody's time is up. If nothing was heard of late, Telegram is asked.

        Raises:
            StoreUnavailable: the store is away.

        """
        if self._shut or self._failed:
            return False
        if self.clock() - self._heard > PROVES:
            await self._ask(PROVES)
        if self._waits is not None and self.clock() - self._waits <= _TAKEN_OVER:
            return False
        return not self._shut

    async def _ask(self, again: float) -> None:
        async with self._asking:
            if self.clock() - self._asked <= again:
                return
            told = await self.administration.webhook()
            if self.delivered or not isinstance(told, WebhookInfo) or not told.pending_update_count:
                self._waits = None
            elif self._waits is None or self.clock() - self._asked > FRESH:
                self._waits = self.clock()
            self._asked = self.clock()
            if self._cannot_reach_us(told):
                await self._shut_for_all()
            elif self.delivered:
                await self.heard()

    def _cannot_reach_us(self, told: WebhookInfo | Failure) -> bool:
        if not isinstance(told, WebhookInfo):
            return isinstance(told, NotSent | Unsure)  # whatever else it answers, it is there
        failing = told.last_error_date is not None and abs(self.now() - told.last_error_date) < _RECENT
        if not self.delivered or not failing or not told.pending_update_count:
            self._stuck = None
            return False
        return self._for_so_long() <= _ONE_ALONE

    def _for_so_long(self) -> float:
        """Tell for how many seconds Telegram has said so, each time it was asked."""
        now = self.clock()
        since, last = self._stuck or (now, now)
        self._stuck = since if now - last <= _ONE_ALONE else now, now
        return now - self._stuck[0]

    async def _shut_for_all(self) -> None:
        if not self._shut:
            _log.warning("updates_do_not_reach_us", remedy="no game's time runs meanwhile; tgbot check tells more")
        self._shut = True
        self.doubted.set()
        await self.ears.shut(_FORGOTTEN)
