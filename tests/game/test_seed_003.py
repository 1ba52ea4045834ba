"""Seed 003, "Mäxchen-Spiel (Lügenmax, Mexican, Meiern)", line by line."""

import pytest

from tests.game.script import again, played
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.players import FEWEST
from tgbot.game.rules.presets import TRINKSPIEL
from tgbot.game.rules.ranking import Ranking, dice_count, ladder
from tgbot.game.seats import PlayerId
from tgbot.game.view import Move, view

TABLE = "rules trinkspiel\n"
CLAIMED = TABLE + "anna rolls 5-2\nanna says 52\n"
TOP = TABLE + "anna rolls 5-2\nanna says 21\n"


def test_003_01_any_number_of_players_with_two_dice() -> None:
    """The rules themselves set no limit."""
    assert (TRINKSPIEL.min_players, TRINKSPIEL.max_players, dice_count(TRINKSPIEL.ranking)) == (FEWEST, None, 2)


def test_003_02_two_rolls_and_only_the_first_is_seen() -> None:
    """Who does not like the first may roll again."""
    script = TABLE + "anna rolls 3-1\nanna looks\n"

    assert str(view(played(script).game, PlayerId(1)).dice) == "31"
    assert view(played(script + "anna rerolls 6-6\n").game, PlayerId(1)).dice is None


def test_003_03_the_second_roll_goes_on_with_a_blind_announcement() -> None:
    """Staying on the first, he announces what he has seen, or lies."""
    first = TABLE + "anna rolls 3-1\nanna looks\nanna says 61\n"
    second = TABLE + "anna rolls 3-1\nanna looks\nanna rerolls 6-6\nanna looks\nanna says 61\n"

    assert again(first).endswith("> looked 61, cup to bert\n")
    assert again(second).endswith("> refused no_looking\nanna says 61\n> blind 61, cup to bert\n")


def test_003_04_always_higher_than_the_predecessor() -> None:
    """Equal is too low."""
    assert again(CLAIMED + "bert believes 6-6\nbert says 52\n").endswith("> refused too_low\n")


@pytest.mark.parametrize(("said", "paid"), [("52", "bert pays 1 (wrong_doubt)"), ("53", "anna pays 1 (caught)")])
def test_003_05_the_exposed_liar_or_the_wrong_doubter_pays(said: str, paid: str) -> None:
    """One minus point."""
    assert f"> {paid}" in again(CLAIMED.replace("52", said) + "bert lifts\n")


@pytest.mark.parametrize("said", ["52", "53"])
def test_003_06_the_doubter_opens_whoever_lost(said: str) -> None:
    """Daraufhin beginnt der Ungläubige die nächste Runde."""
    assert again(CLAIMED.replace("52", said) + "bert lifts\n").endswith("> round 2: bert\n")


def test_003_07_who_does_not_lift_must_roll_and_beat() -> None:
    """There is nothing else below a Mäxchen."""
    assert view(played(CLAIMED).game, PlayerId(2)).moves == {Move.BELIEVE, Move.DOUBT}


def test_003_08_each_minus_point_is_drunk_at_once() -> None:
    """The payment is sips; the engine counts the points."""
    assert TRINKSPIEL.payment is Payment.SIPS


def test_003_09_the_order() -> None:
    """31 to 65, 11 to 66, 21."""
    assert [str(roll) for roll in ladder(TRINKSPIEL.ranking)] == (
        [
            "31",
            "32",
            "41",
            "42",
            "43",
            "51",
            "52",
            "53",
            "54",
            "61",
            "62",
            "63",
            "64",
            "65",
            "11",
            "22",
            "33",
            "44",
            "55",
            "66",
            "21",
        ]
    )


def test_003_10_an_announced_maexchen_is_passed_on_or_lifted() -> None:
    """It cannot be overbid."""
    assert view(played(TOP).game, PlayerId(2)).moves == {Move.PASS_TOP, Move.DOUBT}


def test_003_11_the_seat_before_the_first_announcer_pays() -> None:
    """Without a lifted cup; by default he may still lift (A5), to the letter he may not."""
    literal = TOP.replace("trinkspiel", "trinkspiel top_last_auto=true") + "bert passes\n"

    assert view(played(TOP + "bert passes\n").game, PlayerId(3)).moves == {Move.ACCEPT, Move.DOUBT}
    assert "cup:" not in again(TOP + "bert passes\nclara accepts\n")
    assert again(literal).endswith("> clara pays 1 (last_seat), has 1\n> round 2: clara\n")


def test_003_12_variation_1_downwards_is_no_lie() -> None:
    """33 as 11 is right, and may be raised unseen; in the base game it is a lie (A12)."""
    base = "rules trinkspiel\nanna rolls 3-3\nanna says 11\n"
    varied = base.replace("trinkspiel", "trinkspiel truth_rule=at_least pass_unseen=true")

    assert "> anna pays 1 (caught)" in again(base + "bert lifts\n")
    assert "> bert pays 1 (wrong_doubt)" in again(varied + "bert lifts\n")
    assert "> clara pays 1 (wrong_doubt)" in again(varied + "bert passes 22\nclara lifts\n")


def test_003_13_variation_2_saying_it_again_costs_a_point() -> None:
    """Asked or not."""
    script = CLAIMED.replace("trinkspiel", "trinkspiel repeat_penalty=true")

    assert again(script + "bert asks\nanna repeats\n").endswith("> anna pays 1 (repeated), has 1\n")
    assert again(script + "anna repeats\n").endswith("> anna pays 1 (repeated), has 1\n")


def test_003_14_variation_3_the_pasche_turned_round() -> None:
    """After 65 comes 66, and 11 before 21."""
    assert [str(roll) for roll in ladder(Ranking.PASCH_REVERSED)][-9:] == [
        "64",
        "65",
        "66",
        "55",
        "44",
        "33",
        "22",
        "11",
        "21",
    ]


def test_003_15_minus_points_just_add_up() -> None:
    """Nobody is out, the game has no end of its own."""
    lost = "bert rolls 5-2\nbert says 53\nclara lifts\nclara rolls 5-2\nclara says 52\nbert lifts\n" * 20
    text = again(f"rules trinkspiel\nplayers bert clara\n{lost}")

    assert text.endswith("> bert pays 1 (wrong_doubt), has 40\n> round 41: bert\n")
