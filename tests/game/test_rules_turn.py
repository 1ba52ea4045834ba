"""The turn: throwing, looking, announcing, believing (`docs/rules.md` R05 to R15)."""

import pytest

from tests.game.script import again, played, trimmed
from tgbot.game.events import Believed
from tgbot.game.state import Answering
from tgbot.game.view import Move, view


def test_r05_the_opener_must_throw() -> None:
    """A round starts with the opener's roll and nothing else."""
    script = """
        rules wirtshaus
        anna says 31
        > refused wrong_moment
        anna lifts
        > refused wrong_moment
        bert rolls 3-1
        > refused not_your_turn
        anna rolls 3-1
        anna rolls 3-1
        > refused wrong_moment
    """

    assert trimmed(script) == again(script)


def test_r06_always_means_the_roll_shows_the_dice() -> None:
    """Where the look is part of the roll, a second look is one too many."""
    script = """
        rules wirtshaus
        anna rolls 4-3
        anna looks
        > refused already_looked
        anna says 43
        > looked 43, cup to bert
    """

    assert trimmed(script) == again(script)


def test_r06_optional_leaves_the_choice() -> None:
    """Where looking is optional, one may look once, or announce blind."""
    script = """
        rules wirtshaus opener_look=optional follower_look=optional
        anna rolls 4-3
        anna says 43
        > blind 43, cup to bert
        bert believes 5-3
        bert looks
        bert looks
        > refused already_looked
        bert says 53
        > looked 53, cup to clara
    """

    assert trimmed(script) == again(script)


def test_r06_never_leaves_only_blind_announcements() -> None:
    """Where looking is forbidden, announcements are blind; the opener has a mode of his own."""
    script = """
        rules wirtshaus opener_look=always follower_look=never
        anna rolls 4-3
        anna says 43
        > looked 43, cup to bert
        bert believes 5-3
        bert looks
        > refused no_looking
        bert says 51
        > blind 51, cup to clara
    """

    assert trimmed(script) == again(script)


def test_r07_that_somebody_looked_is_public_and_the_value_is_not() -> None:
    """The table sees the look, only the roller sees the dice (A2)."""
    done = played(trimmed("rules trinkspiel\nanna rolls 4-3\nanna looks"))
    table, roller = view(done.game, None), view(done.game, done.ids["anna"])

    assert (table.looked, table.dice) == (True, None)
    assert str(roller.dice) == "43"


def test_r08_the_second_roll_is_never_seen() -> None:
    """After a look one may throw again, once; those dice are announced blind (A3)."""
    script = """
        rules trinkspiel
        anna rolls 4-3
        anna rerolls 5-3
        > refused look_first
        anna looks
        anna rerolls 5-3
        anna rerolls 6-3
        > refused already_rerolled
        anna looks
        > refused no_looking
        anna says 53
        > blind 53, cup to bert
        bert lifts
        > cup: 53 under 53 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r08_a_believer_has_a_second_roll_too() -> None:
    """The second roll belongs to everybody who throws."""
    script = """
        rules trinkspiel follower_look=always
        anna rolls 4-3
        anna says 43
        > blind 43, cup to bert
        bert believes 3-1
        bert rerolls 6-6
        bert says 66
        > blind 66, cup to clara
        clara lifts
        > cup: 66 under 66 of bert, true
        > clara pays 1 (wrong_doubt), has 1
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r08_without_the_rule_there_is_no_second_roll() -> None:
    """Tables that do not play it refuse it."""
    script = """
        rules wirtshaus
        anna rolls 4-3
        anna rerolls 5-3
        > refused not_in_the_rules
    """

    assert trimmed(script) == again(script)


def test_r09_a_real_top_at_the_opening_is_shown_at_once() -> None:
    """`auto`: the round is over and nobody pays (A13)."""
    script = """
        rules wirtshaus
        anna rolls 1-2
        > shown: 21
        > round 2: anna
        anna rolls 3-1
    """

    assert trimmed(script) == again(script)


def test_r09_may_leaves_it_to_the_opener() -> None:
    """`may`: he shows, or keeps it and announces."""
    script = """
        rules wirtshaus opening_top_show=may
        anna rolls 3-1
        anna shows
        > refused nothing_to_show
        anna says 31
        > looked 31, cup to bert
        bert believes 2-1
        bert shows
        > refused nothing_to_show
        bert says 21
        > looked 21, cup to clara
        clara lifts
        > cup: 21 under 21 of bert, true
        > clara pays 2 (wrong_doubt), has 2
        > round 2: clara
        clara rolls 2-1
        clara shows
        > shown: 21
        > round 3: clara
        clara rolls 2-1
        clara says 31
        > looked 31, cup to anna
    """

    assert trimmed(script) == again(script)


def test_r09_off_knows_no_showing() -> None:
    """`off`: a real top is announced like everything else."""
    script = """
        rules lizumo
        anna rolls 2-1
        anna shows
        > refused not_in_the_rules
        anna says 21
        > looked 21, cup to bert
    """

    assert trimmed(script) == again(script)


def test_r09_a_blind_opening_is_not_shown() -> None:
    """Only seen dice can be shown, and a second roll is not seen."""
    script = """
        rules trinkspiel opening_top_show=may
        anna rolls 2-1
        anna shows
        > refused nothing_to_show
        anna looks
        anna rerolls 2-1
        anna shows
        > refused nothing_to_show
        anna says 21
        > blind 21, cup to bert
    """

    assert trimmed(script) == again(script)


def test_r09_auto_waits_for_the_look() -> None:
    """With an optional look the top is shown when it is seen."""
    script = """
        rules wirtshaus opener_look=optional
        anna rolls 2-1
        anna looks
        > shown: 21
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r10_each_announcement_is_higher() -> None:
    """Equal or lower is too low; there is no upper bound."""
    script = """
        rules wirtshaus
        anna rolls 3-1
        anna says 65
        > looked 65, cup to bert
        bert believes 3-1
        bert says 64
        > refused too_low
        bert says 65
        > refused too_low
        bert says 11
        > looked 11, cup to clara
        clara believes 6-6
        clara says 65
        > refused too_low
        clara says 21
        > looked 21, cup to anna
    """

    assert trimmed(script) == again(script)


def test_r11_equal_is_enough_where_the_table_says_so() -> None:
    """`equal_ok` allows the same value again, but nothing lower."""
    script = """
        rules wirtshaus raise_rule=equal_ok
        anna rolls 3-1
        anna says 65
        > looked 65, cup to bert
        bert believes 3-1
        bert says 64
        > refused too_low
        bert says 65
        > looked 65, cup to clara
    """

    assert trimmed(script) == again(script)


def test_r11_an_announced_top_is_not_simply_repeated() -> None:
    """With `equal_ok`, too, the top rule governs an announced top (A17)."""
    script = """
        rules wirtshaus raise_rule=equal_ok pass_unseen=true
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert believes 2-1
        > refused must_doubt
        bert passes 21
        > refused must_doubt
    """

    assert trimmed(script) == again(script)


def test_r12_truth_is_never_required() -> None:
    """The opener may say anything these dice could show, and nothing else."""
    script = """
        rules wirtshaus
        anna rolls 6-5
        anna says 12
        > refused no_such_roll
        anna says 77
        > refused no_such_roll
        anna says 111
        > refused no_such_roll
        anna says 31
        > looked 31, cup to bert
    """

    assert trimmed(script) == again(script)


def test_r13_only_the_last_announcer_is_liable() -> None:
    """Earlier lies are forgotten when they are believed."""
    script = """
        rules wirtshaus
        anna rolls 3-1
        anna says 66
        > looked 66, cup to bert
        bert believes 3-2
        bert says 21
        > looked 21, cup to clara
        clara lifts
        > cup: 32 under 21 of bert, a lie
        > bert pays 2 (caught), has 2
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r14_believing_throws_afresh_and_shows_nobody_the_old_dice() -> None:
    """The believed roll is gone from the game, and no event has told it."""
    done = played(trimmed("rules wirtshaus\nanna rolls 6-4\nanna says 31\nbert believes 3-2"))

    assert "64" not in repr(done.game).replace(", ", "")
    assert not any("(6, 4)" in repr(event) for event in done.happened)
    assert done.happened[-1] == Believed(done.ids["bert"])


def test_r15_passing_on_unseen_makes_the_passer_liable() -> None:
    """No throw, no look, a higher value: the passer answers for dice he has not seen."""
    script = """
        rules maexle
        players anna bert clara dora
        anna rolls 6-2
        anna says 51
        > looked 51, cup to bert
        bert passes 51
        > refused too_low
        bert passes
        > refused no_such_roll
        bert passes 62
        > passed 62, cup to clara
        clara passes 63
        > passed 63, cup to dora
        clara looks
        > refused not_your_turn
        dora lifts
        > cup: 62 under 63 of clara, a lie
        > clara pays 1 (caught), has 1
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r15_who_rolled_before_a_pass_is_free() -> None:
    """After a pass the dice are still the roller's, but the lie is the passer's."""
    done = played(trimmed("rules maexle\nplayers anna bert clara dora\nanna rolls 6-2\nanna says 61\nbert passes 66"))

    assert isinstance(done.game, Answering)
    assert (done.ids["anna"], done.ids["bert"]) == (done.game.cup.roller, done.game.round.chain[-1].player)


@pytest.mark.parametrize("preset", ["wirtshaus", "lizumo", "trinkspiel"])
def test_r15_without_the_rule_nothing_is_passed(preset: str) -> None:
    """Tables that do not play it refuse it and offer no button."""
    script = f"""
        rules {preset}
        anna rolls 6-2
        anna says 51
        bert passes 52
    """

    assert again(script).endswith("> refused not_in_the_rules\n")
    assert Move.PASS not in view(played(trimmed(script)).game, played(trimmed(script)).ids["bert"]).moves
