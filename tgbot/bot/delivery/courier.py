"""The courier brings one table's deliveries to Telegram, in order, and says when to come again."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from tgbot.bot.delivery.boards import show_boards
from tgbot.bot.delivery.card import card_is_owed, show_card
from tgbot.bot.delivery.cups import rollers, show_cup
from tgbot.bot.delivery.errands import Errands
from tgbot.bot.delivery.farewell import forget_at_tables, say_farewell
from tgbot.bot.delivery.inquiries import find_topic, inquire
from tgbot.bot.delivery.mornings import label_recaps
from tgbot.bot.delivery.posts import send_posts
from tgbot.bot.delivery.reminders import broken_promises, call, tell_of_wish
from tgbot.bot.delivery.silence import next_try, try_again
from tgbot.bot.delivery.stale import close_stale, forget_oldest
from tgbot.bot.delivery.tidying import bring_the_rest, private_chats
from tgbot.bot.delivery.visit import Pause, Tools, Visit
from tgbot.table.identity import TableId
from tgbot.table.ports.effects import Called, Forgotten, Remembered
from tgbot.table.ports.outbox import Lease

_CARD_WAITS: Final = 3.0
"""Seconds after its move until which a card waits for a private cup that is held up; then it does without.

It shows the roll to its roller itself.
"""
_JUST_NOW: Final = 5_000
"""Milliseconds within which what has become due is brought: a wait that is over counts for so long."""


@dataclass(frozen=True, slots=True)
class Courier:
    """Delivers for single tables. Never two visits to one table at once."""

    tools: Tools
    errands: Errands = field(default_factory=Errands)

    async def deliver(self, lease: Lease, table: TableId, halt: asyncio.Event) -> float | None:
        """Deliver what a table has; returns the seconds until it should be visited again, None when all is done.

        `halt` ends the visit before its next call; what is left stays in the store.

        Raises:
            LeaseLost: another worker serves this table now.
            StoreUnavailable: the store is away; whatever was noted holds.

        """
        pending = await self.tools.outbox.pending(table)
        visit = None if pending is None else Visit(self.tools, lease, pending, halt)
        pause = None if visit is None else await _bring(visit, self.errands)
        if visit is None or pause is None:
            await self.tools.outbox.finish(lease, table)
            return None
        at = visit.now + round(pause.seconds * 1000)
        await self.tools.outbox.later(lease, table, at, since=visit.pending.now)
        return pause.seconds

    async def card_waits(self, table: TableId, *, visited: bool) -> bool:
        """Tell whether a table's card has not come although nothing is wrong with it. `visited`: somebody is bringing it.

        Else its delivery has been put off: for a flood wait, a failure of Telegram's, or the budget. One that cannot be
        made is not put off, and one that is refused waits no more.
        """
        pending = await self.tools.outbox.pending(table)
        return pending is not None and card_is_owed(pending) and (visited or pending.at > pending.now - _JUST_NOW)

    async def finish(self, grace: float) -> None:
        """Wait up to `grace` seconds for the calls that visits have left under way."""
        await self.errands.finish(grace)


async def _bring(visit: Visit, errands: Errands) -> Pause | None:
    """Go through a table's deliveries. What holds up the group does not hold up private chats, nor the other way round."""
    await _effects(visit)
    await inquire(visit)
    await try_again(visit)
    if not await visit.refresh():
        return None
    group = await send_posts(visit)
    if not await visit.refresh():
        return None
    private = await errands.run(visit, rollers(visit), show_cup)
    if not await visit.refresh():
        return None
    if group is None and not _card_waits(visit, private):
        group = await _show_in_group(visit)
    if not await visit.refresh():
        return None
    await call(visit)
    await find_topic(visit)
    await forget_oldest(visit)
    rest = (await close_stale(visit, visit.chat), await errands.run(visit, private_chats(visit), bring_the_rest))
    await say_farewell(visit)
    waits = (group, private, next_try(visit), *rest)
    return min(filter(None, waits), key=lambda pause: pause.seconds, default=None)


def _card_waits(visit: Visit, private: Pause | None) -> bool:
    if private is None:
        return False
    return visit.now + private.seconds * 1000 <= visit.pending.table.moved_at + _CARD_WAITS * 1000


async def _show_in_group(visit: Visit) -> Pause | None:
    """Show the card, and then what nobody waits for. A card must not tell what its post has not told yet."""
    pause = Pause(0) if visit.pending.posts else await show_card(visit)
    if pause is not None or not await visit.refresh():
        return pause
    return await show_boards(visit) or await label_recaps(visit)


async def _effects(visit: Visit) -> None:
    promises = broken_promises(visit)
    for effect in visit.pending.effects:
        visit.acted()
        if isinstance(effect, Forgotten):
            await forget_at_tables(visit, effect.player)
            continue
        if isinstance(effect, Called) or effect in promises:
            continue  # the card comes first; private chats have their own turn
        if isinstance(effect, Remembered):
            await tell_of_wish(visit, effect)
        await visit.tools.outbox.apply(visit.lease, visit.pending.table.id, effect)
