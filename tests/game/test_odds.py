"""Exact chances (seed 000 "Mäxchen-Rechner"; `docs/rules.md` R59)."""

from fractions import Fraction

import pytest

from tgbot.game.odds import beats, chance, reaches, throws, true_if_blind
from tgbot.game.roll import Roll
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.game.rules.truth import TruthRule

REACH = "36 34 32 30 28 26 24 22 20 18 16 14 12 10 8 7 6 5 4 3 2"


@pytest.mark.parametrize("ranking", Ranking)
def test_all_rolls_together_are_certain(ranking: Ranking) -> None:
    """The chances of a ladder add up to one."""
    assert sum(chance(ranking, roll) for roll in ladder(ranking)) == 1


def test_reaching() -> None:
    """How many of 36 throws are as high, rung by rung."""
    assert [Fraction(int(n), 36) for n in REACH.split()] == [
        reaches(Ranking.NORMAL, roll) for roll in ladder(Ranking.NORMAL)
    ]


def test_beating() -> None:
    """Overbidding is reaching the next rung; nothing overbids the top."""
    expected = [Fraction(int(n), 36) for n in (*REACH.split()[1:], "0")]

    assert expected == [beats(Ranking.NORMAL, roll) for roll in ladder(Ranking.NORMAL)]
    assert [reaches(Ranking.NORMAL, roll) for roll in ladder(Ranking.NORMAL)] == [
        beats(Ranking.NORMAL, roll, RaiseRule.EQUAL_OK) for roll in ladder(Ranking.NORMAL)
    ]


def test_reversed_pasche_change_only_the_pasche() -> None:
    """66 is reached by eight throws, 11 by three."""
    values = [
        reaches(Ranking.PASCH_REVERSED, Roll.parse(word)) for word in ["65", "66", "55", "44", "33", "22", "11", "21"]
    ]

    assert [Fraction(n, 36) for n in (10, 8, 7, 6, 5, 4, 3, 2)] == values


def test_three_dice() -> None:
    """One throw of 216 is a Schock aus; every throw reaches 221."""
    assert Fraction(1, 216) == reaches(Ranking.SCHOCKEN, Roll.parse("111"))
    assert reaches(Ranking.SCHOCKEN, Roll.parse("221")) == 1
    assert Fraction(16, 216) == reaches(Ranking.SCHOCKEN, Roll.parse("211"))
    assert [throws(Roll.parse(word)) for word in ("421", "221", "222")] == [6, 3, 1]


@pytest.mark.parametrize(
    ("rule", "word", "expected"),
    [
        (TruthRule.AT_LEAST, "61", Fraction(18, 36)),
        (TruthRule.EXACT, "61", Fraction(2, 36)),
        (TruthRule.EXACT, "66", Fraction(1, 36)),
        (TruthRule.AT_LEAST, "21", Fraction(2, 36)),
    ],
)
def test_blind(rule: TruthRule, word: str, expected: Fraction) -> None:
    """Of unseen dice an announcement is true as often as they show it (A3)."""
    assert expected == true_if_blind(Ranking.NORMAL, Roll.parse(word), rule)
