"""How high an announcement must be (`rules.md` §4.2; seed 000 "Gleich hoch reicht")."""

from enum import Enum

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import Ranking, ladder, position


class RaiseRule(Enum):
    """Whether the same value may be said again."""

    HIGHER = "higher"
    EQUAL_OK = "equal_ok"


def sayable(rule: RaiseRule, ranking: Ranking, bar: Roll | None) -> tuple[Roll, ...]:
    """List what may be announced over `bar`, low to high; without a bar anything. There is no upper bound."""
    if bar is None:
        return ladder(ranking)
    lowest = position(ranking, bar) + (rule is RaiseRule.HIGHER)
    return ladder(ranking)[lowest - 1 :]
