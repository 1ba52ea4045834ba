"""Commands typed in the group."""

from typing import assert_never

from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.telling import odds_of, repost, tell
from tgbot.table.evening.ending import ask_to_end
from tgbot.table.evening.night import ask_to_close, open_table, stand
from tgbot.table.intents.updates import Commanded
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import HelpGiven, LanguageAsked, NoTableHere
from tgbot.table.news.own import PrivacyTold, PrivateMatter
from tgbot.table.news.paying import FairplayTold
from tgbot.table.paying.own_tasks import add_tasks, answered, list_tasks
from tgbot.table.paying.stakes import open_stakes
from tgbot.table.people.people import obey_about_people
from tgbot.table.people.places import get_up, may_join, offer_seat, sit_down
from tgbot.table.people.standstill import pause
from tgbot.table.rules.house import ask_for_menu
from tgbot.table.rules.sheet import open_sheet
from tgbot.table.state.table import Table


def obey(table: Table, said: Commanded, moment: Moment) -> Decision:  # noqa: C901, PLR0912 -- one exhaustive match
    """Do what a group command asks for."""
    match said.word:
        case Word.NEW | Word.TABLE:
            return _show(table, said, moment)
        case Word.END:
            return ask_to_end(table, said.who, moment)
        case Word.RULES:
            return open_sheet(table, moment)
        case Word.HELP:
            return tell(table, HelpGiven(), moment)
        case Word.LANGUAGE:
            return tell(table, LanguageAsked(), moment)
        case Word.ODDS:
            return tell(table, odds_of(table, said.rest), moment)
        case Word.STAND:
            return stand(table, moment)
        case Word.EVENING:
            return ask_to_close(table, said.who, moment)
        case Word.STATISTICS | Word.MY_DATA:
            return tell(table, PrivateMatter(), moment)
        case Word.PRIVACY:
            return tell(table, PrivacyTold(), moment)
        case Word.HOUSE:
            return ask_for_menu(table, said.who, said.rest.strip(), moment)
        case Word.TASK | Word.TASKS | Word.ANSWER:
            return _about_tasks(table, said, moment)
        case Word.STAKES:
            return open_stakes(table, moment)
        case Word.FAIRPLAY:
            return tell(table, FairplayTold(), moment)
        case Word.PAUSE | Word.GET_UP | Word.SIT_DOWN:
            return _about_a_seat(table, said, moment)
        case Word.KICK | Word.HOST | Word.REMIND:
            return obey_about_people(table, said, moment)
        case Word.PURSE:  # it lives in the private chat; in front of everybody there is nothing to choose
            return Decision(table=table)
        case _ as unknown:
            assert_never(unknown)


def _show(table: Table, said: Commanded, moment: Moment) -> Decision:
    """Open a table or bring the open one down; who could still sit down in a running game is offered a seat."""
    who = said.who
    if not table.playing:
        return open_table(table, who, moment) if said.word is Word.NEW else tell(table, NoTableHere(), moment)
    return offer_seat(table, who, moment) if who is not None and may_join(table, who.id) else repost(table, moment)


def _about_a_seat(table: Table, said: Commanded, moment: Moment) -> Decision:
    match said.word:
        case Word.PAUSE:
            return pause(table, said.who, said.rest, moment)
        case Word.GET_UP:
            return get_up(table, said.who, moment)
        case _:
            return sit_down(table, said.who, moment)


def _about_tasks(table: Table, said: Commanded, moment: Moment) -> Decision:
    if said.word is Word.TASKS:
        return list_tasks(table, said.rest, moment)
    hear = add_tasks if said.word is Word.TASK else answered
    return hear(table, said.who, said.rest, moment)
