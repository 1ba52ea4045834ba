"""News about reminders, in the group and at somebody's desk."""

from tgbot.phrases import names
from tgbot.phrases.links import message_link, reminder_link
from tgbot.phrases.message import Button, Keyboard
from tgbot.phrases.page import Line, Page
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.reminders import (
    ReminderDropped,
    ReminderElsewhere,
    ReminderGone,
    ReminderNeedsDoor,
    ReminderNews,
    ReminderNoted,
    ReminderRefused,
    RemindersFull,
    TableOpened,
)
from tgbot.table.state.reminder import MOST


def reminder_lines(page: Page, news: ReminderNews) -> list[Line]:
    """Tell one of these."""
    match news:
        case ReminderNeedsDoor(player=player):
            if player is None:
                return page.line("reminder.needs_door_unnamed", fact=False)
            return page.line("reminder.needs_door", fact=False, player=page.voice.roster.plain(player))
        case ReminderGone(player=player):
            return page.line("reminder.gone", fact=False, player=page.voice.roster.plain(player))
        case RemindersFull():
            return page.line("reminder.full", fact=False, most=MOST)
        case ReminderElsewhere():
            return page.line("reminder.elsewhere", fact=False)
        case _:
            return page.line(f"reminder.{_key(news)}", title=names.plain(news.title))


def reminder_keyboard(page: Page, news: ReminderNews) -> Keyboard:
    """Give the button under one of these: the way to the private chat, to the lobby, or out of it again."""
    say, scene = page.voice.say, page.scene
    match news:
        case ReminderNeedsDoor():
            return ((Button(say("buttons.remind"), url=reminder_link(scene.bot, scene.table)),),)
        case ReminderNoted(table=table):
            return ((Button(say("buttons.remind_not"), Tap(table, 0, 0, Action.REMIND)),),)
        case TableOpened(chat=chat, thread=thread, message=message):
            there = message_link(chat, message, thread)
            return ((Button(say("buttons.to_lobby"), url=there),),) if there else ()
        case _:
            return ()


def _key(news: ReminderNoted | ReminderDropped | ReminderRefused | TableOpened) -> str:
    match news:
        case ReminderNoted():
            return "noted"
        case ReminderDropped():
            return "dropped"
        case ReminderRefused(unknown=unknown):
            return "unknown" if unknown else "refused"
        case TableOpened():
            return "opened"
