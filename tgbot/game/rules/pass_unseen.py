"""Handing the cup on unseen with a raised announcement (`rules.md` §4.3; seed 002, seed 003 variation 1)."""

from typing import TypeAlias

from tgbot.game.roll import Roll
from tgbot.game.rules.raise_rule import RaiseRule, sayable
from tgbot.game.rules.ranking import Ranking, top

PassUnseen: TypeAlias = bool


def passable(rule: RaiseRule, ranking: Ranking, bar: Roll, *, allowed: PassUnseen) -> tuple[Roll, ...]:
    """List what may be said over the same dice, low to high. An announced top is the top rule's matter instead."""
    return sayable(rule, ranking, bar) if allowed and bar != top(ranking) else ()
