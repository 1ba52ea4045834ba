"""How units are counted and when they are too many (`rules.md` §7; seeds 000, 001, 002)."""

from enum import Enum

RETURN_COST = 1
"""Units for leaving while liable, once one is back (`rules.md` §8)."""


class PenaltyMode(Enum):
    """The word for a unit, and the test for being out."""

    STROKES = "strokes"
    LIVES = "lives"
    TOKENS = "tokens"
    POINTS = "points"


def is_out(mode: PenaltyMode, *, units: int, limit: int | None) -> bool:
    """Whether so many units eliminate. Tokens: only who must pay and has none left (seed 002)."""
    if limit is None:
        return False
    return units > limit if mode is PenaltyMode.TOKENS else units >= limit


def left(*, units: int, limit: int | None) -> int | None:
    """Count lives or tokens left; None where nothing is counted down."""
    return None if limit is None else max(0, limit - units)


def starting_units(*, highest: int, limit: int | None) -> int:
    """Tell what a latecomer starts with: no better than the worst seat, but with one to lose (A10)."""
    return highest if limit is None else min(highest, limit - 1)
