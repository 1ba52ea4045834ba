"""Boards with a button for every seat: who gets up, who gives the sign. They live no longer than their game."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.table.news.surfaces import HostBoard, KickBoard, Surface
from tgbot.table.state.seats import ready, seated
from tgbot.table.state.table import Table


def seat_of(table: Table, detail: str) -> PlayerId | None:
    """Read whose seat a button means; None where nobody of that id sits here. Data can be forged."""
    return next((player for player in seated(table.game) if str(player) == detail), None)


def kept_up(before: Table, table: Table) -> tuple[Table, tuple[Surface, ...]]:
    """Close the boards of a game that is over, and show those of another one as its seats are now."""
    if not table.playing:
        boards = (KickBoard(), HostBoard()) if table.ballot is not None or table.office is not None else ()
        return replace(table, ballot=None, office=None) if boards else table, boards
    if _shown(before) == _shown(table):
        return table, ()
    kick = (KickBoard(),) if table.ballot is not None else ()
    return table, (*kick, *((HostBoard(),) if table.office is not None else ()))


def _shown(table: Table) -> tuple[object, ...]:
    return seated(table.game), ready(table.game), table.host, table.members
