"""Exact chances, for the helper that seed 000 calls the "Mäxchen-Rechner"; two and three dice alike.

Pure arithmetic about fresh dice: nothing here ever sees a cup.
"""

from fractions import Fraction
from math import factorial, prod

from tgbot.game.roll import PIPS, Roll
from tgbot.game.rules.raise_rule import RaiseRule, sayable
from tgbot.game.rules.ranking import Ranking, dice_count, ladder
from tgbot.game.rules.truth import TruthRule, is_true


def throws(roll: Roll) -> int:
    """Count the ways single dice can fall to show this roll: 5-3 and 3-5 are two."""
    repeats = prod(factorial(roll.digits.count(pips)) for pips in set(roll.digits))
    return factorial(len(roll.digits)) // repeats


def chance(ranking: Ranking, roll: Roll) -> Fraction:
    """Give the chance that a fresh throw is exactly this roll (seed 000: 2/36, a Pasch 1/36)."""
    return Fraction(throws(roll), PIPS ** dice_count(ranking))


def reaches(ranking: Ranking, value: Roll) -> Fraction:
    """Give the chance that an honest roll is as high as `value` or higher."""
    return _total(ranking, sayable(RaiseRule.EQUAL_OK, ranking, value))


def beats(ranking: Ranking, value: Roll, rule: RaiseRule = RaiseRule.HIGHER) -> Fraction:
    """Give the chance that the next player can overbid `value` with the truth."""
    return _total(ranking, sayable(rule, ranking, value))


def true_if_blind(ranking: Ranking, value: Roll, rule: TruthRule) -> Fraction:
    """Give the chance that `value` is true of dice nobody has seen: a blind roll, a second roll, a push (A3)."""
    return _total(ranking, tuple(roll for roll in ladder(ranking) if is_true(rule, ranking, claim=value, actual=roll)))


def _total(ranking: Ranking, rolls: tuple[Roll, ...]) -> Fraction:
    return sum((chance(ranking, roll) for roll in rolls), Fraction(0))
