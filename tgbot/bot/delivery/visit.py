"""One visit of a courier to one table: what is to be done there, and what may be done now."""

import asyncio
from collections.abc import Awaitable, Callable
from copy import copy
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from tgbot.bot.delivery.mishaps import Matter, Mishaps
from tgbot.bot.gateway import Gateway
from tgbot.bot.meter import Meter
from tgbot.bot.outcomes import ChatClosed, Failure, Flooded, Migrated, NoThread, Sent, TokenRefused
from tgbot.bot.service import Service
from tgbot.game.seats import PlayerId
from tgbot.phrases.message import Message
from tgbot.table.clock.timing import Timing
from tgbot.table.intents.inward import GroupRefused, ThreadLost
from tgbot.table.intents.updates import ChatUpgraded
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.budget import Budget
from tgbot.table.ports.outbox import Lease, LeaseLost, Outbox, Pending, Shown
from tgbot.table.ports.purses import NoPurses, PurseStore
from tgbot.table.ports.users import Users
from tgbot.table.scene import ZONE, Scene, scene

AFTER_MOVE: Final = 0.2  # until a table is looked at again under its new chat id
FRESH: Final = 1.0  # what was said of a lease holds so long; a lease lapses later
_TRIES: Final = 4
WHILE_CLOSED: Final = 600.0  # a group that takes nothing is looked at so often; a commit comes before that


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing more can be done here for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What every visit needs. `bot` is the bot's username without @, `zone` the time zone of its groups.

    `doubt` tells that Telegram refuses the token.
    """

    gateway: Gateway
    outbox: Outbox
    budget: Budget
    service: Service
    users: Users
    meter: Meter
    bot: str
    zone: str = ZONE
    timing: Timing = field(default_factory=Timing)
    mishaps: Mishaps = field(default_factory=Mishaps)
    purses: PurseStore = field(default_factory=NoPurses)
    doubt: Callable[[], None] = lambda: None


@dataclass(slots=True)
class Visit:
    """What one table has to deliver, as last read. `halt` asks to stop before the next call."""

    tools: Tools
    lease: Lease
    pending: Pending
    halt: asyncio.Event
    _read_at: float = field(default_factory=monotonic)
    _acted: bool = False
    _asked_at: float = 0.0

    @property
    def chat(self) -> int:
        """The table's current chat."""
        return self.pending.table.chat

    @property
    def closed(self) -> bool:
        """Whether the bot is known not to be allowed to write in the group."""
        return self.pending.table.muted_since is not None

    @property
    def now(self) -> int:
        """Store time in milliseconds."""
        return self.pending.now + round((monotonic() - self._read_at) * 1000)

    def scene(self, viewer: PlayerId | None = None) -> Scene:
        """Look at the table as a player does, or (None) as the whole group does."""
        return scene(self.pending.table, viewer, self.tools.bot, self.tools.zone)

    async def own_scene(self, player: PlayerId) -> Scene:
        """Look at the table as a player does who sees his own purse too: for his private chat alone."""
        purse = await self.tools.purses.purse(player)
        return scene(self.pending.table, player, self.tools.bot, self.tools.zone, purse=purse, now=self.now)

    async def refresh(self) -> bool:
        """Read the newest state, unless nothing has happened since it was read; False when the table is gone."""
        if not self._acted:
            return True
        pending = await self.tools.outbox.pending(self.pending.table.id)
        if pending is None:
            return False
        self.pending, self._read_at, self._acted = pending, monotonic(), False
        return True

    def aside(self) -> "Visit":
        """Look at the table as it was last read, for what is done there while this visit goes on."""
        return copy(self)

    def acted(self) -> None:
        """Note that the state may no longer be what was read."""
        self._acted = True

    async def permit(self, chat: int, *, decoration: bool = False) -> Pause | None:
        """Ask whether one message may go to a chat now; None is yes, and takes it out of the chat's budget.

        Raises:
            LeaseLost: another worker serves this table now.

        """
        if self.halt.is_set():
            return Pause(0)
        await self._ask_for_the_lease()
        grant = await self.tools.budget.take(chat, decoration=decoration)
        if grant.wait:
            return Pause(grant.wait / 1000)
        await self.still_ours()
        return None

    async def still_ours(self) -> None:
        """Make sure, last before a call, that what was said of the lease is not old: the process may have been stopped.

        Raises:
            LeaseLost: another worker serves this table now, or the store is too slow to tell.

        """
        for _ in range(_TRIES):
            if monotonic() - self._asked_at < FRESH:
                return
            await self._ask_for_the_lease()
        raise LeaseLost

    async def _ask_for_the_lease(self) -> None:
        self._asked_at = monotonic()
        if not await self.tools.outbox.holds(self.lease):
            raise LeaseLost

    async def send(self, message: Message, *, silent: bool = False) -> Sent | Failure:
        """Send to the table's place. When its forum thread was deleted, the chat itself has to do."""
        return await self._send(lambda thread: self.tools.gateway.send(self.chat, message, thread, silent=silent))

    async def send_photo(self, photo: bytes | str, caption: str) -> Sent | Failure:
        """Send a picture, silently, to where a message would go."""
        gateway = self.tools.gateway
        return await self._send(lambda thread: gateway.send_photo(self.chat, photo, caption, thread, silent=True))

    async def _send(self, call: Callable[[int], Awaitable[Sent | Failure]]) -> Sent | Failure:
        self.acted()
        table = self.pending.table
        thread = 0 if table.adrift else table.id.thread
        outcome = await call(thread)
        if isinstance(outcome, NoThread) and thread:
            await self.tools.service.handle(ThreadLost(table.id))
            outcome = await call(0)
        return outcome

    def matter(self, what: Surface | Shown | str, anchor: str = "") -> Matter:
        """Name something this visit brings."""
        mark = 0 if isinstance(what, Shown | str) else self.pending.dirty.get(what, 0)
        return Matter(self.pending.table.id, what, anchor, mark)

    def held_back(self, matter: Matter) -> Pause | None:
        """Tell how long something must not be sent, because it has just failed or perhaps stands there; None: not at all."""
        wait = self.tools.mishaps.wait(matter, self.now)
        return Pause(wait) if wait else None

    async def show(self, surface: Surface, shown: Shown | None, mark: int | None) -> None:
        """Note what a surface shows now, as `Outbox.show`."""
        self.tools.mishaps.over(self.pending.table.id, surface)
        self.acted()
        await self.tools.outbox.show(self.lease, self.pending.table.id, surface, shown, mark)

    async def suffer(self, chat: int, failure: Failure, matter: Matter) -> Pause:
        """Draw the consequences of a call that may or must be made again; says when."""
        match failure:
            case Flooded(seconds=seconds):
                await self.tools.budget.hold(chat, seconds)
                return Pause(seconds)
            case Migrated(chat=new):
                await self.tools.service.handle(ChatUpgraded(None, chat, new))
                return Pause(AFTER_MOVE)
            case TokenRefused():
                self.tools.doubt()
                return Pause(self.tools.mishaps.note(matter, failure, self.now))
            case ChatClosed(swept=swept):
                await self.tools.service.handle(GroupRefused(self.pending.table.id, swept))
                return Pause(WHILE_CLOSED)
            case _:
                return Pause(self.tools.mishaps.note(matter, failure, self.now))
