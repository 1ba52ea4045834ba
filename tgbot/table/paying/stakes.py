"""`/einsatz`: what a unit costs here. Anybody may look; the host and admins choose, by buttons that name what they set."""

from dataclasses import replace

from tgbot.table.decisions.authority import ask, is_host
from tgbot.table.decisions.boards import fresh
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Purpose
from tgbot.table.intents.taps import Tap
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import StakesMenu
from tgbot.table.state.boards import Sheet
from tgbot.table.state.table import Table
from tgbot.table.state.terms import put

_CLOSE = "close"


def open_stakes(table: Table, moment: Moment) -> Decision:
    """Send the menu; asked for again within a few seconds, it stays where it is."""
    opened = fresh(table, table.stakes, moment)
    if opened is None:
        return Decision(table=table)
    return Decision(table=replace(opened, stakes=Sheet(opened.boards)), dirty=(StakesMenu(),))


def press_stakes(table: Table, who: Person, tap: Tap, query: str) -> Decision:
    """Set what a button names: the host may, of others it is asked."""
    if table.stakes is None or tap.step != table.stakes.number:
        return refused(table, Barred.OLD_MENU)
    if is_host(table, who):
        return set_stakes(table, tap.detail)
    return ask(table, Purpose.STAKES, who, query, rest=tap.detail)


def set_stakes(table: Table, detail: str) -> Decision:
    """Set what a button's detail names, at the word of the host or an admin."""
    if detail == _CLOSE:
        return Decision(table=replace(table, stakes=None), dirty=(StakesMenu(),), reply=_told(table))
    setting, _, word = detail.partition("-")
    paying = put(table.paying, setting, word)
    if paying is None:
        return refused(table, Barred.NO_SUCH_BUTTON)
    return Decision(table=replace(table, paying=paying), dirty=(StakesMenu(),), reply=_told(table))


def _told(table: Table) -> Told:
    return Told(Note.DONE, table.language)
