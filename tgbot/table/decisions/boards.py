"""Boards: messages with pages and buttons, numbered over the table, so that a press of an earlier one is told from the newest."""

from dataclasses import replace

from tgbot.table.decisions.decision import Moment
from tgbot.table.decisions.telling import given
from tgbot.table.state.ballot import Ballot
from tgbot.table.state.boards import Sheet
from tgbot.table.state.table import Table


def fresh(table: Table, board: Sheet | Ballot | None, moment: Moment) -> Table | None:
    """Count one more board, its number being `boards` now. None: the last one is to stay, or it would flood the group."""
    answering = None if _just_sent(table, board, moment) else given(table, moment)
    return None if answering is None else numbered(answering)


def numbered(table: Table) -> Table:
    """Count one more board, however many there were: it is somebody's own, or it follows from a press."""
    return replace(table, boards=table.boards + 1)


def _just_sent(table: Table, board: Sheet | Ballot | None, moment: Moment) -> bool:
    """Whether this board was the last one sent, and only now: asked for again, it stays where it is."""
    return board is not None and board.number == table.boards and moment.now < table.told_at
