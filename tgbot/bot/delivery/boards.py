"""Menus and rule sheets: rewritten while they are the newest of their kind, sent anew when asked for again.

They disturb no turn: they come after the card, from what the card leaves of the chat's budget, and what they replace
becomes a line without buttons.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tgbot.bot.delivery.digest import digest
from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.outcomes import Done, Failure, Gone, Hopeless, Sent
from tgbot.game.seats import PlayerId
from tgbot.phrases import house_menu, purse_menu, seat_boards, sheet, stakes, task_list
from tgbot.phrases.message import Message
from tgbot.table.anchors import board_anchor
from tgbot.table.news.surfaces import HostBoard, HouseMenu, KickBoard, PurseMenu, RuleSheet, StakesMenu, TaskList
from tgbot.table.ports.outbox import Shown
from tgbot.table.scene import Scene
from tgbot.table.state.ballot import Ballot
from tgbot.table.state.boards import Menu, Sheet
from tgbot.table.state.table import Table

Board: TypeAlias = HouseMenu | RuleSheet | StakesMenu | TaskList | PurseMenu | KickBoard | HostBoard


@dataclass(frozen=True, slots=True)
class _Look:
    """What a kind of board shows, where the table keeps it, and the line it leaves."""

    kept: Callable[[Table], Menu | Sheet | Ballot | None]
    message: Callable[[Scene], Message]
    closing: Callable[[Scene], str]


_LOOKS: Final[Mapping[Board, _Look]] = {
    HouseMenu(): _Look(lambda table: table.menu, house_menu.menu, house_menu.closing),
    RuleSheet(): _Look(lambda table: table.sheet, sheet.sheet, sheet.closing),
    StakesMenu(): _Look(lambda table: table.stakes, stakes.stakes, stakes.closing),
    TaskList(): _Look(lambda table: table.task_list, task_list.task_list, task_list.closing),
    PurseMenu(): _Look(lambda table: table.purse, purse_menu.purse_menu, purse_menu.closing),
    KickBoard(): _Look(lambda table: table.ballot, seat_boards.kick_board, seat_boards.kick_closing),
    HostBoard(): _Look(lambda table: table.office, seat_boards.host_board, seat_boards.host_closing),
}


async def show_boards(visit: Visit) -> Pause | None:
    """Bring menus, lists and sheets in line with the table."""
    for board in _LOOKS:
        if board in visit.pending.dirty:
            pause = await _show(visit, board)
            if pause is not None:
                return pause
    return None


async def _show(visit: Visit, board: Board) -> Pause | None:
    table = visit.pending.table
    anchor = board_anchor(_LOOKS[board].kept(table))
    if anchor is None:
        await _note(visit, board, None)  # what was shown becomes its closing line
        return None
    if visit.closed:
        return Pause(WHILE_CLOSED)
    scene = await visit.own_scene(PlayerId(table.id.home)) if table.id.private else visit.scene()
    message, closing = _LOOKS[board].message(scene), _LOOKS[board].closing(scene)
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
            await visit.show(board, None, None)
            await visit.tools.outbox.close(visit.lease, visit.pending.table.id, wanted)
            return await _send(visit, board, wanted, message)
        case _:
            return await _failed(visit, board, outcome, wanted)


async def _send(visit: Visit, board: Board, wanted: Shown, message: Message) -> Pause | None:
    matter = visit.matter(board, wanted.anchor)
    pause = visit.held_back(matter) or await visit.permit(visit.chat, decoration=True)
    if pause is not None:
        return pause
    quiet = not visit.pending.table.id.private or visit.tools.mishaps.perhaps_sent(matter)
    outcome = await visit.send(message, silent=quiet)
    if isinstance(outcome, Sent):
        await _note(visit, board, replace(wanted, message=outcome.message))
        return None
    return await _failed(visit, board, outcome, wanted)


async def _failed(visit: Visit, board: Board, failure: Failure, wanted: Shown) -> Pause | None:
    if not isinstance(failure, Hopeless):
        return await visit.suffer(visit.chat, failure, visit.matter(board, wanted.anchor))
    await _note(visit, board, visit.pending.shown.get(board))  # the next page is another message
    return None


async def _note(visit: Visit, board: Board, shown: Shown | None) -> None:
    await visit.show(board, shown, visit.pending.dirty[board])
