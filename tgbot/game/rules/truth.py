"""When an announcement is true (`rules.md` §6, A12; seed 003 variation 1)."""

from enum import Enum

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import Ranking, position


class TruthRule(Enum):
    """Whether saying less than was rolled is a lie."""

    AT_LEAST = "at_least"
    EXACT = "exact"


def is_true(rule: TruthRule, ranking: Ranking, *, claim: Roll, actual: Roll) -> bool:
    """Judge a claim by the dice that lay under the cup."""
    match rule:
        case TruthRule.AT_LEAST:
            return position(ranking, actual) >= position(ranking, claim)
        case TruthRule.EXACT:
            return actual == claim
