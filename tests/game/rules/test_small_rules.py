"""The small functions behind the house rules, one table each."""

import pytest

from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.rules.disclose import Disclose, told_at_the_end
from tgbot.game.rules.look import LookMode, mode_for, refuse_look
from tgbot.game.rules.opening_top import showable
from tgbot.game.rules.pass_unseen import passable
from tgbot.game.rules.payment import Payment, is_due
from tgbot.game.rules.penalty import PenaltyMode, is_out, left, starting_units
from tgbot.game.rules.players import capacity, enough
from tgbot.game.rules.raise_rule import RaiseRule, sayable
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.game.rules.repeat import refuse_ask, refuse_repeat
from tgbot.game.rules.second_roll import refuse_reroll
from tgbot.game.rules.top_costs import doubt_cost
from tgbot.game.rules.top_rule import TopAnswer, TopRule, ends_lap, knows, stops_at_last, top_answers
from tgbot.game.rules.truth import TruthRule, is_true


@pytest.mark.parametrize(
    ("rule", "bar", "count", "lowest"),
    [
        (RaiseRule.HIGHER, None, 21, "31"),
        (RaiseRule.HIGHER, "31", 20, "32"),
        (RaiseRule.HIGHER, "65", 7, "11"),
        (RaiseRule.HIGHER, "66", 1, "21"),
        (RaiseRule.EQUAL_OK, None, 21, "31"),
        (RaiseRule.EQUAL_OK, "65", 8, "65"),
        (RaiseRule.EQUAL_OK, "66", 2, "66"),
    ],
)
def test_sayable(rule: RaiseRule, bar: str | None, count: int, lowest: str) -> None:
    """What may be said is everything from the lowest legal value to the top."""
    values = sayable(rule, Ranking.NORMAL, None if bar is None else Roll.parse(bar))

    assert (count, lowest, "21") == (len(values), str(values[0]), str(values[-1]))


@pytest.mark.parametrize(
    ("rule", "ranking", "claim", "actual", "expected"),
    [
        (TruthRule.AT_LEAST, Ranking.NORMAL, "53", "53", True),
        (TruthRule.AT_LEAST, Ranking.NORMAL, "53", "54", True),
        (TruthRule.AT_LEAST, Ranking.NORMAL, "53", "52", False),
        (TruthRule.AT_LEAST, Ranking.NORMAL, "21", "66", False),
        (TruthRule.AT_LEAST, Ranking.NORMAL, "11", "66", True),
        (TruthRule.AT_LEAST, Ranking.PASCH_REVERSED, "11", "66", False),
        (TruthRule.AT_LEAST, Ranking.PASCH_REVERSED, "66", "11", True),
        (TruthRule.AT_LEAST, Ranking.SCHOCKEN, "666", "211", True),
        (TruthRule.EXACT, Ranking.NORMAL, "53", "53", True),
        (TruthRule.EXACT, Ranking.NORMAL, "53", "54", False),
        (TruthRule.EXACT, Ranking.NORMAL, "53", "52", False),
    ],
)
def test_truth(rule: TruthRule, ranking: Ranking, claim: str, actual: str, expected: bool) -> None:
    """At least, or exactly."""
    assert expected is is_true(rule, ranking, claim=Roll.parse(claim), actual=Roll.parse(actual))


@pytest.mark.parametrize(
    ("mode", "looked", "rerolled", "expected"),
    [
        (LookMode.ALWAYS, True, False, Refusal.ALREADY_LOOKED),
        (LookMode.OPTIONAL, False, False, None),
        (LookMode.OPTIONAL, True, False, Refusal.ALREADY_LOOKED),
        (LookMode.OPTIONAL, True, True, Refusal.NO_LOOKING),
        (LookMode.NEVER, False, False, Refusal.NO_LOOKING),
    ],
)
def test_looking(mode: LookMode, looked: bool, rerolled: bool, expected: Refusal | None) -> None:
    """A look is for the first roll, once, where it is allowed."""
    assert expected is refuse_look(mode, looked=looked, rerolled=rerolled)


def test_look_modes_of_opener_and_follower() -> None:
    """The opening has a mode of its own."""
    modes = [mode_for(opener=LookMode.OPTIONAL, follower=LookMode.NEVER, opening=yes) for yes in (True, False)]

    assert modes == [LookMode.OPTIONAL, LookMode.NEVER]


@pytest.mark.parametrize(
    ("allowed", "looked", "rerolled", "expected"),
    [
        (False, True, False, Refusal.NOT_IN_THE_RULES),
        (True, False, False, Refusal.LOOK_FIRST),
        (True, True, False, None),
        (True, True, True, Refusal.ALREADY_REROLLED),
    ],
)
def test_second_roll(allowed: bool, looked: bool, rerolled: bool, expected: Refusal | None) -> None:
    """Once, after a look."""
    assert expected is refuse_reroll(allowed=allowed, looked=looked, rerolled=rerolled)


@pytest.mark.parametrize(("allowed", "bar", "count"), [(True, "65", 7), (False, "65", 0), (True, "21", 0)])
def test_passable(allowed: bool, bar: str, count: int) -> None:
    """An announced top is not passed with a value."""
    assert count == len(passable(RaiseRule.HIGHER, Ranking.NORMAL, Roll.parse(bar), allowed=allowed))


@pytest.mark.parametrize(
    ("rule", "back", "last", "expected"),
    [
        (TopRule.MUST_DOUBT, False, True, set()),
        (TopRule.ACCEPT_OR_DOUBT, False, False, {TopAnswer.ACCEPT}),
        (TopRule.BLIND_PUSH, False, False, {TopAnswer.PUSH}),
        (TopRule.BLIND_PUSH, False, True, {TopAnswer.PUSH}),
        (TopRule.BLIND_PUSH, True, False, set()),
        (TopRule.CIRCULATE_RETURN, False, True, {TopAnswer.PASS}),
        (TopRule.CIRCULATE_RETURN, True, False, set()),
        (TopRule.CIRCULATE_BEFORE, False, False, {TopAnswer.PASS}),
        (TopRule.CIRCULATE_BEFORE, False, True, {TopAnswer.ACCEPT}),
    ],
)
def test_top_answers(rule: TopRule, back: bool, last: bool, expected: set[TopAnswer]) -> None:
    """What there is besides lifting."""
    assert expected == top_answers(rule, back=back, last=last)


def test_what_a_table_knows() -> None:
    """Each top rule has its own words, and only a lap ends in a lap."""
    known = {rule: {answer for answer in TopAnswer if knows(rule, answer)} for rule in TopRule}

    assert {
        TopRule.MUST_DOUBT: set(),
        TopRule.ACCEPT_OR_DOUBT: {TopAnswer.ACCEPT},
        TopRule.BLIND_PUSH: {TopAnswer.PUSH},
        TopRule.CIRCULATE_RETURN: {TopAnswer.PASS},
        TopRule.CIRCULATE_BEFORE: {TopAnswer.PASS, TopAnswer.ACCEPT},
    } == known
    assert [rule for rule in TopRule if ends_lap(rule, back=True)] == [TopRule.CIRCULATE_RETURN]
    assert [rule for rule in TopRule if stops_at_last(rule, auto=True, last=True)] == [TopRule.CIRCULATE_BEFORE]
    assert not stops_at_last(TopRule.CIRCULATE_BEFORE, auto=False, last=True)


@pytest.mark.parametrize(
    ("top_claimed", "true", "expected"), [(False, True, 1), (False, False, 1), (True, True, 3), (True, False, 2)]
)
def test_doubt_costs(top_claimed: bool, true: bool, expected: int) -> None:
    """Only an announced top has prices of its own."""
    assert expected == doubt_cost(top_claimed=top_claimed, true=true, top_true_cost=3, top_false_cost=2)


@pytest.mark.parametrize("missing", ["opening", "looked", "first roll", "top"])
def test_what_can_be_shown(missing: str) -> None:
    """A seen top on the opening's first roll, and nothing less."""
    assert showable(opening=True, looked=True, rerolled=False, is_top=True)
    assert not showable(
        opening=missing != "opening",
        looked=missing != "looked",
        rerolled=missing == "first roll",
        is_top=missing != "top",
    )


@pytest.mark.parametrize(
    ("mode", "units", "limit", "expected"),
    [
        (PenaltyMode.STROKES, 2, 3, False),
        (PenaltyMode.STROKES, 3, 3, True),
        (PenaltyMode.LIVES, 4, 3, True),
        (PenaltyMode.TOKENS, 6, 6, False),
        (PenaltyMode.TOKENS, 7, 6, True),
        (PenaltyMode.POINTS, 3, 3, True),
        (PenaltyMode.POINTS, 99, None, False),
    ],
)
def test_being_out(mode: PenaltyMode, units: int, limit: int | None, expected: bool) -> None:
    """At the limit, or beyond it with tokens, or never."""
    assert expected is is_out(mode, units=units, limit=limit)


def test_what_is_left() -> None:
    """Never less than nothing."""
    assert [left(units=u, limit=limit) for u, limit in ((0, 3), (3, 3), (4, 3), (4, None))] == [3, 0, 0, None]


def test_starting_units() -> None:
    """As many as the worst, but with one to lose."""
    assert [starting_units(highest=h, limit=limit) for h, limit in ((2, 3), (3, 3), (7, None))] == [2, 2, 7]


def test_capacity_and_minimum() -> None:
    """Twenty seats at most, two players at least."""
    assert [capacity(most) for most in (None, 24, 5)] == [20, 20, 5]
    assert [enough(count, least) for count, least in ((2, 3), (3, 3), (1, 0), (2, 0))] == [False, True, False, True]


def test_asking_and_repeating() -> None:
    """The trap needs its rule, its moment and its claimer."""
    assert Refusal.NOT_IN_THE_RULES is refuse_ask(allowed=False, asked=False)
    assert Refusal.ALREADY_ASKED is refuse_ask(allowed=True, asked=True)
    assert refuse_ask(allowed=True, asked=False) is None
    assert Refusal.NOT_IN_THE_RULES is refuse_repeat(allowed=False, is_claimer=True)
    assert Refusal.NOT_THE_CLAIMER is refuse_repeat(allowed=True, is_claimer=False)
    assert refuse_repeat(allowed=True, is_claimer=True) is None


def test_payment_and_disclosure() -> None:
    """Which units are owed in another form, and what the end may tell."""
    assert [is_due(payment) for payment in Payment] == [False, True, True, True]
    assert [told_at_the_end(wish) for wish in Disclose] == [False, True, True]


def test_every_ladder_is_walked_in_steps() -> None:
    """Over each rung exactly one rung less may be said."""
    for ranking in Ranking:
        counts = [len(sayable(RaiseRule.HIGHER, ranking, roll)) for roll in ladder(ranking)]
        assert [*range(len(ladder(ranking)) - 1, -1, -1)] == counts
