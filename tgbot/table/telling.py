"""Answers to questions asked in front of everybody: given once, not as often as somebody types."""

from dataclasses import replace

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import holds
from tgbot.game.state import Over
from tgbot.table.decision import Decision, Moment
from tgbot.table.notices import Notice, OddsTold
from tgbot.table.table import Table


def tell(table: Table, notice: Notice, moment: Moment) -> Decision:
    """Post an answer; the next one within a few seconds is swallowed, so that nobody floods the group."""
    if moment.now - table.told_at < moment.timing.tell:
        return Decision(table=table)
    return Decision(table=replace(table, told_at=moment.now), items=(notice,))


def playing(table: Table) -> bool:
    """Whether a lobby is open or a game runs."""
    return table.game is not None and not isinstance(table.game, Over)


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
