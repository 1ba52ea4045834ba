"""What a private chat has to get when the table has its card: a bill, its old messages without buttons, promises taken back."""

from tgbot.bot.delivery.bills import send_bill
from tgbot.bot.delivery.cups import close_cup
from tgbot.bot.delivery.reminders import broken_promises, take_back
from tgbot.bot.delivery.stale import close_stale
from tgbot.bot.delivery.visit import Pause, Visit
from tgbot.table.anchors import cup_anchor
from tgbot.table.news.surfaces import PrivateBill, PrivateCup


def private_chats(visit: Visit) -> list[int]:
    """List the private chats that lack something, the bills first."""
    pending = visit.pending
    billed = [surface.player for surface in pending.dirty if isinstance(surface, PrivateBill)]
    cups = [surface.player for surface in pending.dirty if isinstance(surface, PrivateCup)]
    left = [player for player in cups if cup_anchor(pending.table, player) is None]
    old = [shown.chat for shown in pending.stale if shown.chat != visit.chat]
    promised = [promise.player for promise in broken_promises(visit)]
    return list(dict.fromkeys((*billed, *left, *old, *promised)))


async def bring_the_rest(visit: Visit, chat: int) -> Pause | None:
    """Send the bill, then close what is old."""
    bill = await send_bill(visit, chat)
    if not await visit.refresh():
        return None
    rest = await close_cup(visit, chat)
    if not await visit.refresh():
        return None
    rest = rest or await close_stale(visit, chat) or await take_back(visit, chat)
    return min(filter(None, (bill, rest)), key=lambda pause: pause.seconds, default=None)
