"""Long polling, for the bot at home: one poller, the same path from the update on."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

import structlog

from tgbot.bot.administration import Administration, Json
from tgbot.bot.gateway import Gateway
from tgbot.bot.hearing import Hearing
from tgbot.bot.inbox import Inbox, NotNow
from tgbot.bot.outcomes import Contested, Failure, Flooded, TokenRefused
from tgbot.bot.patience import Patience
from tgbot.bot.tasks import Tasks
from tgbot.table.ports.tables import StoreUnavailable
from tgbot.table.ports.workers import Roles

_log = structlog.get_logger()

WAIT: Final = 25  # seconds Telegram holds a poll open while nothing happens
_ROLE: Final = "poller"
_AFTER_OTHERS: Final = 5.0
_AFTER_NOTHING: Final = 1.0
"""Seconds from a poll that brings nothing to the next: what stands between us and Telegram may not hold it open."""
_GRACE: Final = 5.0  # seconds for the answers under way at the end


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """How the poller's role is kept, in seconds: renewed during a poll, it lapses `lapse` after its holder died.

    Who has not got it asks again after `again`.
    """

    renew: float = 3.0
    lapse: float = 10.0
    again: float = 3.0


class PollingImpossible(Exception):  # noqa: N818 -- reads as what it says
    """Polling can never work like this; the text is the remedy."""


@dataclass(slots=True)
class Poller:
    """Fetches updates until stopped. The offset, which confirms, moves only over updates that are stored for good.

    `doubt` tells that Telegram refuses the token.
    """

    administration: Administration
    inbox: Inbox
    gateway: Gateway
    roles: Roles
    hearing: Hearing
    wait: int = WAIT
    doubt: Callable[[], None] = lambda: None
    keeping: Keeping = field(default_factory=Keeping)
    _offset: int = 0
    _halt: asyncio.Event = field(default_factory=asyncio.Event)
    _patience: Patience = field(default_factory=Patience)
    _tasks: Tasks = field(default_factory=Tasks)

    def stop(self) -> None:
        """Ask the poller to end soon; updates fetched but not handled come again."""
        self._halt.set()

    async def run(self) -> None:
        """Poll while no other worker does.

        Raises:
            PollingImpossible: a webhook is set.

        """
        while not self._halt.is_set():
            try:
                if await self.roles.claim(_ROLE, self.keeping.lapse):
                    await self._rest(await self._poll())
                else:
                    await self._rest(self.keeping.again)
            except StoreUnavailable:
                await self._rest(self._patience.lose())
        await self._tasks.finish(_GRACE)
        with contextlib.suppress(StoreUnavailable):  # then the role lapses by itself
            await self.roles.resign(_ROLE)

    async def _poll(self) -> float:
        """Fetch and handle once; returns the seconds to rest."""
        done, began = asyncio.Event(), monotonic()
        losing = asyncio.ensure_future(self._until_lost(done))
        try:
            fetched = await self._fetched(losing)
            if isinstance(fetched, Failure):
                return await self._after(fetched)
            waits = await asyncio.gather(*(self._handle_in_order(queue) for queue in queues(fetched or ())))
        finally:
            done.set()
            await losing
        late = [number for number in waits if number is not None]
        if fetched:
            self._offset = min(late, default=fetched[-1]["update_id"] + 1)
        if late:
            return self._patience.lose()
        self._patience.regain()
        if fetched is not None:
            await self.hearing.heard()
        return 0 if fetched or not self.wait else max(0.0, _AFTER_NOTHING - (monotonic() - began))

    async def _fetched(self, losing: "asyncio.Task[None]") -> Sequence[Json] | Failure | None:
        """Ask Telegram, but no longer than until the stop, or until the role is somebody else's (None).

        Once it is doubted that we are reached, it is asked for what there is: a poll under way may never come back.
        """
        doubted = self.hearing.doubted
        wait = 0 if doubted.is_set() else self.wait
        fetching = asyncio.ensure_future(self.administration.updates(self._offset, wait=wait))
        halting = asyncio.ensure_future(self._halt.wait())
        doubting = asyncio.ensure_future(doubted.wait()) if wait else losing
        try:
            await asyncio.wait({fetching, halting, losing, doubting}, return_when=asyncio.FIRST_COMPLETED)
            return fetching.result() if fetching.done() else None
        finally:
            fetching.cancel()
            halting.cancel()
            if doubting is not losing:
                doubting.cancel()

    async def _until_lost(self, done: asyncio.Event) -> None:
        """Keep the role until the poll is done, or another worker has it: then this one was away for too long."""
        kept = True
        while kept and not await _set_within(done, self.keeping.renew):
            with contextlib.suppress(StoreUnavailable):  # nobody else can take it meanwhile
                kept = await self.roles.claim(_ROLE, self.keeping.lapse)

    async def _after(self, failure: Failure) -> float:
        await self.hearing.deaf(contested=failure == Contested())
        match failure:
            case Contested(webhook=True):
                raise PollingImpossible(
                    "A webhook is set for this bot, so Telegram gives its updates to nobody else. "
                    "Set PUBLIC_URL to go on with the webhook, or remove it first: tgbot webhook delete"
                )
            case TokenRefused():
                self.doubt()
                return _AFTER_OTHERS
            case Contested():
                _log.warning("another_poller_runs", remedy="stop the other program that uses this token")
                return _AFTER_OTHERS
            case Flooded(seconds=seconds):
                return seconds
            case _:
                return self._patience.lose()

    async def _handle_in_order(self, queue: list[Json]) -> int | None:
        """Handle one queue's updates; returns the id of the first that has to come again."""
        for update in queue:
            try:
                answer = await self.inbox.take_raw(update)
            except NotNow:
                return int(update["update_id"])
            if answer is not None:
                self._tasks.start(self.gateway.answer(answer))
        return None

    async def _rest(self, seconds: float) -> None:
        if seconds > 0:
            await _set_within(self._halt, seconds)


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False


def queues(updates: Iterable[Json]) -> list[list[Json]]:
    """Part updates as Telegram's webhooks do: in order within a chat, and within one presser's taps."""
    parted: dict[tuple[str, object], list[Json]] = {}
    for update in updates:
        parted.setdefault(_queue(update), []).append(update)
    return list(parted.values())


def _queue(update: Json) -> tuple[str, object]:
    query = update.get("callback_query")
    if isinstance(query, dict):
        return ("user", _id(query, "from"))
    told = next((part for part in update.values() if isinstance(part, dict)), {})
    return ("chat", _id(told, "chat"))


def _id(part: Json, name: str) -> object:
    whose = part.get(name)
    return whose.get("id") if isinstance(whose, dict) else None
