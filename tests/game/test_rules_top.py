"""An announced top, below every `top_rule` (`docs/rules.md` R16 to R22)."""

from tests.game.script import again, played, trimmed
from tgbot.game.view import view


def test_r16_must_doubt_leaves_only_lifting() -> None:
    """Seed 000: nothing beats a Mäxchen, so the receiver lifts."""
    script = """
        rules wirtshaus
        anna rolls 6-1
        anna says 21
        > looked 21, cup to bert
        bert believes 3-1
        > refused must_doubt
        bert passes
        > refused must_doubt
        bert pushes 3-1
        > refused must_doubt
        bert accepts
        > refused must_doubt
        bert lifts
        > cup: 61 under 21 of anna, a lie
        > anna pays 2 (caught), has 2
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r17_accepting_costs_one_and_hides_the_dice() -> None:
    """Seed 001: the round is over without a lifted cup, and who paid opens."""
    script = """
        rules lizumo
        anna rolls 6-1
        anna says 61
        > looked 61, cup to bert
        bert accepts
        > refused wrong_moment
        bert believes 3-1
        bert says 21
        > looked 21, cup to clara
        clara passes
        > refused not_in_the_rules
        clara pushes 3-1
        > refused not_in_the_rules
        clara accepts
        > clara pays 1 (accepted), has 1
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r17_accepting_costs_what_the_table_says() -> None:
    """`top_accept_cost` is the price."""
    script = """
        rules lizumo top_accept_cost=2
        anna rolls 6-1
        anna says 21
        > looked 21, cup to bert
        bert accepts
        > bert pays 2 (accepted), has 2
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r18_a_push_throws_unseen_and_says_the_top_again() -> None:
    """The pusher is liable for dice nobody has seen, and nobody can look at them."""
    script = """
        rules wirtshaus top_rule=blind_push
        anna rolls 6-1
        anna says 21
        > looked 21, cup to bert
        bert accepts
        > refused not_in_the_rules
        bert passes
        > refused not_in_the_rules
        bert pushes 5-1
        > pushed 21, cup to clara
        clara looks
        > refused wrong_moment
        clara lifts
        > cup: 51 under 21 of bert, a lie
        > bert pays 2 (caught), has 2
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r18_the_pusher_does_not_see_what_he_threw() -> None:
    """Not even where looking is part of the roll."""
    done = played("rules wirtshaus top_rule=blind_push\nanna rolls 6-1\nanna says 21\nbert pushes 5-1\n")
    seen = view(done.game, done.ids["bert"])

    assert (seen.dice, seen.looked) == (None, False)


def test_r18_pushing_ends_at_the_first_announcer() -> None:
    """Back at who said it first, there is only lifting (A4): an ordinary doubt against the predecessor."""
    script = """
        rules wirtshaus top_rule=blind_push
        anna rolls 6-1
        anna says 21
        > looked 21, cup to bert
        bert pushes 5-1
        > pushed 21, cup to clara
        clara pushes 2-1
        > pushed 21, cup to anna
        anna pushes 2-1
        > refused must_doubt
        anna accepts
        > refused must_doubt
        anna lifts
        > cup: 21 under 21 of clara, true
        > anna pays 2 (wrong_doubt), has 2
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r19_the_lap_of_a_real_top_costs_nobody() -> None:
    """Seed 002: the first announcer lifts, nothing happens, he opens."""
    script = """
        rules maexle
        players anna bert clara dora
        anna rolls 2-1
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to clara
        clara passes 21
        > passed 21, cup to dora
        dora passes
        > passed 21, cup to anna
        anna passes
        > refused must_doubt
        anna lifts
        > lap: 21, true
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r19_the_lap_of_a_false_top_costs_everybody_else() -> None:
    """Seed 002: all but the lifter pay one, never doubled, and the lifter opens."""
    script = """
        rules maexle top_false_cost=3 top_true_cost=3 next_opener=next
        players anna bert clara dora
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to clara
        clara passes
        > passed 21, cup to dora
        dora passes
        > passed 21, cup to anna
        anna lifts
        > lap: 31, a lie
        > bert pays 1 (lap), has 1
        > clara pays 1 (lap), has 1
        > dora pays 1 (lap), has 1
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r19_a_passed_top_names_its_value_or_none() -> None:
    """Handing the top on says the top; another value is too low."""
    script = """
        rules maexle
        players anna bert clara dora
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert passes 66
        > refused too_low
        bert passes 21
        > passed 21, cup to clara
    """

    assert trimmed(script) == again(script)


def test_r20_the_seat_before_the_first_announcer_cannot_pass() -> None:
    """Seed 003: he pays unseen, or lifts (A5)."""
    script = """
        rules trinkspiel
        anna rolls 3-1
        anna says 21
        > blind 21, cup to bert
        bert accepts
        > refused wrong_moment
        bert passes
        > passed 21, cup to clara
        clara passes
        > refused last_seat
        clara lifts
        > cup: 31 under 21 of bert, a lie
        > bert pays 1 (caught), has 1
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r20_the_last_seat_may_pay_unseen() -> None:
    """Nobody lifts: he pays the accept cost and opens, for nobody doubted."""
    script = """
        rules trinkspiel top_accept_cost=2
        anna rolls 2-1
        anna says 21
        > blind 21, cup to bert
        bert passes
        > passed 21, cup to clara
        clara accepts
        > clara pays 2 (last_seat), has 2
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r20_first_announcer_not_roller() -> None:
    """With passing unseen the top may come from somebody who did not roll; he is the one it stops before."""
    script = """
        rules trinkspiel pass_unseen=true
        anna rolls 2-1
        anna says 61
        > blind 61, cup to bert
        bert passes 21
        > passed 21, cup to clara
        clara passes
        > passed 21, cup to anna
        anna passes
        > refused last_seat
    """

    assert trimmed(script) == again(script)


def test_r21_the_last_seat_pays_as_the_cup_arrives() -> None:
    """`top_last_auto` is seed 003 to the letter."""
    script = """
        rules trinkspiel top_last_auto=true
        anna rolls 2-1
        anna says 21
        > blind 21, cup to bert
        bert passes
        > passed 21, cup to clara
        > clara pays 1 (last_seat), has 1
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r21_with_two_players_the_top_pays_at_once() -> None:
    """With two the receiver is the last seat."""
    script = """
        rules trinkspiel top_last_auto=true
        players anna bert
        anna rolls 3-1
        anna says 21
        > blind 21, cup to bert
        > bert pays 1 (last_seat), has 1
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r21_becoming_the_last_seat_pays_too() -> None:
    """When the seats behind the holder leave, the cup stands at the last seat."""
    script = """
        rules trinkspiel top_last_auto=true
        anna rolls 3-1
        anna says 21
        > blind 21, cup to bert
        clara leaves
        > bert pays 1 (last_seat), has 1
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r22_a_doubt_on_the_way_is_an_ordinary_doubt() -> None:
    """Only the lifter or his predecessor pays, with the top costs."""
    script = """
        rules maexle top_false_cost=2 top_true_cost=3
        players anna bert clara dora
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to clara
        clara lifts
        > cup: 31 under 21 of bert, a lie
        > bert pays 2 (caught), has 2
        > round 2: bert
        bert rolls 2-1
        bert says 21
        > looked 21, cup to clara
        clara passes
        > passed 21, cup to dora
        dora lifts
        > cup: 21 under 21 of clara, true
        > dora pays 3 (wrong_doubt), has 3
        > round 3: dora
    """

    assert trimmed(script) == again(script)
