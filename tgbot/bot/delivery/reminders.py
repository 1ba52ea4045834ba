"""Reminders: a wish is confirmed at its owner's desk, and he is called there once the card of the table stands."""

from tgbot.bot.delivery.visit import Visit
from tgbot.game.seats import PlayerId
from tgbot.game.state import Over
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.inward import DeskTold, ReminderUnheard
from tgbot.table.news.notices import Post
from tgbot.table.news.reminders import (
    DeskReminder,
    ReminderDropped,
    ReminderNoted,
    ReminderRefused,
    RemindersFull,
    TableOpened,
)
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.effects import Called, Remembered
from tgbot.table.state.reminder import Wish


async def tell_of_wish(visit: Visit, remembered: Remembered) -> None:
    """Tell somebody what became of his wish. Telling twice is as good as once: his desk knows what it has said."""
    notice = _notice(visit, remembered.wish)
    if notice is not None:
        await _tell(visit, remembered.player, remembered.at, notice, remembered.language)


async def call(visit: Visit) -> None:
    """Call everybody who asked for the table, unless he has thought better of it or the table has closed again."""
    pending = visit.pending
    calls = [effect for effect in pending.effects if isinstance(effect, Called)]
    if not calls or Card() in pending.dirty:
        return
    for called in calls:
        visit.acted()
        open_still = pending.table.games == called.game and not isinstance(pending.table.game, Over | None)
        if open_still and await visit.tools.users.wants_reminder(called.player, pending.table.id):
            await _tell(visit, called.player, called.at, _opened(visit), pending.table.language)
        await visit.tools.outbox.apply(visit.lease, pending.table.id, called)


async def say_aloud(visit: Visit, post: Post) -> None:
    """Have the group told what a shut private chat could not take."""
    for item in post.items:
        if isinstance(item, ReminderNoted | ReminderDropped):
            player = PlayerId(visit.pending.table.id.home)
            await visit.tools.service.handle(ReminderUnheard(item.table, player))


async def _tell(visit: Visit, player: PlayerId, at: int, notice: DeskReminder, language: Language) -> None:
    await visit.tools.service.handle(DeskTold(TableId(player), visit.pending.table.id, at, notice, language))


def _notice(visit: Visit, wish: Wish) -> DeskReminder | None:
    table = visit.pending.table
    match wish:
        case Wish.NOTED:
            return ReminderNoted(table.id, table.title)
        case Wish.DROPPED:
            return ReminderDropped(table.id, table.title)
        case Wish.REFUSED | Wish.UNKNOWN:
            return ReminderRefused(table.title, unknown=wish is Wish.UNKNOWN)
        case Wish.FULL:
            return RemindersFull()
        case Wish.QUIETLY_DROPPED:
            return None


def _opened(visit: Visit) -> TableOpened:
    table, shown = visit.pending.table, visit.pending.shown.get(Card())
    known = shown is not None and shown.chat == table.chat and shown.anchor.startswith(f"{table.games}.")
    return TableOpened(table.title, table.chat, table.id.thread, shown.message if shown is not None and known else 0)
