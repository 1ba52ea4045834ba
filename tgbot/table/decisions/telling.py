"""What somebody asks for or chooses is told, before everybody or to him alone, but not as often as he types."""

from dataclasses import replace
from typing import Final

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import holds
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.news.notices import Notice, OddsTold
from tgbot.table.news.surfaces import Card
from tgbot.table.state.table import Table

_AT_ONCE: Final = 4
"""So many different questions are answered in a row before an answer must wait its turn."""
CHOSEN_AT_ONCE: Final = 8
"""So many choices for the whole group in a row, each of which it is told of: another language, other rules, a vote."""
AT_A_DESK: Final = 20
"""So many answers in a row a private chat gets: more than anybody reads, and few enough to be sent within half a minute."""


def tell(table: Table, notice: Notice, moment: Moment) -> Decision:
    """Post an answer, unless so many were asked for that they would flood the group."""
    answering = given(table, moment)
    return Decision(table=table) if answering is None else Decision(table=answering, items=(notice,))


def given(table: Table, moment: Moment) -> Table | None:
    """Count one more answer to everybody; None when there were too many of late, or where nobody could read it.

    Each holds its place for `Timing.tell`; `told_at` is when the last of those places is free again.
    """
    if table.muted_since is not None:
        return None
    free = _place(table.told_at, moment.now, moment.timing.tell, _AT_ONCE)
    return None if free is None else replace(table, told_at=free)


def chosen(table: Table, moment: Moment) -> Table | None:
    """Count one more choice that everybody is told of; None: there were too many of late, and this one has to wait."""
    free = _place(table.paced_at, moment.now, moment.timing.tell, CHOSEN_AT_ONCE)
    return None if free is None else replace(table, paced_at=free)


def tell_at_desk(desk: Table, notice: Notice, moment: Moment) -> Decision | None:
    """Answer in a private chat, as fast as Telegram takes it there; None: so many answers are on their way already.

    Each holds its place for `Timing.desk`.
    """
    free = _place(desk.paced_at, moment.now, moment.timing.desk, AT_A_DESK)
    return None if free is None else Decision(table=replace(desk, paced_at=free), items=(notice,))


def _place(last: int, now: int, each: int, at_once: int) -> int | None:
    """Take one of so many places, each of which is held for `each` ms; returns when it is free again, None if all are taken.

    `last` is when the last one taken before is.
    """
    free = max(last, now) + each
    return free if free <= now + at_once * each else None


def repost(table: Table, moment: Moment) -> Decision:
    """Have the card sent afresh at the bottom, but not again and again."""
    if moment.now - table.reposted_at < moment.timing.repost:
        return Decision(table=table)
    return Decision(table=replace(table, repost=table.repost + 1, reposted_at=moment.now), dirty=(Card(),))


def odds_of(table: Table, text: str) -> OddsTold:
    """Read what follows `/rechner`: nothing, or one announcement in digits, in whatever order."""
    digits = "".join(text.split())
    if not digits:
        return OddsTold()
    try:
        value = Roll.of(tuple(map(int, digits)))
    except ValueError:
        return OddsTold(fault=True)
    return OddsTold(value) if holds(table.in_force.ranking, value) else OddsTold(fault=True)
