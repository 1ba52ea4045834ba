"""What the table and the bot's desk in private have to tell, and the buttons under it."""

from typing import TypeAlias

from tgbot.game.events import Event, GameEnded, WentAway
from tgbot.game.rules.players import FEWEST
from tgbot.game.seats import Presence
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.links import group_link, house_link, message_link
from tgbot.phrases.message import Button, Keyboard
from tgbot.phrases.own_data import own_keyboard
from tgbot.phrases.page import Line, Page
from tgbot.phrases.paying_news import paying_keyboard
from tgbot.phrases.recap import morning_button
from tgbot.phrases.reminder_news import reminder_keyboard
from tgbot.phrases.seat_news import seat_keyboard
from tgbot.table.intents.taps import Action
from tgbot.table.limits import MOST_TABLES
from tgbot.table.news.evening import EveningEnded
from tgbot.table.news.notices import (
    BotGreeted,
    DeskGreeted,
    DeskHelped,
    DeskHouse,
    DeskSeated,
    DeskSilenced,
    DeskTurnedAway,
    EndNotAllowed,
    EndProposed,
    FellAsleep,
    HelpGiven,
    HostChanged,
    LanguageAsked,
    LanguageChosen,
    LobbyClosed,
    MoveLost,
    NoTableHere,
    Notice,
    TooManyTables,
)
from tgbot.table.news.own import ForgetAsked, OwnData, OwnStatistics, PrivateMatter
from tgbot.table.news.paying import TasksAdded
from tgbot.table.news.reminders import ReminderNeedsDoor, ReminderNoted, TableOpened
from tgbot.table.news.seats import JoinOffered, StillAway, WhichTable
from tgbot.table.paying.purse_desk import OPEN

DeskNews: TypeAlias = DeskGreeted | DeskSeated | DeskTurnedAway | DeskSilenced | DeskHelped
HouseNews: TypeAlias = (
    BotGreeted
    | HelpGiven
    | LanguageAsked
    | LanguageChosen
    | NoTableHere
    | TooManyTables
    | LobbyClosed
    | EndProposed
    | EndNotAllowed
    | HostChanged
    | MoveLost
    | FellAsleep
)
_BARE_NEWS = {
    BotGreeted: "news.greeting",
    HelpGiven: "news.help",
    LanguageAsked: "news.language_asked",
    LanguageChosen: "news.language_chosen",
    NoTableHere: "news.no_table",
    MoveLost: "news.move_lost",
    FellAsleep: "news.asleep",
}
_LASTING = (LanguageChosen, MoveLost, FellAsleep)
"""News that still matter once their post is lost; the others answer a question that can be asked again."""


def house_lines(page: Page, news: HouseNews) -> list[Line]:
    """Tell the group something about its table."""
    roster = page.voice.roster
    match news:
        case LobbyClosed():
            return _lobby_closed(page, news)
        case EndProposed(by=by):
            key = "news.end_proposed_to_one" if _seated(page) == FEWEST else "news.end_proposed"
            return page.line(key, player=roster.plain(by))
        case EndNotAllowed(by=by):
            return page.line("news.end_not_allowed", player=roster.plain(by))
        case TooManyTables():
            return page.line("news.too_many_tables", number=MOST_TABLES, fact=False)
        case HostChanged(host=host):
            return page.line("news.host_changed", player=roster.plain(host))
        case NoTableHere(thread=thread) if thread:
            return page.line("news.table_elsewhere", fact=False)
        case (
            BotGreeted() | HelpGiven() | LanguageAsked() | LanguageChosen() | NoTableHere() | MoveLost() | FellAsleep()
        ):
            return page.line(_BARE_NEWS[type(news)], fact=type(news) in _LASTING)


def desk_lines(page: Page, news: DeskNews) -> list[Line]:
    """Tell somebody in private what the bot is, and where the game is."""
    match news:
        case DeskGreeted():
            return page.line("desk.greeting", fact=False)
        case DeskSeated(title=title):
            return page.line("desk.seated", title=names.plain(title))
        case DeskTurnedAway(title=title):
            return page.line("desk.turned_away", title=names.plain(title))
        case DeskSilenced(title=title, swept=swept):
            return page.line("desk.swept" if swept else "desk.silenced", title=names.plain(title))
        case DeskHelped():
            return page.line("desk.help", fact=False)


def keyboard_under(page: Page, item: Event | Notice) -> Keyboard:  # noqa: C901 -- one match over what brings buttons
    """Give the buttons an item brings into its post."""
    buttons = Buttons(page.voice, page.scene.table, page.post.game)
    match item:
        case GameEnded():
            return ((buttons.labelled("buttons.again", Action.OPEN),),)
        case NoTableHere(chat=chat, thread=thread, message=message) if thread and message:
            there = message_link(chat, message, thread)
            return ((Button(page.voice.say("buttons.to_lobby"), url=there),),) if there else ()
        case BotGreeted() | NoTableHere() | LobbyClosed():
            return ((buttons.press(Action.OPEN),),)
        case EveningEnded(recap=recap, again=False):
            return morning_button(buttons, recap)
        case PrivateMatter() | OwnStatistics() | OwnData() | ForgetAsked():
            return own_keyboard(page, item)
        case EndProposed():
            return ((buttons.press(Action.CONFIRM_END),),)
        case LanguageAsked():
            return ((buttons.press(Action.LANGUAGE_DE), buttons.press(Action.LANGUAGE_EN)),)
        case DeskHouse() | DeskGreeted() | DeskHelped() | DeskSeated():
            return _under_desk(page, buttons, item)
        case TasksAdded():
            return paying_keyboard(page, item)
        case WentAway() | StillAway() | JoinOffered() | WhichTable():
            return seat_keyboard(buttons, item)
        case ReminderNeedsDoor() | ReminderNoted() | TableOpened():
            return reminder_keyboard(page, item)
        case _:
            return ()


def _under_desk(page: Page, buttons: Buttons, item: DeskHouse | DeskGreeted | DeskHelped | DeskSeated) -> Keyboard:
    match item:
        case DeskHouse(code=code):
            return ((Button(page.voice.say("buttons.take_along"), url=house_link(page.scene.bot, code)),),)
        case DeskGreeted():
            own = buttons.detailed(page.voice.say("buttons.purse"), Action.PURSE, OPEN)
            return ((Button(page.voice.say("buttons.to_group"), url=group_link(page.scene.bot)),), (own,))
        case DeskHelped():
            return ((Button(page.voice.say("buttons.to_group"), url=group_link(page.scene.bot)),),)
        case DeskSeated(chat=chat, message=message):
            back = message_link(chat, message)
            return ((Button(page.voice.say("buttons.to_table"), url=back),),) if back else ()


def _seated(page: Page) -> int:
    view = page.scene.view
    return 0 if view is None else sum(seat.presence is not Presence.LEFT for seat in view.seats)


def _lobby_closed(page: Page, news: LobbyClosed) -> list[Line]:
    if news.expired:
        return page.line("news.lobby_expired")
    if news.by is None:
        return page.line("news.lobby_closed")
    return page.line("news.lobby_closed_by", player=page.voice.roster.plain(news.by))
