"""The rule sheet: sent when asked for, its pages turned by anybody. It disturbs no turn."""

from dataclasses import replace

from tgbot.table.decision import Decision, Moment
from tgbot.table.refusing import refused
from tgbot.table.replies import Barred, Note, Told
from tgbot.table.surfaces import RuleSheet
from tgbot.table.table import Sheet, Table
from tgbot.table.taps import Tap
from tgbot.table.telling import given, just_told


def open_sheet(table: Table, moment: Moment) -> Decision:
    """Send the sheet; asked for again within a few seconds, it stays where it is."""
    answering = None if just_told(table, table.sheet, moment) else given(table, moment)
    if answering is None:
        return Decision(table=table)
    number = table.boards + 1
    opened = replace(answering, boards=number, sheet=Sheet(number))
    return Decision(table=opened, dirty=(RuleSheet(),))


def turn_sheet(table: Table, tap: Tap) -> Decision:
    """Turn to a page of the newest sheet."""
    if table.sheet is None or tap.step != table.sheet.number:
        return refused(table, Barred.OLD_MENU)
    turned = replace(table, sheet=replace(table.sheet, page=tap.detail))
    return Decision(table=turned, dirty=(RuleSheet(),), reply=Told(Note.DONE, table.language))
