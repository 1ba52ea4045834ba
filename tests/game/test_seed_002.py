"""Seed 002, "Mäxle", line by line."""

import pytest

from tests.game.script import again, played
from tgbot.game.rules.penalty import left
from tgbot.game.rules.presets import MAEXLE
from tgbot.game.rules.ranking import dice_count, ladder
from tgbot.game.seats import PlayerId
from tgbot.game.view import Move, view

TABLE = "rules maexle\nplayers anna bert clara dora\n"
CLAIMED = TABLE + "anna rolls 5-4\nanna says 52\n"
TOP = TABLE + "anna rolls 5-4\nanna says 21\n"
LAP = TOP + "bert passes\nclara passes\ndora passes\n"


def test_002_01_five_to_twenty_players_four_at_a_pinch() -> None:
    """Two dice; from four on the table starts."""
    assert (MAEXLE.min_players, MAEXLE.max_players, dice_count(MAEXLE.ranking)) == (4, 20, 2)


def test_002_02_six_tokens_each() -> None:
    """Counted down."""
    assert left(units=0, limit=MAEXLE.limit) == 6


def test_002_03_the_opener_rolls_looks_announces_and_hands_on() -> None:
    """The dice go on covered."""
    assert str(view(played(TABLE + "anna rolls 5-4\n").game, PlayerId(1)).dice) == "54"
    assert again(CLAIMED).endswith("> looked 52, cup to bert\n")


def test_002_04_who_believes_rolls_looks_and_says_more() -> None:
    """Strictly more than the predecessor."""
    script = CLAIMED + "bert believes 3-1\nbert says 52\nbert says 53\n"

    assert again(script).endswith("> refused too_low\nbert says 53\n> looked 53, cup to clara\n")


def test_002_05_until_somebody_doubts_or_the_top_is_reached() -> None:
    """Below the top there is always one more; at the top only the lap."""
    assert Move.BELIEVE in view(played(CLAIMED).game, PlayerId(2)).moves
    assert view(played(TOP).game, PlayerId(2)).moves == {Move.PASS_TOP, Move.DOUBT}


def test_002_06_lying_is_always_allowed() -> None:
    """And forced upon who rolled less."""
    assert "refused" not in again(CLAIMED + "bert believes 3-1\nbert says 66\n")


def test_002_07_less_than_rolled_is_no_lie() -> None:
    """It stays unpunished."""
    assert "> bert pays 1 (wrong_doubt)" in again(CLAIMED + "bert lifts\n")


def test_002_08_passing_on_unseen_only_with_a_higher_value() -> None:
    """No roll, no look."""
    script = CLAIMED + "bert passes 52\nbert passes 53\n"

    assert again(script).endswith("> refused too_low\nbert passes 53\n> passed 53, cup to clara\n")
    assert view(played(script).game, PlayerId(2)).dice is None


def test_002_09_the_order_of_values() -> None:
    """31 to 65, Einer- to Sechserpasch, Mäxle."""
    assert [str(roll) for roll in ladder(MAEXLE.ranking)][-8:] == ["65", "11", "22", "33", "44", "55", "66", "21"]


@pytest.mark.parametrize(("said", "payer"), [("54", "bert"), ("53", "bert"), ("61", "anna")])
def test_002_10_the_liar_or_the_revealer_pays_one(said: str, payer: str) -> None:
    """The right or a lower value is no lie."""
    assert f"> {payer} pays 1 (" in again(CLAIMED.replace("52", said) + "bert lifts\n")


def test_002_11_the_predecessor_is_who_handed_on() -> None:
    """After a pass the passer is liable, not the roller."""
    assert "> bert pays 1 (caught)" in again(CLAIMED + "bert passes 61\nclara lifts\n")


def test_002_12_who_paid_makes_the_first_roll() -> None:
    """Of the next round."""
    assert again(CLAIMED + "bert lifts\n").endswith("> round 2: bert\n")


def test_002_13_out_on_the_seventh_loss() -> None:
    """Who must pay and has no token left."""
    lost = "anna rolls 5-4\nanna says 61\nbert lifts\n"

    assert "is out" not in again(TABLE + lost * 6)
    assert "> anna pays 1 (caught), has 7\n> anna is out\n> round 8: bert\n" in again(TABLE + lost * 7)


def test_002_14_the_top_may_be_handed_on_unseen() -> None:
    """The same dice, and Mäxle again."""
    done = played(TOP + "bert passes\n")

    assert done.text.endswith("> passed 21, cup to clara\n")
    assert "roll=Roll(digits=(5, 4))" in repr(done.game)


def test_002_15_it_goes_round_to_who_said_it_first() -> None:
    """Every seat may hand it on."""
    assert again(LAP).endswith("> passed 21, cup to anna\n")


def test_002_16_who_said_it_first_must_lift() -> None:
    """There is nothing else for him."""
    assert view(played(LAP).game, PlayerId(1)).moves == {Move.DOUBT}
    assert again(LAP + "anna passes\n").endswith("> refused must_doubt\n")


def test_002_17_a_real_one_and_nothing_happens() -> None:
    """Nobody pays."""
    text = again(LAP.replace("5-4", "2-1") + "anna lifts\n")

    assert "pays" not in text
    assert "> lap: 21, true\n" in text


def test_002_18_a_false_one_and_all_the_others_pay() -> None:
    """One token each, all but who lifted."""
    text = again(LAP + "anna lifts\n")

    assert [line for line in text.splitlines() if "pays" in line] == [
        f"> {name} pays 1 (lap), has 1" for name in ("bert", "clara", "dora")
    ]


@pytest.mark.parametrize("dice", ["5-4", "2-1"])
def test_002_19_who_lifted_opens(dice: str) -> None:
    """In both cases."""
    assert again(LAP.replace("5-4", dice) + "anna lifts\n").endswith("> round 2: anna\n")


@pytest.mark.parametrize(("dice", "paid"), [("5-4", "bert pays 1 (caught)"), ("2-1", "clara pays 1 (wrong_doubt)")])
def test_002_20_on_the_way_only_one_of_two_pays(dice: str, paid: str) -> None:
    """Who lifts, or his predecessor, and no doubling."""
    text = again(TOP.replace("5-4", dice) + "bert passes\nclara lifts\n")

    assert text.count("pays") == 1
    assert f"> {paid}" in text
