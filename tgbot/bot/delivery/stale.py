"""Old cards become a line without buttons: decoration, done when the chat's budget has room for it."""

from typing import Final

from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.outcomes import ForLater
from tgbot.game.seats import PlayerId
from tgbot.table.identity import Reach
from tgbot.table.ports.outbox import Shown

MOST_WAITING: Final = 3


async def forget_oldest(visit: Visit) -> None:
    """Of more than three old cards waiting, let the oldest keep their buttons, which refuse by step."""
    for old in visit.pending.stale[:-MOST_WAITING]:
        await _forget(visit, old)


async def close_stale(visit: Visit, chat: int) -> Pause | None:
    """Close the old cards in a chat, oldest first."""
    for old in visit.pending.stale[-MOST_WAITING:]:
        pause = await _close(visit, old) if old.chat == chat else None
        if pause is not None:
            return pause
    return None


async def _close(visit: Visit, old: Shown) -> Pause | None:
    shut = visit.scene().reach(PlayerId(old.chat)) is Reach.CLOSED
    if old.closing is not None and not shut:
        if visit.closed and old.chat == visit.chat:
            return Pause(WHILE_CLOSED)
        pause = await visit.permit(old.chat, decoration=True)
        if pause is not None:
            return pause
        visit.acted()
        outcome = await visit.tools.gateway.close(old.chat, old.message, old.closing)
        if isinstance(outcome, ForLater):
            return await visit.suffer(old.chat, outcome, visit.matter(old))
    await _forget(visit, old)
    return None


async def _forget(visit: Visit, old: Shown) -> None:
    visit.acted()
    visit.tools.mishaps.over(visit.pending.table.id, old)
    await visit.tools.outbox.close(visit.lease, visit.pending.table.id, old)
