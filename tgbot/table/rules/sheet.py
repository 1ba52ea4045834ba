"""The rule sheet: sent when asked for, its pages turned by anybody. It disturbs no turn."""

from dataclasses import replace

from tgbot.table.decisions.boards import fresh
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.intents.taps import Tap
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import RuleSheet
from tgbot.table.state.boards import Sheet
from tgbot.table.state.table import Table


def open_sheet(table: Table, moment: Moment) -> Decision:
    """Send the sheet; asked for again within a few seconds, it stays where it is."""
    opened = fresh(table, table.sheet, moment)
    if opened is None:
        return Decision(table=table)
    return Decision(table=replace(opened, sheet=Sheet(opened.boards)), dirty=(RuleSheet(),))


def turn_sheet(table: Table, tap: Tap) -> Decision:
    """Turn to a page of the newest sheet."""
    if table.sheet is None or tap.step != table.sheet.number:
        return refused(table, Barred.OLD_MENU)
    turned = replace(table, sheet=replace(table.sheet, page=tap.detail))
    return Decision(table=turned, dirty=(RuleSheet(),), reply=Told(Note.DONE, table.language))
