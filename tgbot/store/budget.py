"""Messages a chat may receive, counted in the store, for all workers share one bot's limits."""

from dataclasses import dataclass

from redis.asyncio import Redis

from tgbot.store import keys, scripts
from tgbot.store.connection import store_errors
from tgbot.table.ports.budget import Grant


@dataclass(frozen=True, slots=True)
class Window:
    """So many messages in so many milliseconds, of which `reserve` are kept for what moves the game."""

    limit: int
    milliseconds: int
    reserve: int = 1


GROUP = Window(20, 61_000, reserve=7)
"""Telegram allows 20 a minute; the second more is for its clock and the way there."""
PRIVATE = Window(5, 6_000)
"""One a second, with a little burst: a turn is a cup, its closing, and perhaps the next cup at once. And a second more."""
ALL = Window(30, 1_250)
"""Telegram allows one bot 30 a second; the quarter more is for those that take longer on the way than later ones."""


@dataclass(frozen=True, slots=True)
class RedisBudget:
    """The `Budget` in Redis; all moments are the store's."""

    redis: Redis
    group: Window = GROUP
    private: Window = PRIVATE
    everywhere: Window = ALL

    async def take(self, chat: int, *, decoration: bool = False) -> Grant:
        """Take one message out of a chat's budget; decoration only while more than the reserve would remain.

        Raises:
            StoreUnavailable: the store is away.

        """
        window = self.private if chat > 0 else self.group
        key = keys.sent(chat)
        grant, taken = await self._take(window, window.reserve if decoration else 1, key, keys.hold(chat))
        if grant.wait:
            return grant
        overall, _ = await self._take(self.everywhere, 1, keys.ALL_SENT)
        if not overall.wait:
            return grant
        with store_errors():
            await self.redis.lrem(key, 1, taken)
        return Grant(overall.wait, grant.left + 1)

    async def hold(self, chat: int, seconds: float) -> None:
        """Let nothing go to this chat for so long; a shorter wait never shortens a longer one."""
        await scripts.HOLD.run(self.redis, [keys.hold(chat)], max(1, round(seconds * 1000)))

    async def _take(self, window: Window, needed: int, *of_chat: str) -> tuple[Grant, str]:
        wait, left, taken = await scripts.BUDGET.run(self.redis, of_chat, window.limit, window.milliseconds, needed)
        return Grant(int(wait), int(left)), taken.decode()
