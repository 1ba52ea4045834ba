"""Whose word holds: the host's, an admin's, and how others are turned away."""

from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry
from tgbot.table.news.notices import Notice
from tgbot.table.news.people import AdminsUnknown
from tgbot.table.news.replies import Barred
from tgbot.table.state.table import Table


def is_host(table: Table, who: Person) -> bool:
    """Whether somebody opened the table that is being played at, or inherited it."""
    return who.id == table.host and table.playing


def ruled_by(table: Table, who: Person | None) -> bool:
    """Whether somebody's word holds at once: the host's, or an anonymous admin's (None), who is one by nature."""
    return who is None or (who.id == table.host and table.playing)


def not_allowed(
    table: Table, inquiry: Inquiry, finding: Finding, why: tuple[Barred, Notice], moment: Moment
) -> Decision:
    """Refuse a press, or a command; softly where Telegram would not say who is an admin."""
    unknown = finding is Finding.UNKNOWN
    if inquiry.query is None:
        return tell(table, AdminsUnknown() if unknown else why[1], moment)
    return refused(table, Barred.ADMIN_UNKNOWN if unknown else why[0])
