"""The Mäxchen-Rechner: what it says about every announcement, exactly and as people read it."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.phrases.scenes import ANNA, lobby, posted, roll, see
from tgbot.game.odds import beats, reaches, true_if_blind
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.presets import MAEXLE, PRESETS, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.rules.truth import TruthRule
from tgbot.phrases.calculator import line, percent, table
from tgbot.phrases.language import speaking
from tgbot.phrases.posts import post
from tgbot.phrases.voice import Voice
from tgbot.table.identity import Language
from tgbot.table.news.notices import OddsTold

DE, EN = speaking(Language.DE), speaking(Language.EN)
SCHOCKEN = replace(WIRTSHAUS, ranking=Ranking.SCHOCKEN)
REVERSED = replace(WIRTSHAUS, ranking=Ranking.PASCH_REVERSED)


def voice(rules: HouseRules, language: Language = Language.DE) -> Voice:
    """Speak under these rules."""
    return Voice.of(see(lobby(ANNA, rules=rules), language=language))


def rows(rules: HouseRules) -> dict[str, list[str]]:
    """Read the table back: each roll's columns."""
    drawn = re.search(r"<pre>(.*)</pre>", "\n".join(table(voice(rules))), re.DOTALL)
    assert drawn is not None
    split = (re.split(r" {2,}", row.strip()) for row in drawn[1].splitlines())
    return {first: columns for first, *columns in split}


@pytest.mark.parametrize(
    ("share", "german", "english"),
    [
        (Fraction(0), "0 %", "0%"),
        (Fraction(1), "100 %", "100%"),
        (Fraction(1, 216), "0,5 %", "0.5%"),
        (Fraction(1, 36), "2,8 %", "2.8%"),
        (Fraction(2, 36), "5,6 %", "5.6%"),
        (Fraction(999, 10_000), "10 %", "10%"),
        (Fraction(4, 36), "11 %", "11%"),
        (Fraction(1, 8), "13 %", "13%"),
        (Fraction(1, 2), "50 %", "50%"),
        (Fraction(35, 36), "97 %", "97%"),
        (Fraction(213, 216), "99 %", "99%"),
        (Fraction(215, 216), "99,5 %", "99.5%"),
    ],
)
def test_shares_are_rounded_as_people_read_them(share: Fraction, german: str, english: str) -> None:
    """Half up, in tenths where they count; only what is certain is 0 or 100."""
    assert percent(DE, share) == german.replace(" ", "\u00a0")
    assert percent(EN, share) == english


@pytest.mark.parametrize("ranking", Ranking)
def test_nothing_possible_is_rounded_to_never_or_always(ranking: Ranking) -> None:
    """A chance of one in 216 is still a chance."""
    for value in ladder(ranking):
        for share in (reaches(ranking, value), beats(ranking, value)):
            assert (percent(EN, share) == "0%") == (share == 0)
            assert (percent(EN, share) == "100%") == (share == 1)


@pytest.mark.parametrize("rules", [WIRTSHAUS, REVERSED, MAEXLE], ids=["normal", "reversed", "mäxle"])
def test_all_twenty_one_are_there_in_the_order_of_the_table(rules: HouseRules) -> None:
    """Both columns: how often it is reached, and how often the next one gets above it."""
    head, *values = rows(rules)
    assert head == "Wurf"
    assert values == [str(value) for value in ladder(rules.ranking)]
    for value in ladder(rules.ranking):
        exact = [reaches(rules.ranking, value), beats(rules.ranking, value)]
        assert rows(rules)[str(value)] == [percent(DE, share) for share in exact]


def test_of_three_dice_the_families_fit_a_screen() -> None:
    """The lowest Hausnummer of each high die, then each of the rest; single ones are asked for."""
    values = list(rows(SCHOCKEN))[1:]
    assert values[:5] == ["221", "322", "421", "521", "621"]
    assert values[5:] == [str(value) for value in ladder(Ranking.SCHOCKEN)[41:]]
    assert len(values) <= 21
    assert "/rechner 421" in table(voice(SCHOCKEN))[-1]
    assert "(204 von 216)" in line(voice(SCHOCKEN), roll("421"))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", [*PRESETS.values(), SCHOCKEN, replace(TRINKSPIEL, ranking=Ranking.SCHOCKEN)])
def test_the_table_fits_a_phone(rules: HouseRules, language: Language) -> None:
    """No row is so long that it would break, and all rows are as long."""
    drawn = re.search(r"<pre>(.*)</pre>", "\n".join(table(voice(rules, language))), re.DOTALL)
    assert drawn is not None
    assert {len(row) for row in drawn[1].splitlines()} == {len(drawn[1].splitlines()[0])}
    assert len(drawn[1].splitlines()[0]) <= 30
    assert len(drawn[1].splitlines()) <= 22


def test_where_equal_is_enough_the_next_one_need_only_match() -> None:
    """But an announced top has its own rule, and nobody matches that (A17)."""
    equal = replace(WIRTSHAUS, raise_rule=RaiseRule.EQUAL_OK)
    assert rows(equal)["53"] == [percent(DE, Fraction(22, 36))] * 2
    assert rows(equal)["21"] == [percent(DE, Fraction(2, 36)), percent(DE, Fraction(0))]
    assert "mithalten kann die nächste Person zu 61\u00a0% (22 von 36)" in line(voice(equal), roll("53"))


@pytest.mark.parametrize(
    ("change", "guessed"),
    [
        ({}, False),
        ({"follower_look": LookMode.NEVER}, True),
        ({"opener_look": LookMode.OPTIONAL}, True),
        ({"second_roll": True}, True),
        ({"pass_unseen": True}, True),
        ({"top_rule": TopRule.BLIND_PUSH}, True),
    ],
)
def test_where_dice_are_announced_unseen_the_table_says_how_often_that_is_true(
    change: dict[str, object], guessed: bool
) -> None:
    """Where only the exact roll is true that is a column of its own; else it is as often as it is reached."""
    for truth in TruthRule:
        rules = replace(WIRTSHAUS, truth_rule=truth, **change)  # type: ignore[arg-type]
        exact = guessed and truth is TruthRule.EXACT
        assert len(rows(rules)["53"]) == (3 if exact else 2)
        if exact:
            assert rows(rules)["66"][2] == percent(DE, true_if_blind(Ranking.NORMAL, roll("66"), truth))
        assert ("lind" in "\n".join(table(voice(rules)))) == guessed
        assert ("Blind stimmt's zu" in line(voice(rules), roll("53"))) == exact


def test_one_announcement_is_one_line_with_the_exact_numbers() -> None:
    """The per cent people read, and the throws they stand for."""
    told = post(see(lobby(ANNA)), posted(OddsTold(roll("53"))))
    assert told is not None
    assert told.text == (
        "🎲 <b>53</b> oder mehr klappt ehrlich zu 61\u00a0% (22 von 36), "
        "drüber kommt die nächste Person zu 56\u00a0% (20 von 36)."
    )
    reverse = line(voice(REVERSED), roll("11"))
    assert "zu 8,3\u00a0% (3 von 36)" in reverse
    assert "zu 5,6\u00a0% (2 von 36)" in reverse


def test_nonsense_is_answered_with_an_example_of_the_own_dice() -> None:
    """What to type instead."""
    for rules, example in ((WIRTSHAUS, "/rechner 53"), (SCHOCKEN, "/rechner 421")):
        told = post(see(lobby(ANNA, rules=rules), rules=rules), posted(OddsTold(fault=True)))
        assert told is not None
        assert example in told.text
