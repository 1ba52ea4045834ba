"""A real top on the opening roll (`rules.md` §4.2, A13; seed 000 "zeigt man meist sofort vor")."""

from enum import Enum


class OpeningTop(Enum):
    """Whether it is shown, which ends the round without a loser."""

    OFF = "off"
    MAY = "may"
    AUTO = "auto"


def showable(*, opening: bool, looked: bool, rerolled: bool, is_top: bool) -> bool:
    """Whether this roll is one that can be shown: the opener's own, seen, first, and really the top."""
    return opening and looked and not rerolled and is_top
