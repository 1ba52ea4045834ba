"""News about payments, tasks and the table's manners."""

from html import escape

from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Keyboard
from tgbot.phrases.page import Line, Page
from tgbot.table.intents.taps import Action
from tgbot.table.news.paying import (
    BagReshuffled,
    FairplayTold,
    NoTaskFits,
    PayingNews,
    PurseWordsRefused,
    TaskAsked,
    TasksAdded,
    TasksExported,
    WaterRound,
)
from tgbot.table.state.purse import LONGEST_COIN
from tgbot.table.state.task_box import LONGEST, MOST


def paying_lines(page: Page, news: PayingNews) -> list[Line]:
    """Tell one of these."""
    match news:
        case BagReshuffled():
            return page.line("tasks.reshuffled", fact=False)
        case NoTaskFits(player=player):
            equal = page.voice.say(f"stakes.equal.{page.voice.paying.equal.value}")
            return page.line("tasks.none_fits", player=page.voice.roster.plain(player), equal=equal)
        case WaterRound():
            return page.line("stakes.water_round")
        case FairplayTold():
            return page.line("fairplay.manners", fact=False)
        case TaskAsked():
            return page.line("tasks.asked", fact=False, longest=LONGEST)
        case TasksAdded():
            return _added(page, news)
        case TasksExported(texts=texts):
            command = page.voice.say("tasks.command")
            copied = escape("\n".join((command, *texts)), quote=False)
            return [*page.line("tasks.exported", fact=False), Line(f"<pre>{copied}</pre>", fact=False)]
        case PurseWordsRefused():
            return page.line("purse.words_refused", fact=False, longest=LONGEST_COIN)


def paying_keyboard(page: Page, news: PayingNews) -> Keyboard:
    """Give the buttons one of these brings: what was added can be taken back at once."""
    if not isinstance(news, TasksAdded) or not news.numbers:
        return ()
    numbers = dict.fromkeys((news.numbers[0], news.numbers[-1]))
    detail = "-".join(("drop", *map(str, numbers)))
    buttons = Buttons(page.voice, page.scene.table, 0)
    return ((buttons.detailed(page.voice.say("tasks.undo"), Action.TASK, detail),),)


def _added(page: Page, news: TasksAdded) -> list[Line]:
    added = page.voice.count("tasks.added", len(news.numbers)) if news.numbers else None
    refused = (page.voice.say(f"tasks.fault.{fault.value}", longest=LONGEST, most=MOST) for fault in news.refused)
    return [Line(text, fact=False) for text in (*([added] if added else []), *refused)]
