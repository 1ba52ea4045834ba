"""Menus and rule sheets: rewritten while they are the newest of their kind, sent anew when asked for again.

They disturb no turn: they come after the card, and what they replace becomes a line without buttons.
"""

from dataclasses import replace

from tgbot.bot.delivery.digest import digest
from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.outcomes import Done, DoorClosed, Failure, Faulty, Gone, Sent
from tgbot.phrases import house_menu, sheet
from tgbot.phrases.message import Message
from tgbot.table.anchors import board_anchor
from tgbot.table.ports import Shown
from tgbot.table.scene import Scene
from tgbot.table.surfaces import HouseMenu, RuleSheet
from tgbot.table.table import Table


async def show_boards(visit: Visit) -> Pause | None:
    """Bring menu and sheet in line with the table."""
    for board in (HouseMenu(), RuleSheet()):
        if board in visit.pending.dirty:
            pause = await _show(visit, board)
            if pause is not None:
                return pause
    return None


async def _show(visit: Visit, board: HouseMenu | RuleSheet) -> Pause | None:
    anchor = _anchor(visit.pending.table, board)
    shown = visit.pending.shown.get(board)
    if anchor is None:
        await _note(visit, board, None)  # what was shown becomes its closing line
        return None
    if visit.closed:
        return Pause(WHILE_CLOSED)
    message, closing = _worded(visit.scene(), board)
    wanted = Shown(visit.chat, 0, anchor, digest(message), closing)
    if shown is not None and (shown.chat, shown.anchor) == (wanted.chat, anchor):
        wanted = replace(wanted, message=shown.message)
        if shown.digest == wanted.digest:
            await _note(visit, board, wanted)
            return None
    return await _bring(visit, board, wanted, message)


async def _bring(visit: Visit, board: HouseMenu | RuleSheet, wanted: Shown, message: Message) -> Pause | None:
    pause = await visit.permit(visit.chat)
    if pause is not None:
        return pause
    visit.acted()
    outcome: Sent | Done | Failure = Gone()
    if wanted.message:
        outcome = await visit.tools.gateway.edit(wanted.chat, wanted.message, message)
    if isinstance(outcome, Gone):
        outcome = await visit.send(message, silent=True)
    match outcome:
        case Sent(message=number):
            await _note(visit, board, replace(wanted, message=number))
        case Done():
            await _note(visit, board, wanted)
        case Faulty() | DoorClosed():  # it would be refused again; the next page is another message
            await _note(visit, board, visit.pending.shown.get(board))
        case _:
            return await visit.suffer(visit.chat, outcome)
    return None


def _anchor(table: Table, board: HouseMenu | RuleSheet) -> str | None:
    return board_anchor(table.menu if isinstance(board, HouseMenu) else table.sheet)


def _worded(scene: Scene, board: HouseMenu | RuleSheet) -> tuple[Message, str]:
    if isinstance(board, HouseMenu):
        return house_menu.menu(scene), house_menu.closing(scene)
    return sheet.sheet(scene), sheet.closing(scene)


async def _note(visit: Visit, board: HouseMenu | RuleSheet, shown: Shown | None) -> None:
    await visit.tools.outbox.show(visit.lease, visit.pending.table.id, board, shown, visit.pending.dirty[board])
    visit.acted()
