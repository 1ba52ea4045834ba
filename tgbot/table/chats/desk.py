"""The bot's desk in a private chat: it only talks there. It speaks the user's language, not the group's."""

from dataclasses import replace

from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.share import CodeFault, decode_rules, encode_rules
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import odds_of, tell_at_desk
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import CodeRefused, DeskGreeted, DeskHelped, DeskHouse, DeskSilenced, Notice
from tgbot.table.news.own import ForgetAsked, ForgetBegun, OwnData, OwnStatistics, PrivacyTold
from tgbot.table.news.reminders import ReminderElsewhere
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.paying.purse_desk import open_purse
from tgbot.table.ports.effects import Effect, Forgotten, Switched
from tgbot.table.rules.sheet import open_sheet
from tgbot.table.state.table import Table


def new_desk(who: Person) -> Table:
    """Set up a desk for somebody who has never spoken to the bot."""
    return Table(id=TableId(who.id), chat=who.id, language=Language.of(who.language))


def at_desk(desk: Table, who: Person, notice: Notice | None, moment: Moment) -> Decision:
    """Say something at the desk, or (None) only note that a message was seen."""
    desk = replace(desk, language=Language.of(who.language))
    if isinstance(notice, DeskSilenced):  # he has not asked for it
        return Decision(table=desk, items=(notice,))
    return Decision(table=desk) if notice is None else _say(desk, notice, moment)


def answer(desk: Table, spoken: SpokeInPrivate, rules: HouseRules, moment: Moment) -> Decision:
    """Answer a private message that came without a table's link. `rules` are those of the user's own table, if any."""
    desk = replace(desk, language=Language.of(spoken.who.language), rules=rules)
    match spoken.word:
        case Word.RULES:
            return open_sheet(desk, moment)
        case Word.ODDS:
            return _say(desk, odds_of(desk, spoken.rest), moment)
        case Word.PURSE:
            return open_purse(desk, spoken.who)
        case Word.HOUSE:
            return _say(desk, _house(spoken.rest.strip()), moment)
        case Word.STATISTICS:
            return _say(desk, OwnStatistics(), moment)
        case Word.MY_DATA:
            return _say(desk, OwnData(), moment)
        case Word.REMIND:
            return _say(desk, ReminderElsewhere(), moment)
        case Word.PRIVACY:
            return _say(desk, PrivacyTold(), moment)
        case _:
            return _say(desk, DeskGreeted() if spoken.start else DeskHelped(), moment)


def press_own(desk: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Do what a button under the user's own data asks for. The figures follow the switch: they are read when sent.

    What could not be told any more is not done either.
    """
    effects: tuple[Effect, ...] = ()
    match tap.action:
        case Action.STATISTICS_ON | Action.STATISTICS_OFF:
            notice: Notice = OwnStatistics()
            effects = (Switched(who.id, on=tap.action is Action.STATISTICS_ON),)
        case Action.FORGET:
            notice = ForgetAsked()
        case _:
            notice, effects = ForgetBegun(), (Forgotten(who.id),)
    told = tell_at_desk(desk, notice, moment)
    if told is None:
        return refused(desk, Barred.SLOWLY)
    return replace(told, reply=Told(Note.DONE, desk.language), effects=effects)


def _say(desk: Table, notice: Notice, moment: Moment) -> Decision:
    return tell_at_desk(desk, notice, moment) or Decision(table=desk)


def _house(code: str) -> Notice:
    read = decode_rules(code)
    if not code:
        return DeskHelped()
    return CodeRefused(read) if isinstance(read, CodeFault) else DeskHouse(encode_rules(read))
