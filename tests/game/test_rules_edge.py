"""Coming, going, pausing, sleeping (`docs/rules.md` R36 to R50)."""

from dataclasses import replace

import pytest

from tests.game.script import again, played, trimmed
from tgbot.game.commands import Join, Leave, Start
from tgbot.game.events import Paid, Reason, RoundOpened, SeatTaken
from tgbot.game.play import Step, new_lobby, play
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game
from tgbot.game.view import Phase, view

ANNA, BERT, CLARA = map(PlayerId, (1, 2, 3))


def test_r36_an_eliminated_opener_is_followed_by_the_next_seat() -> None:
    """The loser would open, but he is out."""
    script = """
        rules lizumo limit=1
        players anna bert clara
        opener clara
        clara rolls 3-1
        clara says 66
        > looked 66, cup to anna
        anna lifts
        > cup: 31 under 66 of clara, a lie
        > clara pays 1 (caught), has 1
        > clara is out
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r37_two_left_and_a_lap() -> None:
    """`circulate_return`: the receiver passes, the first announcer lifts his own announcement."""
    script = """
        rules maexle
        players anna bert
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to anna
        anna passes
        > refused must_doubt
        anna lifts
        > lap: 31, a lie
        > bert pays 1 (lap), has 1
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r37_two_left_and_the_last_seat() -> None:
    """`circulate_before`: the receiver is the last seat."""
    script = """
        rules trinkspiel
        players anna bert
        anna rolls 3-1
        anna says 21
        > blind 21, cup to bert
        bert passes
        > refused last_seat
        bert lifts
        > cup: 31 under 21 of anna, a lie
        > anna pays 1 (caught), has 1
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r37_two_left_and_a_push() -> None:
    """`blind_push`: one push, then the first announcer must doubt."""
    script = """
        rules wirtshaus top_rule=blind_push
        players anna bert
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert pushes 4-1
        > pushed 21, cup to anna
        anna pushes 2-1
        > refused must_doubt
        anna lifts
        > cup: 41 under 21 of bert, a lie
        > bert pays 2 (caught), has 2
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r38_everyone_else_out_at_once() -> None:
    """All go out in one event, in seat order; the lifter is alone and wins."""
    script = """
        rules maexle limit=1 penalty_mode=lives
        players anna bert clara dora
        opener bert
        bert rolls 3-1
        bert says 21
        > looked 21, cup to clara
        clara passes
        > passed 21, cup to dora
        dora passes
        > passed 21, cup to anna
        anna passes
        > passed 21, cup to bert
        bert lifts
        > lap: 31, a lie
        > anna pays 1 (lap), has 1
        > clara pays 1 (lap), has 1
        > dora pays 1 (lap), has 1
        > anna is out
        > clara is out
        > dora is out
        > over: bert won
    """

    assert trimmed(script) == again(script)


def test_r40_a_bystander_leaves_and_the_round_goes_on() -> None:
    """Neither holder nor claimer: nothing else changes."""
    script = """
        rules wirtshaus
        players anna bert clara dora
        anna rolls 4-2
        dora leaves
        anna says 42
        > looked 42, cup to bert
        clara leaves
        bert believes 5-2
        bert says 52
        > looked 52, cup to anna
    """

    assert trimmed(script) == again(script)


def test_r40_who_is_left_alone_wins() -> None:
    """Fewer than two in the game end it."""
    script = """
        rules wirtshaus
        anna rolls 4-2
        clara leaves
        anna leaves
        > over: bert won
        bert rolls 3-1
        > refused game_over
    """

    assert trimmed(script) == again(script)


def test_r41_a_receiver_leaves_and_the_next_seat_answers() -> None:
    """Same claim, same liability; `ask` is free again."""
    script = """
        rules wirtshaus repeat_penalty=true
        anna rolls 4-2
        anna says 43
        > looked 43, cup to bert
        bert asks
        bert leaves
        clara asks
        clara lifts
        > cup: 42 under 43 of anna, a lie
        > anna pays 1 (caught), has 1
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r42_opener_or_roller_leaves_and_the_round_is_void() -> None:
    """Nobody pays, no dice are shown, the next seat opens (A9)."""
    script = """
        rules wirtshaus
        players anna bert clara dora
        anna leaves
        > void: anna left
        > round 2: bert
        bert rolls 4-2
        bert leaves
        > void: bert left
        > round 3: clara
    """

    assert trimmed(script) == again(script)


def test_r42_the_claimer_leaves_and_the_receiver_opens() -> None:
    """Without the liable player there is nothing to lift (A9)."""
    script = """
        rules wirtshaus
        anna rolls 4-2
        anna says 42
        > looked 42, cup to bert
        anna leaves
        > void: anna left
        > round 2: bert
        bert lifts
        > refused wrong_moment
    """

    assert trimmed(script) == again(script)


def test_r42_a_believed_claimer_leaves_while_the_next_looks() -> None:
    """The last announcer is claimer until the next one speaks."""
    script = """
        rules wirtshaus
        players anna bert clara dora
        anna rolls 4-2
        anna says 42
        > looked 42, cup to bert
        bert believes 5-2
        anna leaves
        > void: anna left
        > round 2: bert
        anna joins
        > anna waits with 0
    """

    assert trimmed(script) == again(script)


def test_r42_the_first_announcer_of_the_top_leaves() -> None:
    """A lap has no end without him."""
    script = """
        rules maexle
        players anna bert clara dora
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to clara
        anna leaves
        > void: anna left
        > round 2: clara
    """

    assert trimmed(script) == again(script)


def test_r42_the_last_seat_leaves_before_the_first_announcer() -> None:
    """`circulate_before`: nobody is left to take the top, so the next seat opens."""
    script = """
        rules trinkspiel
        anna rolls 3-1
        anna says 21
        > blind 21, cup to bert
        bert passes
        > passed 21, cup to clara
        clara leaves
        > void: clara left
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r42_in_a_lap_the_receiver_before_the_first_announcer_leaves() -> None:
    """`circulate_return`: the cup simply comes back sooner."""
    script = """
        rules maexle
        players anna bert clara dora
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to clara
        clara passes
        > passed 21, cup to dora
        dora leaves
        anna lifts
        > lap: 31, a lie
        > bert pays 1 (lap), has 1
        > clara pays 1 (lap), has 1
        > round 2: anna
    """

    assert trimmed(script) == again(script)


def test_r43_a_claimer_out_by_repeating_voids_the_round() -> None:
    """The receiver opens."""
    script = """
        rules lizumo repeat_penalty=true limit=1
        anna rolls 4-2
        anna says 42
        > looked 42, cup to bert
        anna repeats
        > anna pays 1 (repeated), has 1
        > anna is out
        > void: anna out
        > round 2: bert
    """

    assert trimmed(script) == again(script)


def test_r43_repeating_can_lose_the_game() -> None:
    """With `first_loser` it is over."""
    script = """
        rules wirtshaus repeat_penalty=true limit=1
        anna rolls 4-2
        anna says 42
        > looked 42, cup to bert
        anna repeats
        > anna pays 1 (repeated), has 1
        > anna is out
        > over: bert clara won; anna lost
    """

    assert trimmed(script) == again(script)


def test_r45_away_is_skipped_and_keeps_its_units() -> None:
    """A pause ends with the next round at the earliest."""
    script = """
        rules wirtshaus
        players anna bert clara dora
        anna rolls 4-2
        bert pauses
        bert pauses
        > refused already_away
        anna says 42
        > looked 42, cup to clara
        bert lifts
        > refused not_your_turn
        bert returns
        clara lifts
        > cup: 42 under 42 of anna, true
        > clara pays 1 (wrong_doubt), has 1
        > round 2: clara
        clara rolls 4-2
        clara says 42
        > looked 42, cup to dora
        dora believes 6-5
        dora says 65
        > looked 65, cup to anna
        anna believes 1-1
        anna says 11
        > looked 11, cup to bert
        bert lifts
        > cup: 11 under 11 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 3: bert
    """

    assert trimmed(script) == again(script)


@pytest.mark.parametrize(
    ("pauses", "after"),
    [
        ("anna pauses", "> void: anna away\n> round 2: bert\n"),
        ("anna rolls 4-2\nanna pauses", "> void: anna away\n> round 2: bert\n"),
        ("anna rolls 4-2\nanna says 42\nanna pauses", "> void: anna away\n> round 2: bert\n"),
        ("anna rolls 4-2\nanna says 42\nbert pauses\nclara believes 3-1", "bert pauses\nclara believes 3-1\n"),
    ],
    ids=["open", "rolled", "claimer", "receiver"],
)
def test_r45_a_pause_in_the_middle_is_treated_as_leaving(pauses: str, after: str) -> None:
    """For this round only; the seat stays."""
    assert again(f"rules wirtshaus\n{pauses}\n").endswith(after)


def test_r45_a_pause_of_the_first_announcer_voids_the_lap() -> None:
    """Away, he cannot lift."""
    script = """
        rules maexle
        players anna bert clara dora
        anna rolls 4-2
        anna says 21
        > looked 21, cup to bert
        bert passes
        > passed 21, cup to clara
        anna pauses
        > void: anna away
        > round 2: clara
    """

    assert again(script).endswith("> void: anna away\n> round 2: clara\n")


def test_r46_a_latecomer_starts_with_the_highest_units() -> None:
    """From the next round on, and never better than the worst seat (A10)."""
    script = """
        rules wirtshaus
        anna rolls 4-2
        anna says 21
        > looked 21, cup to bert
        dora joins
        > dora waits with 0
        dora lifts
        > refused not_your_turn
        bert lifts
        > cup: 42 under 21 of anna, a lie
        > anna pays 2 (caught), has 2
        > round 2: anna
        emil joins
        > emil waits with 2
        anna rolls 3-1
        anna says 31
        > looked 31, cup to bert
        bert believes 3-2
        bert says 32
        > looked 32, cup to clara
        clara believes 4-1
        clara says 41
        > looked 41, cup to dora
        dora lifts
        > cup: 41 under 41 of clara, true
        > dora pays 1 (wrong_doubt), has 1
        > round 3: dora
    """

    assert trimmed(script) == again(script)


def test_r46_a_latecomer_keeps_one_to_lose() -> None:
    """With tokens the worst seat may have none left; a latecomer has one."""
    loses = "bert rolls 3-1\nbert says 66\nclara lifts\n"
    script = f"rules maexle limit=2\nplayers anna bert clara dora\nopener bert\n{loses}{loses}emil joins\n"

    assert again(script).endswith("emil joins\n> emil waits with 1\n")


def test_r46_the_seat_after_the_loser_may_be_a_latecomer() -> None:
    """Seats taken during a round count when the next opener is sought."""
    script = """
        rules wirtshaus next_opener=next
        anna rolls 3-1
        anna says 31
        > looked 31, cup to bert
        bert believes 3-1
        bert says 32
        > looked 32, cup to clara
        dora joins
        > dora waits with 0
        clara believes 3-1
        clara says 33
        > looked 33, cup to anna
        anna believes 3-1
        anna says 21
        > looked 21, cup to bert
        bert lifts
        > cup: 31 under 21 of anna, a lie
        > anna pays 2 (caught), has 2
        > round 2: bert
        bert rolls 3-1
        bert says 31
        > looked 31, cup to clara
        clara lifts
        > cup: 31 under 31 of bert, true
        > clara pays 1 (wrong_doubt), has 1
        > round 3: dora
    """

    assert trimmed(script) == again(script)


def test_r47_fewer_than_two_present_wait() -> None:
    """The game waits until somebody is back, then a round opens."""
    script = """
        rules wirtshaus
        anna rolls 4-2
        bert pauses
        clara pauses
        > void: clara away
        > the game waits
        anna rolls 4-2
        > refused game_waits
        anna pauses
        clara returns
        anna returns
        > round 2: anna
        clara rolls 3-1
        > refused not_your_turn
        anna rolls 3-1
    """

    assert trimmed(script) == again(script)


def test_r47_who_opens_next_is_so_after_waiting_too() -> None:
    """The seat after who paid, though he alone was there when the round ended."""
    script = """
        rules wirtshaus next_opener=next
        players anna bert
        anna rolls 3-1
        anna says 31
        > looked 31, cup to bert
        bert sleeps 1-1
        > engine: doubted
        > cup: 31 under 31 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: anna
        anna rolls 3-1
        anna says 31
        > looked 31, cup to bert
        bert sleeps 1-1
        > engine: doubted
        > bert is set aside
        > cup: 31 under 31 of anna, true
        > bert pays 1 (wrong_doubt), has 2
        > the game waits
        bert returns
        > round 3: anna
    """

    assert trimmed(script) == again(script)


def test_r47_waiting_ends_when_only_one_has_not_left() -> None:
    """Fewer than two who have not left is the end."""
    script = """
        rules wirtshaus
        anna pauses
        > void: anna away
        > round 2: bert
        bert pauses
        > void: bert away
        > the game waits
        bert leaves
        clara leaves
        > over: anna won
    """

    assert trimmed(script) == again(script)


def test_r47_a_waiting_game_shows_no_moves() -> None:
    """Nobody holds the cup; a latecomer wakes the table."""
    script = "rules wirtshaus\nanna rolls 4-2\nbert pauses\nclara pauses\n"
    done = played(script)
    woken = again(script + "dora joins\n")

    assert (Phase.WAITING, None, frozenset()) == (
        view(done.game, None).phase,
        view(done.game, None).holder,
        view(done.game, PlayerId(1)).moves,
    )
    assert woken.endswith("> dora waits with 0\n> round 2: anna\n")


def test_r48_leaving_while_liable_costs_one_on_return() -> None:
    """No escape: the own units come back with one more."""
    script = """
        rules wirtshaus
        anna rolls 4-2
        anna says 66
        > looked 66, cup to bert
        anna leaves
        > void: anna left
        > round 2: bert
        bert rolls 3-1
        anna joins
        > anna waits with 0
        > anna pays 1 (returned), has 1
        bert says 31
        > looked 31, cup to clara
        clara lifts
        > cup: 31 under 31 of bert, true
        > clara pays 1 (wrong_doubt), has 1
        > round 3: clara
        anna leaves
        anna joins
        > anna waits with 1
    """

    assert trimmed(script) == again(script)


def test_r48_leaving_with_something_to_pay_costs_one_on_return() -> None:
    """The table knows what is still owed; the game takes its word."""
    game = played("rules wirtshaus\nplayers anna bert clara\nanna rolls 4-2").game
    left = play(game, Leave(CLARA, owing=True))
    assert isinstance(left, Step)
    step = play(left.game, Join(CLARA))
    assert isinstance(step, Step)

    assert step.events[-1] == Paid(CLARA, 1, 1, 3, Reason.RETURNED)


@pytest.mark.parametrize(("limit", "paid"), [(3, 1), (None, 1), (1, 0)])
def test_r48_who_fled_from_an_earlier_game_pays_at_the_start(limit: int | None, paid: int) -> None:
    """Before the first throw, but he keeps one unit to lose; who does not play again pays nothing."""
    rules = replace(HouseRules(), limit=limit, end_mode=EndMode.OPEN)
    game: Game = new_lobby(1, rules)
    for player in (ANNA, BERT, CLARA):
        joined = play(game, Join(player))
        assert isinstance(joined, Step)
        game = joined.game
    step = play(game, Start(ANNA, owing=(BERT, PlayerId(9))))
    assert isinstance(step, Step)

    due = [event for event in step.events if isinstance(event, Paid)]
    assert due == [Paid(BERT, 1, 1, limit, Reason.RETURNED)][:paid]
    assert step.events[-1] == RoundOpened(1, ANNA)


def test_r48_who_fled_from_an_earlier_game_pays_when_he_joins_late() -> None:
    """As many as the worst seat, and one more."""
    game = played("rules wirtshaus\nanna rolls 4-2\nanna says 66\nbert lifts").game
    step = play(game, Join(PlayerId(9), owing=True))
    assert isinstance(step, Step)

    assert step.events == (SeatTaken(PlayerId(9), waiting=True, units=1), Paid(PlayerId(9), 1, 2, 3, Reason.RETURNED))


def test_r48_who_fled_from_an_earlier_game_keeps_one_unit_to_lose_when_he_joins_late() -> None:
    """As at the start: taking a seat never ends the game for those who play."""
    game = played("rules wirtshaus limit=2\nanna rolls 4-2\nanna says 66\nbert lifts\n").game
    step = play(game, Join(PlayerId(9), owing=True))
    assert isinstance(step, Step)

    assert step.events == (SeatTaken(PlayerId(9), waiting=True, units=1),)


def test_r48_the_unit_on_return_can_be_the_last() -> None:
    """It is a payment like others, so it can lose the game."""
    script = """
        rules wirtshaus limit=1
        anna rolls 4-2
        anna says 66
        > looked 66, cup to bert
        anna leaves
        > void: anna left
        > round 2: bert
        anna joins
        > anna waits with 0
        > anna pays 1 (returned), has 1
        > anna is out
        > over: bert clara won; anna lost
    """

    assert trimmed(script) == again(script)


def test_r48_with_last_standing_the_unit_on_return_can_eliminate() -> None:
    """Then the others play on."""
    script = """
        rules lizumo limit=1
        anna rolls 4-2
        anna says 66
        > looked 66, cup to bert
        anna leaves
        > void: anna left
        > round 2: bert
        anna joins
        > anna waits with 0
        > anna pays 1 (returned), has 1
        > anna is out
        anna joins
        > refused you_are_out
        anna pauses
        > refused you_are_out
        anna leaves
        anna leaves
        > refused not_seated
    """

    assert trimmed(script) == again(script)


def test_r49_the_engine_moves_for_who_sleeps() -> None:
    """open: throw; rolled: the own seen dice; respond: doubt (A11)."""
    script = """
        rules wirtshaus
        anna sleeps 4-2
        > engine: thrown
        anna says 42
        > looked 42, cup to bert
        bert sleeps 3-1
        > engine: doubted
        > cup: 42 under 42 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: bert
        bert rolls 4-3
        bert sleeps 3-1
        > engine: announced
        > looked 43, cup to clara
        clara believes 3-1
        clara sleeps 3-1
        > engine: announced
        > looked 51, cup to anna
        anna sleeps 3-1
        > engine: doubted
        > cup: 31 under 51 of clara, a lie
        > clara pays 1 (caught), has 1
        > round 3: clara
    """

    assert trimmed(script) == again(script)


def test_r49_unseen_dice_are_announced_as_low_as_possible() -> None:
    """The engine does not peek either."""
    script = """
        rules trinkspiel
        anna rolls 6-5
        anna sleeps 3-1
        > engine: announced
        > blind 31, cup to bert
        bert believes 6-5
        bert looks
        bert rerolls 6-6
        bert sleeps 3-1
        > engine: announced
        > blind 32, cup to clara
    """

    assert trimmed(script) == again(script)


def test_r49_only_the_holder_can_run_out_of_time() -> None:
    """A clock that belongs to somebody else does nothing."""
    script = """
        rules wirtshaus
        bert sleeps 3-1
        > refused not_your_turn
        dora sleeps 3-1
        > refused not_seated
    """

    assert trimmed(script) == again(script)


def test_r50_two_in_a_row_set_the_seat_aside() -> None:
    """In the midst of a round that is as leaving; after a doubt the round has ended already."""
    script = """
        rules wirtshaus
        anna sleeps 4-2
        > engine: thrown
        anna sleeps 4-2
        > engine: announced
        > anna is set aside
        > looked 42, cup to bert
        > void: anna away
        > round 2: bert
        bert rolls 3-1
        bert says 31
        > looked 31, cup to clara
        clara sleeps 1-1
        > engine: doubted
        > cup: 31 under 31 of bert, true
        > clara pays 1 (wrong_doubt), has 1
        > round 3: clara
        clara sleeps 1-1
        > engine: thrown
        > clara is set aside
        > void: clara away
        > the game waits
        anna returns
        > round 4: anna
    """

    assert trimmed(script) == again(script)


def test_r50_acting_oneself_forgets_the_misses() -> None:
    """Only two in a row count."""
    script = """
        rules wirtshaus
        anna sleeps 4-2
        > engine: thrown
        anna says 42
        > looked 42, cup to bert
        bert lifts
        > cup: 42 under 42 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: bert
        bert sleeps 4-2
        > engine: thrown
        bert says 43
        > looked 43, cup to clara
        clara lifts
        > cup: 42 under 43 of bert, a lie
        > bert pays 1 (caught), has 2
        > round 3: bert
        bert sleeps 4-2
        > engine: thrown
    """

    assert "set aside" not in again(script)


def test_r50_a_doubt_in_sleep_that_sets_aside_opens_with_somebody_else() -> None:
    """The seat is away before the round it ends is followed by the next."""
    script = """
        rules wirtshaus
        anna rolls 4-2
        anna says 31
        > looked 31, cup to bert
        bert sleeps 1-1
        > engine: doubted
        > cup: 42 under 31 of anna, true
        > bert pays 1 (wrong_doubt), has 1
        > round 2: bert
        bert sleeps 1-1
        > engine: thrown
        > bert is set aside
        > void: bert away
        > round 3: clara
    """
    second = """
        rules wirtshaus limit=5
        anna rolls 4-2
        anna says 42
        bert sleeps 1-1
        bert rolls 3-1
        bert says 66
        clara sleeps 1-1
        bert sleeps 4-1
        bert says 41
        clara sleeps 1-1
    """

    assert again(script).endswith("> engine: thrown\n> bert is set aside\n> void: bert away\n> round 3: clara\n")
    assert again(second).endswith(
        "> engine: doubted\n> clara is set aside\n> cup: 41 under 41 of bert, true\n"
        "> clara pays 1 (wrong_doubt), has 1\n> round 4: anna\n"
    )


def test_r44_min_players_is_tested_at_the_start_only() -> None:
    """A started game goes on down to two."""
    script = """
        rules wirtshaus
        clara leaves
        anna rolls 3-1
        anna says 31
        > looked 31, cup to bert
        bert believes 3-2
    """

    assert trimmed(script) == again(script)


def test_r56_a_full_table_takes_nobody() -> None:
    """Twenty seats at most, and those who left make room again (A18)."""
    names = " ".join(f"p{number}" for number in range(20))
    script = f"rules lizumo\nplayers {names}\nzoe joins\np7 leaves\nzoe joins\np7 joins\n"

    assert again(script).endswith(
        "zoe joins\n> refused table_full\np7 leaves\nzoe joins\n> zoe waits with 0\np7 joins\n> refused table_full\n"
    )


def test_start_in_a_running_game_is_the_wrong_moment() -> None:
    """A game starts once."""
    game = played("rules wirtshaus\nanna rolls 3-1\n").game

    assert not isinstance(play(game, Start(PlayerId(1))), Step)
    assert not isinstance(play(game, Join(PlayerId(1))), Step)
