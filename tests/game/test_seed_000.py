"""Seed 000, Knobeln "Mäxchen - die Regeln", line by line (`docs/rules.md`, second table)."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.game.script import again, played
from tgbot.game.odds import beats, chance, reaches
from tgbot.game.roll import Roll
from tgbot.game.rules.presets import WIRTSHAUS
from tgbot.game.rules.ranking import Kind, Ranking, dice_count, kind, ladder, position, top
from tgbot.game.seats import PlayerId
from tgbot.game.view import Move, view

ROUND = "rules wirtshaus\nanna rolls 4-2\nanna says 53\n"


def at(word: str) -> int:
    """Give a roll's place on the usual ladder."""
    return position(Ranking.NORMAL, Roll.parse(word))


def test_000_01_two_dice_covered_announced_and_decided_by_the_next() -> None:
    """The roll is covered, the announcement free, the next person decides."""
    game = played(ROUND).game
    seen = view(game, PlayerId(2))

    assert dice_count(WIRTSHAUS.ranking) == 2
    assert (seen.holder, str(seen.bar), seen.dice) == (PlayerId(2), "53", None)
    assert seen.moves == {Move.BELIEVE, Move.DOUBT}


def test_000_02_from_three_players_without_a_limit_of_the_rules() -> None:
    """Three start, ten still play."""
    names = " ".join(f"p{number}" for number in range(10))

    assert (WIRTSHAUS.min_players, WIRTSHAUS.max_players) == (3, None)
    assert "refused" not in again(f"rules wirtshaus\nplayers {names}\np0 rolls 3-1\n")


def test_000_03_caught_or_doubting_wrongly_loses() -> None:
    """There are the two ways to lose a round."""
    assert "> anna pays 1 (caught)" in again(ROUND + "bert lifts\n")
    assert "> bert pays 1 (wrong_doubt)" in again(ROUND.replace("53", "42") + "bert lifts\n")


@pytest.mark.parametrize(
    "settings", ["penalty_mode=strokes", "penalty_mode=lives", "penalty_mode=points payment=tasks"]
)
def test_000_04_a_stroke_a_life_or_a_task(settings: str) -> None:
    """The loser of a round gets one unit of what was agreed."""
    assert "> anna pays 1 (caught), has 1\n" in again(
        ROUND.replace("wirtshaus", f"wirtshaus {settings}") + "bert lifts\n"
    )


@pytest.mark.parametrize("limit", [3, 5])
def test_000_05_three_or_five_strokes_have_lost(limit: int) -> None:
    """Who reaches them has lost, and the game is over (A15)."""
    lost = "anna rolls 4-2\nanna says 53\nbert lifts\n" * limit

    assert again(f"rules wirtshaus limit={limit}\n{lost}").endswith("> over: bert clara won; anna lost\n")
    assert "over" not in again(f"rules wirtshaus limit={limit + 1}\n{lost}")


def test_000_06_the_higher_die_is_named_first() -> None:
    """5 and 3 are 53, 3 and 5 as well."""
    assert Roll.of((5, 3)) == Roll.of((3, 5)) == Roll.parse("53")


def test_000_07_numbers_in_ascending_order() -> None:
    """Tens first, then ones."""
    numbers = [str(roll) for roll in ladder(Ranking.NORMAL) if kind(Ranking.NORMAL, roll) is Kind.NUMBER]

    assert numbers == ["31", "32", "41", "42", "43", "51", "52", "53", "54", "61", "62", "63", "64", "65"]


def test_000_08_every_pasch_beats_every_number() -> None:
    """11 is the lowest Pasch and above 65."""
    assert [at(word) for word in ["65", "11", "22", "33", "44", "55", "66"]] == [14, 15, 16, 17, 18, 19, 20]


def test_000_09_maexchen_beats_everything() -> None:
    """21 is above 66."""
    assert at("21") == at("66") + 1 == len(ladder(Ranking.NORMAL))
    assert top(Ranking.NORMAL) == Roll.parse("21")


def test_000_10_a_number_is_twice_as_likely_as_a_pasch() -> None:
    """2/36 each, 21 included; a Pasch 1/36."""
    mixed = {chance(Ranking.NORMAL, Roll.parse(word)) for word in ("21", "31", "65")}

    assert mixed == {Fraction(2, 36)}
    assert chance(Ranking.NORMAL, Roll.parse("66")) == Fraction(1, 36)


def test_000_11_the_opener_alone_looks_and_says_anything() -> None:
    """Truth is not required; the cup goes on covered."""
    game = played("rules wirtshaus\nanna rolls 6-5\n").game

    assert [str(view(game, PlayerId(player)).dice) for player in (1, 2, 3)] == ["65", "None", "None"]
    assert again("rules wirtshaus\nanna rolls 6-5\nanna says 31\n").endswith("> looked 31, cup to bert\n")


def test_000_12_who_believes_throws_afresh_looks_and_says_more() -> None:
    """Who rolled less must lie."""
    script = ROUND + "bert believes 3-1\nbert says 31\nbert says 53\nbert says 54\n"

    assert again(script).endswith(
        "bert says 31\n> refused too_low\nbert says 53\n> refused too_low\nbert says 54\n> looked 54, cup to clara\n"
    )
    assert str(view(played(ROUND + "bert believes 3-1\n").game, PlayerId(2)).dice) == "31"


def test_000_13_true_or_more_under_it_and_the_doubter_loses() -> None:
    """Announcing too low is no lie."""
    assert "> bert pays" in again(ROUND.replace("53", "41") + "bert lifts\n")
    assert "> anna pays" in again(ROUND.replace("53", "43") + "bert lifts\n")


def test_000_14_a_round_ends_with_a_lifted_cup() -> None:
    """Each announcement is higher, so after the highest there is only lifting."""
    script, players = "rules wirtshaus\nanna rolls 3-1\nanna says 31\n", ["bert", "clara", "anna"]
    for turn, roll in enumerate(ladder(Ranking.NORMAL)[1:]):
        script += f"{players[turn % 3]} believes 3-1\n{players[turn % 3]} says {roll}\n"
    done = played(script)

    assert view(done.game, view(done.game, None).holder).moves == {Move.DOUBT}


def test_000_15_the_loser_opens_with_a_free_announcement() -> None:
    """One stroke, and any value again."""
    script = ROUND + "bert lifts\nanna rolls 3-1\nanna says 31\n"

    assert "> anna pays 1 (caught), has 1\n> round 2: anna\n" in again(script)
    assert "refused" not in again(script)


def test_000_16_an_announced_maexchen_must_be_doubted() -> None:
    """Nothing overbids it."""
    assert again(ROUND.replace("53", "21") + "bert believes 3-1\n").endswith("> refused must_doubt\n")


def test_000_17_or_pushed_on_blind() -> None:
    """House rule: thrown unseen and called Mäxchen again; who lifts a real one loses."""
    script = "rules wirtshaus top_rule=blind_push\nanna rolls 4-2\nanna says 21\nbert pushes 2-1\nclara lifts\n"

    assert "> pushed 21, cup to clara\n" in again(script)
    assert "> clara pays 2 (wrong_doubt)" in again(script)


@pytest.mark.parametrize(("costs", "units"), [("", 2), (" top_false_cost=1 top_true_cost=1", 1)])
def test_000_18_maexchen_counts_double_where_it_does(costs: str, units: int) -> None:
    """A false one caught, or a real one doubted."""
    false = f"rules wirtshaus{costs}\nanna rolls 4-2\nanna says 21\nbert lifts\n"
    real = f"rules wirtshaus{costs}\nanna rolls 4-2\nanna says 42\nbert believes 2-1\nbert says 21\nclara lifts\n"

    assert f"> anna pays {units} (caught)" in again(false)
    assert f"> clara pays {units} (wrong_doubt)" in again(real)


def test_000_19_some_let_the_opener_announce_blind() -> None:
    """House rule: `opener_look=optional`."""
    assert "> blind 53, cup to bert\n" in again(ROUND.replace("wirtshaus", "wirtshaus opener_look=optional"))


def test_000_20_a_real_maexchen_at_the_opening_is_shown() -> None:
    """The round is over without a loser."""
    assert again("rules wirtshaus\nanna rolls 2-1\n").endswith("> shown: 21\n> round 2: anna\n")


def test_000_21_who_believes_may_not_look() -> None:
    """House rule "Nicht nachsehen dürfen": the opener still looks."""
    script = (
        ROUND.replace("wirtshaus", "wirtshaus follower_look=never") + "bert believes 6-1\nbert looks\nbert says 61\n"
    )

    assert again(script).endswith("> refused no_looking\nbert says 61\n> blind 61, cup to clara\n")
    assert "> looked 53" in again(script)


def test_000_22_equal_is_enough() -> None:
    """House rule "Gleich hoch reicht"."""
    script = ROUND.replace("wirtshaus", "wirtshaus raise_rule=equal_ok") + "bert believes 6-1\nbert says 53\n"

    assert again(script).endswith("> looked 53, cup to clara\n")


def test_000_23_tasks_instead_of_strokes() -> None:
    """House rule: units are tasks, and nobody is ever out."""
    lost = "anna rolls 4-2\nanna says 53\nbert lifts\n" * 7
    script = f"rules wirtshaus penalty_mode=points payment=tasks limit=none end_mode=open\n{lost}"

    assert "> anna pays 1 (caught), has 7\n> round 8: anna\n" in again(script)


def test_000_24_three_dice() -> None:
    """House rule: the Schocken hierarchy."""
    script = "rules wirtshaus ranking=schocken\nanna rolls 6-6-5\nanna says 321\nbert lifts\n"

    assert "> cup: 665 under 321 of anna, a lie\n" in again(script)


def test_000_25_the_example_round() -> None:
    """Word for word; the whole of it is a golden game."""
    text = (Path(__file__).parent.parent / "transcripts/wirtshaus/example_round.txt").read_text(encoding="utf-8")

    assert text == again(text)
    assert text.endswith("> cup: 52 under 66 of dieter, a lie\n> dieter pays 1 (caught), has 1\n> round 2: dieter\n")


def test_000_26_the_calculator() -> None:
    """From 61 on fewer than half of all rolls are beaten honestly, and from 55 on lifting is nearly always right."""
    assert reaches(Ranking.NORMAL, Roll.parse("61")) == Fraction(1, 2)
    assert beats(Ranking.NORMAL, Roll.parse("54")) == Fraction(1, 2)
    assert reaches(Ranking.NORMAL, Roll.parse("55")) == Fraction(1, 9)
