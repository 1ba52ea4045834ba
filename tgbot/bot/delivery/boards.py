"""Menus and rule sheets: rewritten while they are the newest of their kind, sent anew when asked for again.

They disturb no turn: they come after the card, from what the card leaves of the chat's budget, and what they replace
becomes a line without buttons.
"""

from dataclasses import replace
from typing import TypeAlias

from tgbot.bot.delivery.digest import digest
from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.outcomes import Done, DoorClosed, Failure, Faulty, Gone, NoThread, Sent, Unchanged
from tgbot.phrases import house_menu, sheet
from tgbot.phrases.message import Message
from tgbot.table.anchors import board_anchor
from tgbot.table.ports import Shown
from tgbot.table.surfaces import HouseMenu, RuleSheet

Board: TypeAlias = HouseMenu | RuleSheet


async def show_boards(visit: Visit) -> Pause | None:
    """Bring menu and sheet in line with the table."""
    for board in (HouseMenu(), RuleSheet()):
        if board in visit.pending.dirty:
            pause = await _show(visit, board)
            if pause is not None:
                return pause
    return None


async def _show(visit: Visit, board: Board) -> Pause | None:
    table = visit.pending.table
    anchor = board_anchor(table.menu if isinstance(board, HouseMenu) else table.sheet)
    if anchor is None:
        await _note(visit, board, None)  # what was shown becomes its closing line
        return None
    if visit.closed:
        return Pause(WHILE_CLOSED)
    message, closing = _worded(visit, board)
    wanted = Shown(visit.chat, 0, anchor, digest(message), closing)
    shown = visit.pending.shown.get(board)
    if shown is None or (shown.chat, shown.anchor) != (wanted.chat, anchor):
        return await _send(visit, board, wanted, message)
    wanted = replace(wanted, message=shown.message)
    if shown.digest == wanted.digest:
        await _note(visit, board, wanted)
        return None
    return await _rewrite(visit, board, wanted, message)


async def _rewrite(visit: Visit, board: Board, wanted: Shown, message: Message) -> Pause | None:
    pause = await visit.permit(visit.chat, decoration=True)
    if pause is not None:
        return pause
    visit.acted()
    outcome = await visit.tools.gateway.edit(wanted.chat, wanted.message, message)
    match outcome:
        case Done():
            await _note(visit, board, wanted)
            return None
        case Gone():  # somebody deleted it, and with it what there was to close
            await visit.tools.outbox.show(visit.lease, visit.pending.table.id, board, None, None)
            await visit.tools.outbox.close(visit.lease, visit.pending.table.id, wanted)
            return await _send(visit, board, wanted, message)
        case _:
            return await _failed(visit, board, outcome)


async def _send(visit: Visit, board: Board, wanted: Shown, message: Message) -> Pause | None:
    pause = await visit.permit(visit.chat, decoration=True)
    if pause is not None:
        return pause
    outcome = await visit.send(message, silent=not visit.pending.table.id.private)
    if isinstance(outcome, Sent):
        await _note(visit, board, replace(wanted, message=outcome.message))
        return None
    return await _failed(visit, board, outcome)


async def _failed(visit: Visit, board: Board, failure: Failure) -> Pause | None:
    match failure:
        case Faulty() | Unchanged() | Gone() | NoThread() | DoorClosed():
            # It would be refused again; the next page is another message.
            await _note(visit, board, visit.pending.shown.get(board))
            return None
        case _:
            return await visit.suffer(visit.chat, failure)


def _worded(visit: Visit, board: Board) -> tuple[Message, str]:
    scene = visit.scene()
    if isinstance(board, HouseMenu):
        return house_menu.menu(scene), house_menu.closing(scene)
    return sheet.sheet(scene), sheet.closing(scene)


async def _note(visit: Visit, board: Board, shown: Shown | None) -> None:
    await visit.tools.outbox.show(visit.lease, visit.pending.table.id, board, shown, visit.pending.dirty[board])
    visit.acted()
