"""Seed 001, Lizumo "Mäxchen Regeln", line by line."""

import pytest

from tests.game.script import again, played
from tgbot.game.roll import Roll
from tgbot.game.rules.penalty import left
from tgbot.game.rules.presets import LIZUMO
from tgbot.game.rules.ranking import Ranking, dice_count, ladder
from tgbot.game.seats import PlayerId
from tgbot.game.view import Move, view

CLAIMED = "rules lizumo\nanna rolls 4-2\nanna says 43\n"
TOP = "rules lizumo\nanna rolls 4-2\nanna says 21\n"
REAL = "rules lizumo\nanna rolls 2-1\nanna says 21\n"


def test_001_01_two_dice_and_something_to_count_lives() -> None:
    """Two dice, and lives that go down."""
    assert dice_count(LIZUMO.ranking) == 2
    assert [left(units=units, limit=LIZUMO.limit) for units in range(4)] == [3, 2, 1, 0]


def test_001_02_two_players_are_enough() -> None:
    """Seats alternate."""
    script = "rules lizumo\nplayers anna bert\nanna rolls 3-1\nanna says 31\nbert believes 3-2\nbert says 32\n"

    assert LIZUMO.min_players == 2
    assert again(script).endswith("> looked 32, cup to anna\n")


@pytest.mark.parametrize("lives", [3, 6])
def test_001_03_three_or_six_lives(lives: int) -> None:
    """Out with the last one."""
    lost = "anna rolls 4-2\nanna says 43\nbert lifts\n" * lives
    text = again(f"rules lizumo limit={lives}\n{lost}")

    assert text.count("> anna is out\n") == 1
    assert text.endswith(f"> anna pays 1 (caught), has {lives}\n> anna is out\n> round {lives + 1}: bert\n")


def test_001_04_dice_are_read_not_added() -> None:
    """5 and 3 are 53, 6 and 2 are 62, though both sums are 8."""
    assert [str(Roll.of(dice)) for dice in ((5, 3), (2, 6))] == ["53", "62"]


def test_001_05_strength_from_the_top() -> None:
    """Mäxchen, Pasche from 66 to 11, all others from 65 to 31."""
    strongest = [str(roll) for roll in reversed(ladder(Ranking.NORMAL))]

    assert strongest[:8] == ["21", "66", "55", "44", "33", "22", "11", "65"]
    assert strongest[-1] == "31"


def test_001_06_looking_is_part_of_the_turn() -> None:
    """The roller sees his dice and shows them to nobody."""
    game = played("rules lizumo\nanna rolls 4-2\n").game

    assert [str(view(game, PlayerId(player)).dice) for player in (1, 2)] == ["42", "None"]


def test_001_07_higher_than_before_and_the_opener_anything() -> None:
    """The opening is free, what follows must be higher."""
    assert again(CLAIMED + "bert believes 3-1\nbert says 43\n").endswith("> refused too_low\n")
    assert "refused" not in again("rules lizumo\nanna rolls 6-6\nanna says 31\n")


def test_001_08_truth_or_bluff_and_the_cup_goes_on_covered() -> None:
    """A bluff is as good as the truth as long as it beats the last."""
    assert view(played(CLAIMED).game, PlayerId(2)).dice is None
    assert again(CLAIMED + "bert believes 3-1\nbert says 66\n").endswith("> looked 66, cup to clara\n")


def test_001_09_believing_throws_without_seeing_the_old_dice() -> None:
    """They are gone for good."""
    assert "(4, 2)" not in repr(played(CLAIMED + "bert believes 3-1\n").game)


@pytest.mark.parametrize(("said", "payer"), [("41", "bert"), ("42", "bert"), ("43", "anna")])
def test_001_10_at_least_what_was_said(said: str, payer: str) -> None:
    """Then the revealer pays, else the announcer."""
    assert f"> {payer} pays 1 (" in again(CLAIMED.replace("43", said) + "bert lifts\n")


def test_001_11_a_maexchen_ends_the_round_with_the_receiver() -> None:
    """Nothing is above it, and it is not passed on."""
    assert view(played(TOP).game, PlayerId(2)).moves == {Move.ACCEPT, Move.DOUBT}
    assert again(TOP + "bert passes\n").endswith("> refused not_in_the_rules\n")


def test_001_12_accepted_unseen_for_one_life() -> None:
    """The dice stay covered."""
    assert again(TOP + "bert accepts\n").endswith("> bert pays 1 (accepted), has 1\n> round 2: bert\n")
    assert "cup:" not in again(TOP + "bert accepts\n")


def test_001_13_or_lifted_for_two_against_one() -> None:
    """A real one costs the receiver two, a false one the announcer one."""
    assert "> bert pays 2 (wrong_doubt)" in again(REAL + "bert lifts\n")
    assert "> anna pays 1 (caught)" in again(TOP + "bert lifts\n")


@pytest.mark.parametrize(("tradition", "opener"), [("loser", "anna"), ("next", "bert")])
def test_001_14_who_lost_opens_or_the_next_player(tradition: str, opener: str) -> None:
    """Lizumo's way, and the other traditions'."""
    script = CLAIMED.replace("lizumo", f"lizumo next_opener={tradition}") + "bert lifts\n"

    assert again(script).endswith(f"> round 2: {opener}\n")


def test_001_15_without_lives_out_and_the_last_one_wins() -> None:
    """The game goes on among the others."""
    script = CLAIMED.replace("lizumo", "lizumo limit=1") + "bert lifts\nbert rolls 4-2\nbert says 43\nclara lifts\n"

    assert "> anna is out\n> round 2: bert\n" in again(script)
    assert again(script).endswith("> bert is out\n> over: clara won\n")
