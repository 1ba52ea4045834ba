"""Boards with a button for every seat: who gets up, who gives the sign. They live no longer than their game."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.table.decision import Decision, Moment
from tgbot.table.identity import Person
from tgbot.table.intents import Finding, Inquiry
from tgbot.table.notices import Notice
from tgbot.table.people_news import AdminsUnknown
from tgbot.table.refusing import refused
from tgbot.table.replies import Barred
from tgbot.table.seats import ready, seated
from tgbot.table.surfaces import HostBoard, KickBoard, Surface
from tgbot.table.table import Table
from tgbot.table.telling import tell


def ruled_by(table: Table, who: Person | None) -> bool:
    """Whether somebody's word holds at once: the host's, or an anonymous admin's (None), who is one by nature."""
    return who is None or (who.id == table.host and table.playing)


def seat_of(table: Table, detail: str) -> PlayerId | None:
    """Read whose seat a button means; None where nobody of that id sits here. Data can be forged."""
    return next((player for player in seated(table.game) if str(player) == detail), None)


def not_allowed(
    table: Table, inquiry: Inquiry, finding: Finding, why: tuple[Barred, Notice], moment: Moment
) -> Decision:
    """Refuse a press, or a command; softly where Telegram would not say who is an admin."""
    unknown = finding is Finding.UNKNOWN
    if inquiry.query is None:
        return tell(table, AdminsUnknown() if unknown else why[1], moment)
    return refused(table, Barred.ADMIN_UNKNOWN if unknown else why[0])


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
