"""Reminders: a wish is confirmed at its owner's desk, and he is called there once the card of the table stands."""

from tgbot.bot.delivery.visit import Pause, Visit
from tgbot.bot.outcomes import ForLater
from tgbot.game.seats import PlayerId
from tgbot.game.state import Over
from tgbot.phrases import posts
from tgbot.table.anchors import of_game
from tgbot.table.chats.desk import new_desk
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents.inward import CalledInVain, DeskTold, ReminderUnheard
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
from tgbot.table.scene import scene
from tgbot.table.state.reminder import Wish


async def tell_of_wish(visit: Visit, remembered: Remembered) -> None:
    """Tell somebody what became of his wish. Telling twice is as good as once: his desk knows what it has said."""
    notice = _notice(visit, remembered.wish)
    if notice is not None:
        await _tell(visit, remembered.player, remembered.at, notice, remembered.language)


def broken_promises(visit: Visit) -> list[Remembered]:
    """List what was taken back where it was promised: the message there has to say so."""
    return [effect for effect in visit.pending.effects if isinstance(effect, Remembered) and effect.message]


async def take_back(visit: Visit, chat: int) -> Pause | None:
    """Rewrite the messages of a private chat that promised a call."""
    for promise in broken_promises(visit):
        pause = await _take_back(visit, promise) if promise.player == chat else None
        if pause is not None:
            return pause
    return None


async def _take_back(visit: Visit, promise: Remembered) -> Pause | None:
    table, matter = visit.pending.table, visit.matter(f"reminder.{promise.player}.{promise.at}")
    pause = visit.held_back(matter) or await visit.permit(promise.player)
    if pause is not None:
        return pause
    visit.acted()
    desk = new_desk(Person(promise.player, "", promise.language.value))
    dropped = Post("", 0, 0, (ReminderDropped(table.id, table.title),))
    message = posts.post(scene(desk, promise.player, visit.tools.bot, visit.tools.zone), dropped)
    assert message is not None
    outcome = await visit.tools.gateway.edit(promise.player, promise.message, message)
    if isinstance(outcome, ForLater):
        return await visit.suffer(promise.player, outcome, matter)
    visit.tools.mishaps.over(table.id, matter.what)  # a chat that is shut, or a message that is gone, promises nothing
    await visit.tools.outbox.apply(visit.lease, table.id, promise)
    return None


async def call(visit: Visit) -> None:
    """Call everybody who asked for the table, unless he has thought better of it; if it has closed again, keep his wish."""
    pending = visit.pending
    calls = [effect for effect in pending.effects if isinstance(effect, Called)]
    if not calls or Card() in pending.dirty:
        return
    for called in calls:
        visit.acted()
        if await visit.tools.users.wants_reminder(called.player, pending.table.id):
            await _call(visit, called)
        await visit.tools.outbox.apply(visit.lease, pending.table.id, called)


async def _call(visit: Visit, called: Called) -> None:
    table = visit.pending.table
    if isinstance(table.game, Over | None):
        await visit.tools.service.handle(CalledInVain(table.id, called.player, called.asked, called.game))
    else:
        await _tell(visit, called.player, called.at, _opened(visit, called.asked), table.language)


async def say_aloud(visit: Visit, post: Post) -> None:
    """Have the group told what a shut private chat could not take; a call it could not take is made again."""
    player = PlayerId(visit.pending.table.id.home)
    for item in post.items:
        if isinstance(item, ReminderNoted | ReminderDropped):
            await visit.tools.service.handle(ReminderUnheard(item.table, player))
        elif isinstance(item, TableOpened) and item.table is not None:
            await visit.tools.service.handle(CalledInVain(item.table, player, item.asked))


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
        case Wish.QUIETLY_DROPPED | Wish.KEPT:
            return None


def _opened(visit: Visit, asked: int) -> TableOpened:
    table, shown = visit.pending.table, visit.pending.shown.get(Card())
    known = shown is not None and shown.chat == table.chat and of_game(shown.anchor, table.games)
    message = shown.message if shown is not None and known else 0
    return TableOpened(table.title, table.chat, table.id.thread, message, table.id, asked)
