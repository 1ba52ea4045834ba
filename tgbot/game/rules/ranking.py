"""Which roll beats which (`rules.md` §2, A1; seed 000 "Die Rangfolge", seed 003 variation 3)."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from tgbot.game.roll import Roll


class Ranking(Enum):
    """The order of the rolls; three dice come with the Schocken hierarchy."""

    NORMAL = "normal"
    PASCH_REVERSED = "pasch_reversed"  # 66 is the lowest Pasch, 11 the highest (seed 003 variation 3)
    SCHOCKEN = "schocken"


class Kind(Enum):
    """The family a roll belongs to. Within a ranking the families never interleave."""

    NUMBER = "number"
    PASCH = "pasch"
    HAUSNUMMER = "hausnummer"
    STRASSE = "strasse"
    GENERAL = "general"
    SCHOCK = "schock"
    TOP = "top"  # Mäxchen, or Schock aus with three dice: the role is the same (A1)


_SortKey: TypeAlias = Callable[[Roll], tuple[int, ...]]

_MAEXCHEN = Roll((2, 1))
_SCHOCK_AUS = Roll((1, 1, 1))
_FAMILIES = tuple(Kind)


def dice_count(ranking: Ranking) -> int:
    """Count the dice that lie under the cup."""
    return 3 if ranking is Ranking.SCHOCKEN else 2


def top(ranking: Ranking) -> Roll:
    """Name the roll nothing beats."""
    return _SCHOCK_AUS if ranking is Ranking.SCHOCKEN else _MAEXCHEN


def kind(ranking: Ranking, roll: Roll) -> Kind:
    """Name the family of a roll.

    Raises:
        ValueError: the roll has the wrong number of dice for this ranking.

    """
    if len(roll.digits) != dice_count(ranking):
        raise ValueError(f"{roll} is not a roll of the ranking {ranking.value}")
    if roll == top(ranking):
        return Kind.TOP
    return _kind_of_three(roll.digits) if ranking is Ranking.SCHOCKEN else _kind_of_two(roll.digits)


@cache
def ladder(ranking: Ranking) -> tuple[Roll, ...]:
    """List every roll once, low to high."""
    dice = combinations_with_replacement(range(1, 7), dice_count(ranking))
    within = _WITHIN_FAMILY[ranking]
    rolls = (Roll.of(thrown) for thrown in dice)
    return tuple(sorted(rolls, key=lambda roll: (_FAMILIES.index(kind(ranking, roll)), within(roll))))


@cache
def _positions(ranking: Ranking) -> Mapping[Roll, int]:
    return {roll: number for number, roll in enumerate(ladder(ranking), start=1)}


def holds(ranking: Ranking, roll: Roll) -> bool:
    """Tell whether these dice can show such a roll at all."""
    return roll in _positions(ranking)


def position(ranking: Ranking, roll: Roll) -> int:
    """Find the place of a roll on the ladder, counted from 1 as in `rules.md` §2.

    Raises:
        KeyError: these dice cannot show such a roll.

    """
    return _positions(ranking)[roll]


def _kind_of_two(digits: tuple[int, ...]) -> Kind:
    return Kind.PASCH if len(set(digits)) == 1 else Kind.NUMBER


def _kind_of_three(digits: tuple[int, ...]) -> Kind:
    high, middle, low = digits
    if (middle, low) == (1, 1):
        return Kind.SCHOCK
    if high == low:
        return Kind.GENERAL
    return Kind.STRASSE if (high - middle, middle - low) == (1, 1) else Kind.HAUSNUMMER


def _by_digits(roll: Roll) -> tuple[int, ...]:
    return roll.digits


def _high_pasch_first(roll: Roll) -> tuple[int, ...]:
    return roll.digits if len(set(roll.digits)) > 1 else tuple(-digit for digit in roll.digits)


_WITHIN_FAMILY: Mapping[Ranking, _SortKey] = {
    Ranking.NORMAL: _by_digits,
    Ranking.PASCH_REVERSED: _high_pasch_first,
    Ranking.SCHOCKEN: _by_digits,
}
