"""Whose word holds: the host's at once, an admin's once Telegram has been asked, and how others are turned away."""

from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.taps import Tap
from tgbot.table.news.notices import Notice
from tgbot.table.news.people import AdminsUnknown
from tgbot.table.news.replies import Barred
from tgbot.table.state.table import Table


def is_host(table: Table, who: Person) -> bool:
    """Whether somebody opened the table that is being played at, or inherited it."""
    return who.id == table.host and table.playing


def ruled_by(table: Table, who: Person | None) -> bool:
    """Whether somebody's word holds at once: the host's, or an anonymous admin's (None), who is one by nature."""
    return who is None or is_host(table, who)


def ask(
    table: Table, purpose: Purpose, who: Person, query: str | None = None, *, rest: str = "", tap: Tap | None = None
) -> Decision:
    """Ask Telegram whether somebody is an admin: the answer says what becomes of his command, or of his press (`query`)."""
    return Decision(table=table, inquiries=(Inquiry(purpose, who, table.games, query, rest, tap),))


def not_allowed(
    table: Table, inquiry: Inquiry, finding: Finding, why: tuple[Barred, Notice], moment: Moment
) -> Decision:
    """Refuse a press, or a command; softly where Telegram would not say who is an admin."""
    if inquiry.query is None:
        return denied(table, finding, why[1], moment)
    return refused(table, Barred.ADMIN_UNKNOWN if finding is Finding.UNKNOWN else why[0])


def denied(table: Table, finding: Finding, why: Notice, moment: Moment) -> Decision:
    """Refuse a command in front of everybody; softly where Telegram would not say who is an admin."""
    return tell(table, AdminsUnknown() if finding is Finding.UNKNOWN else why, moment)
