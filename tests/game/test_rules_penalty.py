"""Paying, being out, the end, and who opens next (`docs/rules.md` R27 to R35)."""

from dataclasses import replace

import pytest

from tests.game.script import again, played, trimmed
from tgbot.game.events import Paid, Reason, WentOut
from tgbot.game.penalty import Due, book
from tgbot.game.rules.end import EndMode, Verdict, verdict
from tgbot.game.seats import PlayerId, Presence, Seat
from tgbot.game.state import Announcing

LOSES = "bert rolls 3-1\nbert says 66\nclara lifts\n"


@pytest.mark.parametrize("mode", ["strokes", "lives", "points"])
def test_r27_out_at_the_limit(mode: str) -> None:
    """Strokes, lives and points: out when the limit is reached."""
    script = f"rules lizumo penalty_mode={mode} limit=2\nopener bert\n{LOSES}{LOSES}"

    assert again(script).count("> bert is out") == 1
    assert "> bert pays 1 (caught), has 2\n> bert is out\n" in again(script)


def test_r28_tokens_out_when_there_is_none_left_to_pay() -> None:
    """Seed 002: two tokens paid are no tokens, the third debt is out."""
    script = f"rules lizumo penalty_mode=tokens limit=2\nopener bert\n{LOSES}{LOSES}{LOSES}"

    assert "> bert pays 1 (caught), has 2\n> round 3: bert\n" in again(script)
    assert "> bert pays 1 (caught), has 3\n> bert is out\n" in again(script)


def test_r28_a_debt_of_two_with_one_token_left_is_out() -> None:
    """A debt that cannot be paid in full eliminates."""
    script = """
        rules lizumo penalty_mode=tokens limit=1 top_false_cost=2
        anna rolls 3-1
        anna says 21
        > looked 21, cup to bert
        bert lifts
        > cup: 31 under 21 of anna, a lie
        > anna pays 2 (caught), has 2
        > anna is out
        > round 2: bert
    """

    assert "> anna pays 2 (caught), has 2\n> anna is out\n" in again(script)


def test_r29_dues_of_one_event_are_booked_together_in_seat_order() -> None:
    """First everybody pays, then everybody is tested."""
    game = played("rules lizumo limit=1\nanna rolls 3-1\n").game
    assert isinstance(game, Announcing)
    booked = book(game, (Due(PlayerId(3), 1), Due(PlayerId(1), 1)), Reason.LAP)
    paid = [Paid(player, 1, 1, 1, Reason.LAP) for player in booked.fell]

    assert (*paid, *map(WentOut, booked.fell)) == booked.events
    assert booked.fell == (1, 3)


def test_r30_first_loser_ends_the_game_at_once() -> None:
    """Seed 000: who reaches the limit has lost, all others win (A15)."""
    script = """
        rules wirtshaus limit=1
        anna rolls 3-1
        anna says 32
        > looked 32, cup to bert
        bert lifts
        > cup: 31 under 32 of anna, a lie
        > anna pays 1 (caught), has 1
        > anna is out
        > over: bert clara won; anna lost
        bert rolls 3-1
        > refused game_over
    """

    assert "> anna is out\n> over: bert clara won; anna lost\nbert rolls 3-1\n> refused game_over\n" in again(script)


def test_r31_last_standing_plays_on_without_who_is_out() -> None:
    """Seeds 001 and 002: the cup skips who is out; one left wins."""
    script = """
        rules lizumo limit=1
        players anna bert clara
        opener bert
        bert rolls 3-1
        bert says 32
        > looked 32, cup to clara
        clara lifts
        > cup: 31 under 32 of bert, a lie
        > bert pays 1 (caught), has 1
        > bert is out
        > round 2: clara
        bert rolls 3-1
        > refused you_are_out
        clara rolls 3-1
        clara says 32
        > looked 32, cup to anna
        anna believes 3-1
        anna says 41
        > looked 41, cup to clara
        clara lifts
        > cup: 31 under 41 of anna, a lie
        > anna pays 1 (caught), has 1
        > anna is out
        > over: clara won
    """

    assert trimmed(script) == again(script)


def test_r32_open_never_ends_by_itself() -> None:
    """Seed 003: points add up until somebody stops; nobody wins or loses."""
    script = """
        rules wirtshaus end_mode=open limit=1
        anna rolls 3-1
        anna says 32
        > looked 32, cup to bert
        bert lifts
        > cup: 31 under 32 of anna, a lie
        > anna pays 1 (caught), has 1
        > round 2: anna
        anna rolls 3-1
        anna says 32
        > looked 32, cup to bert
        bert lifts
        > cup: 31 under 32 of anna, a lie
        > anna pays 1 (caught), has 2
        > round 3: anna
        stop
        > over: stopped
        stop
        > refused game_over
    """

    assert trimmed(script) == again(script)


@pytest.mark.parametrize(
    ("rule", "liar_opens", "doubter_opens"),
    [("loser", "anna", "bert"), ("next", "bert", "clara"), ("doubter", "bert", "bert")],
)
def test_r33_next_opener(rule: str, liar_opens: str, doubter_opens: str) -> None:
    """The loser, the seat after him, or who lifted."""
    caught = f"rules wirtshaus next_opener={rule}\nanna rolls 3-1\nanna says 32\nbert lifts\n"
    wrong = f"rules wirtshaus next_opener={rule}\nanna rolls 3-1\nanna says 31\nbert lifts\n"

    assert again(caught).endswith(f"> round 2: {liar_opens}\n")
    assert again(wrong).endswith(f"> round 2: {doubter_opens}\n")


@pytest.mark.parametrize(("rule", "opener"), [("loser", "bert"), ("next", "clara"), ("doubter", "bert")])
def test_r33_nobody_lifted_then_who_paid_counts(rule: str, opener: str) -> None:
    """After an accepted top `doubter` means who paid."""
    script = f"rules lizumo next_opener={rule}\nanna rolls 3-1\nanna says 21\nbert accepts\n"

    assert again(script).endswith(f"> round 2: {opener}\n")


@pytest.mark.parametrize(("rule", "opener"), [("same", "anna"), ("next", "bert")])
def test_r34_opener_after_a_shown_top(rule: str, opener: str) -> None:
    """Without a loser the same seat opens, or the next (A13)."""
    script = f"rules wirtshaus no_loser_opener={rule}\nanna rolls 2-1\n"

    assert again(script).endswith(f"> shown: 21\n> round 2: {opener}\n")


def test_r35_an_opener_who_is_out_is_skipped() -> None:
    """The next active seat clockwise opens instead (A8)."""
    script = """
        rules lizumo limit=1
        players anna bert clara dora
        anna rolls 3-1
        anna says 32
        > looked 32, cup to bert
        bert lifts
        > cup: 31 under 32 of anna, a lie
        > anna pays 1 (caught), has 1
        > anna is out
        > round 2: bert
        clara joins
        > refused already_seated
        anna joins
        > refused you_are_out
    """

    assert trimmed(script) == again(script)


def test_r39_everybody_out_in_one_event_win_jointly() -> None:
    """No rule does it; a host tool might, and then those of the last event win together."""
    seats = (Seat(PlayerId(1), out=True), Seat(PlayerId(2), out=True), Seat(PlayerId(3), presence=Presence.LEFT))
    fell = (PlayerId(1), PlayerId(2))

    assert Verdict(winners=fell) == verdict(EndMode.LAST_STANDING, seats, fell)
    assert verdict(EndMode.OPEN, tuple(replace(seat, out=False) for seat in seats)) is None


def test_r54_payment_is_outside_the_engine() -> None:
    """Sips and tasks change nothing about the count (seed 000 "Aufgaben statt Striche")."""
    plain = "rules wirtshaus penalty_mode=points limit=none end_mode=open\nanna rolls 3-1\nanna says 32\nbert lifts\n"
    tasks = plain.replace("points", "points payment=tasks")

    assert played(plain).happened == played(tasks).happened
