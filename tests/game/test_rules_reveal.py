"""Lifting the cup, and the trap of repeating (`docs/rules.md` R23 to R26)."""

from tests.game.script import again, played, trimmed
from tgbot.game.view import Move, view


def test_r23_at_least_means_more_is_true() -> None:
    """Who said less than was there has not lied."""
    script = """
        rules wirtshaus
        anna rolls 5-3
        anna says 51
        > looked 51, cup to bert
        bert lifts
        > cup: 53 under 51 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: bert
        bert rolls 5-3
        bert says 53
        > looked 53, cup to clara
        clara lifts
        > cup: 53 under 53 of bert, true
        > clara pays 1 (wrong_doubt), has 1
        > round 3: clara
        clara rolls 5-3
        clara says 54
        > looked 54, cup to anna
        anna lifts
        > cup: 53 under 54 of clara, a lie
        > clara pays 1 (caught), has 2
        > round 4: clara
    """

    assert trimmed(script) == again(script)


def test_r24_exact_means_less_is_a_lie() -> None:
    """Seed 003 without variation 1: only the very value is true (A12)."""
    script = """
        rules trinkspiel
        anna rolls 5-3
        anna says 51
        > blind 51, cup to bert
        bert lifts
        > cup: 53 under 51 of anna, a lie
        > anna pays 1 (caught), has 1
        > round 2: bert
        bert rolls 5-3
        bert says 53
        > blind 53, cup to clara
        clara lifts
        > cup: 53 under 53 of bert, true
        > clara pays 1 (wrong_doubt), has 1
        > round 3: clara
    """

    assert trimmed(script) == again(script)


def test_r25_an_ordinary_doubt_costs_one() -> None:
    """Doubling depends on what was said: a 65 over a real Mäxchen costs one (A6)."""
    script = """
        rules wirtshaus opening_top_show=off
        anna rolls 2-1
        anna says 65
        > looked 65, cup to bert
        bert lifts
        > cup: 21 under 65 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r25_a_false_top_costs_its_own_price() -> None:
    """`top_false_cost` for the liar."""
    script = """
        rules wirtshaus top_false_cost=3 top_true_cost=2 limit=9
        anna rolls 6-5
        anna says 21
        > looked 21, cup to bert
        bert lifts
        > cup: 65 under 21 of anna, a lie
        > anna pays 3 (caught), has 3
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r25_a_doubted_real_top_costs_its_own_price() -> None:
    """`top_true_cost` for the doubter."""
    script = """
        rules wirtshaus top_false_cost=2 top_true_cost=3 limit=9
        anna rolls 3-1
        anna says 31
        > looked 31, cup to bert
        bert believes 2-1
        bert says 21
        > looked 21, cup to clara
        clara lifts
        > cup: 21 under 21 of bert, true
        > clara pays 3 (wrong_doubt), has 3
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r26_repeating_costs_one_each_time_and_the_round_goes_on() -> None:
    """Seed 003 variation 2 (A7): asked or not."""
    script = """
        rules trinkspiel repeat_penalty=true
        anna rolls 5-2
        anna says 52
        > blind 52, cup to bert
        anna repeats
        > anna pays 1 (repeated), has 1
        bert asks
        anna repeats
        > anna pays 1 (repeated), has 2
        bert believes 6-1
        anna repeats
        > refused wrong_moment
    """

    assert trimmed(script) == again(script)


def test_r26_asking_is_free_and_once_per_announcement() -> None:
    """The next announcement may be asked about again."""
    script = """
        rules trinkspiel repeat_penalty=true
        anna rolls 5-2
        anna says 52
        > blind 52, cup to bert
        bert asks
        bert asks
        > refused already_asked
        clara asks
        > refused not_your_turn
        bert believes 6-1
        bert says 61
        > blind 61, cup to clara
        clara asks
    """

    assert trimmed(script) == again(script)


def test_r26_without_the_rule_nobody_asks() -> None:
    """Tables that do not play the trap have neither side of it."""
    script = """
        rules wirtshaus
        anna rolls 5-2
        anna says 52
        > looked 52, cup to bert
        bert asks
        > refused not_in_the_rules
        anna repeats
        > refused not_in_the_rules
    """

    assert trimmed(script) == again(script)


def test_r26_the_trap_looks_harmless_to_the_table() -> None:
    """Only the claimer has the move, and asking does not make the turn another one."""
    before = played(trimmed("rules trinkspiel repeat_penalty=true\nanna rolls 5-2\nanna says 52"))
    after = played(trimmed("rules trinkspiel repeat_penalty=true\nanna rolls 5-2\nanna says 52\nbert asks"))
    seen = {name: view(after.game, player).moves for name, player in after.ids.items()}

    assert frozenset({Move.REPEAT}) == seen["anna"]
    assert frozenset() == seen["clara"]
    assert view(before.game, None).step == view(after.game, None).step
