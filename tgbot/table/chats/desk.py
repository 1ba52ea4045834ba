"""The bot's desk in a private chat: it only talks there. It speaks the user's language, not the group's."""

from dataclasses import replace

from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.share import CodeFault, decode_rules, encode_rules
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.telling import odds_of
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import CodeRefused, DeskGreeted, DeskHelped, DeskHouse, Notice
from tgbot.table.news.own import ForgetAsked, ForgetBegun, OwnData, OwnStatistics, PrivacyTold
from tgbot.table.news.reminders import ReminderElsewhere
from tgbot.table.news.replies import Note, Told
from tgbot.table.paying.purse_desk import open_purse
from tgbot.table.ports.effects import Forgotten, Switched
from tgbot.table.rules.sheet import open_sheet
from tgbot.table.state.table import Table


def new_desk(who: Person) -> Table:
    """Set up a desk for somebody who has never spoken to the bot."""
    return Table(id=TableId(who.id), chat=who.id, language=Language.of(who.language))


def at_desk(desk: Table, who: Person, notice: Notice | None) -> Decision:
    """Say something at the desk, or (None) only note that a message was seen."""
    desk = replace(desk, language=Language.of(who.language))
    return Decision(table=desk, items=() if notice is None else (notice,))


def answer(desk: Table, spoken: SpokeInPrivate, rules: HouseRules, moment: Moment) -> Decision:
    """Answer a private message that came without a table's link. `rules` are those of the user's own table, if any."""
    desk = replace(desk, language=Language.of(spoken.who.language), rules=rules)
    match spoken.word:
        case Word.RULES:
            return open_sheet(desk, moment)
        case Word.ODDS:
            return Decision(table=desk, items=(odds_of(desk, spoken.rest),))
        case Word.PURSE:
            return open_purse(desk, spoken.who)
        case Word.HOUSE:
            return Decision(table=desk, items=(_house(spoken.rest.strip()),))
        case Word.STATISTICS:
            return Decision(table=desk, items=(OwnStatistics(),))
        case Word.MY_DATA:
            return Decision(table=desk, items=(OwnData(),))
        case Word.REMIND:
            return Decision(table=desk, items=(ReminderElsewhere(),))
        case Word.PRIVACY:
            return Decision(table=desk, items=(PrivacyTold(),))
        case _:
            return Decision(table=desk, items=(DeskGreeted() if spoken.start else DeskHelped(),))


def press_own(desk: Table, who: Person, tap: Tap) -> Decision:
    """Do what a button under the user's own data asks for. The figures follow the switch: they are read when sent."""
    done = Told(Note.DONE, desk.language)
    match tap.action:
        case Action.STATISTICS_ON | Action.STATISTICS_OFF:
            switched = Switched(who.id, on=tap.action is Action.STATISTICS_ON)
            return Decision(table=desk, items=(OwnStatistics(),), reply=done, effects=(switched,))
        case Action.FORGET:
            return Decision(table=desk, items=(ForgetAsked(),), reply=done)
        case _:
            return Decision(table=desk, items=(ForgetBegun(),), reply=done, effects=(Forgotten(who.id),))


def _house(code: str) -> Notice:
    read = decode_rules(code)
    if not code:
        return DeskHelped()
    return CodeRefused(read) if isinstance(read, CodeFault) else DeskHouse(encode_rules(read))
