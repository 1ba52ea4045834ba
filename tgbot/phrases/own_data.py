"""What is stored about somebody, told to himself alone."""

from tgbot.game.rules.ranking import top
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.links import chat_link
from tgbot.phrases.message import Button, Keyboard
from tgbot.phrases.page import Line, Page
from tgbot.phrases.purse_menu import settings
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.news.own import ForgetAsked, ForgetBegun, OwnData, OwnNews, OwnStatistics, PrivacyTold, PrivateMatter
from tgbot.table.state.own import Statistics, Stored, StoredAt
from tgbot.table.state.purse import Purse


def own_lines(page: Page, news: OwnNews) -> list[Line]:
    """Tell one of these. Figures and data are there only where the scene brings them, on the way to their owner."""
    stored = page.scene.own
    match news:
        case PrivateMatter():
            return page.line("own.private", fact=False)
        case PrivacyTold():
            return page.line("own.privacy", fact=False)
        case OwnStatistics():
            return [] if stored is None else [Line(_statistics(page.voice, stored.statistics), fact=False)]
        case OwnData():
            return [] if stored is None else [Line(text, fact=False) for text in _data(page, stored)]
        case ForgetAsked():
            return page.line("own.ask", fact=False)
        case ForgetBegun():
            return page.line("own.begun", fact=False)


def own_keyboard(page: Page, news: OwnNews) -> Keyboard:
    """Give the buttons under one of these."""
    buttons, stored = Buttons(page.voice, page.scene.table, 0), page.scene.own
    match news:
        case PrivateMatter():
            return ((Button(page.voice.say("buttons.private_chat"), url=chat_link(page.scene.bot)),),)
        case OwnStatistics() if stored is not None:
            action = Action.STATISTICS_ON if stored.statistics is None else Action.STATISTICS_OFF
            return ((buttons.press(action),),)
        case OwnData() if stored is not None:
            return ((buttons.press(Action.FORGET),),)
        case ForgetAsked():
            return ((buttons.press(Action.FORGET_SURE),),)
        case _:
            return ()


def _statistics(voice: Voice, figures: Statistics | None) -> str:
    if figures is None:
        return voice.say("own.off")
    rate = figures.bluff_rate
    return voice.say(
        "own.statistics",
        games=figures.games,
        games_lost=figures.games_lost,
        rounds_lost=figures.rounds_lost,
        rate=voice.say("own.no_rate") if rate is None else voice.say("own.rate", percent=rate),
        caught=figures.caught,
        right=figures.right_doubts,
        wrong=figures.wrong_doubts,
        top=voice.spoken(top(voice.rules.ranking)),
        tops=figures.tops,
    )


def _data(page: Page, stored: Stored) -> list[str]:
    voice = page.voice
    at_tables = [_at_table(voice, table) for table in stored.tables]
    switched = voice.say("own.statistics_off" if stored.statistics is None else "own.statistics_on")
    nothing = [] if at_tables else [voice.say("own.nothing")]
    chosen = [voice.say("own.purse_none")] if stored.purse == Purse() else settings(voice, stored.purse, page.scene.now)
    titles = ", ".join(map(names.plain, stored.reminders))
    called = [voice.say("own.reminders", titles=titles)] if titles else []
    return [voice.say("own.data"), *at_tables, *nothing, switched, *chosen, *called, voice.say("own.desk")]


def _at_table(voice: Voice, stored: StoredAt) -> str:
    more = voice.say("own.more.recap") if stored.in_recap else ""
    if stored.billed:
        more += voice.say("own.more.billed")
    if stored.changes:
        more += voice.say("own.more.changes", number=stored.changes)
    if stored.tasks:
        more += voice.say("own.more.tasks", number=stored.tasks)
    tonight = voice.count("own.tonight", stored.games) if stored.games else ""
    return voice.say(
        "own.table",
        title=names.plain(stored.title),
        name=names.bare(stored.name),
        seat=voice.say("own.seat.yes" if stored.seated else "own.seat.no"),
        tonight=tonight,
        more=more,
    )
