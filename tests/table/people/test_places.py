"""Sitting down while a game runs, and getting up at any moment."""

import asyncio

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, GROUP, person
from tests.table.playing_by import Table, about
from tgbot.game.events import CupLifted, GameEnded, Paid, Reason, SeatLeft, SeatTaken
from tgbot.game.refusals import Refusal
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Answering, Lobby, Over, Playing
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import MemberGone, SpokeInPrivate
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import DeskSeated, DeskTurnedAway, HostChanged, NoTableHere
from tgbot.table.news.replies import Note
from tgbot.table.news.seats import JoinOffered, SaidGoodbye, WishRefused

EMIL = person(5, "Emil")
LONG = HouseRules(limit=9)


async def played(*people: Person, rules: HouseRules | None = LONG) -> Table:
    """Begin a long game; Anna is host and opens."""
    table = Table(rules)
    await table.open(*(people or (ANNA, BERT, CLARA, DIETER)))
    return table


@pytest.mark.parametrize("by", ["button", "word"])
async def test_a_latecomer_plays_from_the_next_round_with_the_most_units_of_any_seat(by: str) -> None:
    """The group is told at once; he is counted in the evening's tally."""
    table = await played()
    await table.say_and_lift(ANNA, BERT)
    if by == "word":
        await table.say(Word.SIT_DOWN, EMIL)
    else:
        assert about(await table.tap(EMIL, Action.JOIN)) is Note.SEATED_LATER
    assert table.told[-1] == SeatTaken(EMIL.id, waiting=True, units=1)
    assert not table.seat_of(EMIL).active
    await table.say_and_lift(ANNA, BERT)
    assert table.seat_of(EMIL).active
    assert table.table.evening is not None
    assert {score.player: score.games for score in table.table.evening.scores}[EMIL.id] == 1


async def test_a_latecomer_has_one_unit_to_lose() -> None:
    """Where the others have none left, he is not out before he sits."""
    table = await played(rules=HouseRules(limit=2, end_mode=EndMode.LAST_STANDING))
    await table.say_and_lift(ANNA, BERT)
    await table.say(Word.SIT_DOWN, EMIL)
    assert table.seat_of(EMIL).units == 1


async def test_f94_who_joins_twice_at_once_from_phone_and_desktop_has_one_seat() -> None:
    """F94: in the lobby and in a running game; the second tap hears that he sits there."""
    table = Table()
    await table.seat(ANNA, BERT)
    replies = await asyncio.gather(table.tap(EMIL, Action.JOIN), table.tap(EMIL, Action.JOIN))
    assert {about(reply) for reply in replies} == {Note.SEATED, Refusal.ALREADY_SEATED}
    assert isinstance(table.table.game, Lobby)
    assert table.table.game.players.count(EMIL.id) == 1
    table = await played()
    table.store.stale = 1
    replies = await asyncio.gather(table.tap(EMIL, Action.JOIN), table.tap(EMIL, Action.JOIN))
    assert {about(reply) for reply in replies} == {Note.SEATED_LATER, Refusal.ALREADY_SEATED}
    assert isinstance(table.table.game, Playing)
    assert [seat.player for seat in table.table.game.seats].count(EMIL.id) == 1


@pytest.mark.parametrize("word", [Word.NEW, Word.TABLE])
async def test_who_asks_for_the_table_of_a_running_game_is_offered_a_seat(word: Word) -> None:
    """Who sits there has the card brought down instead."""
    table = await played()
    await table.say(word, EMIL)
    assert table.told[-1] == JoinOffered(EMIL.id)
    reposts = table.table.repost
    await table.say(word, BERT)
    assert table.table.repost == reposts + 1
    assert table.told[-1] == JoinOffered(EMIL.id)


async def test_f95_who_finds_a_game_nobody_plays_any_more_is_told_that_he_may_end_it() -> None:
    """F95: `/neu` by somebody new, the creator long gone; then `/ende` and `/neu` by whoever is there."""
    table = await played()
    table.store.now += Timing().idle + 1
    await table.say(Word.NEW, EMIL)
    assert table.told[-1] == JoinOffered(EMIL.id, idle=True)
    await table.say(Word.END, EMIL)
    assert isinstance(table.table.game, Over)
    await table.say(Word.NEW, EMIL)
    assert isinstance(table.table.game, Lobby)
    assert table.table.host == EMIL.id


async def test_dabei_where_there_is_no_seat_to_take() -> None:
    """No table, twice, a full table, out, no person."""
    table = Table()
    await table.say(Word.SIT_DOWN, ANNA)
    assert table.told == [NoTableHere()]
    table = await played(rules=HouseRules(limit=1, end_mode=EndMode.LAST_STANDING, max_players=4))
    for who, why in ((ANNA, Refusal.ALREADY_SEATED), (EMIL, Refusal.TABLE_FULL)):
        await table.say(Word.SIT_DOWN, who)
        assert table.told[-1] == WishRefused(who.id, why)
    await table.say_and_lift(ANNA, BERT)
    await table.say(Word.SIT_DOWN, ANNA)
    assert table.told[-1] == WishRefused(ANNA.id, Refusal.YOU_ARE_OUT)
    await table.say(Word.SIT_DOWN, None)
    assert table.told[-1] == WishRefused(None, Refusal.NOT_SEATED)


async def test_dabei_takes_a_seat_in_the_lobby() -> None:
    """As the button does, and the card shows it without another message."""
    table = Table()
    await table.seat(ANNA)
    await table.say(Word.SIT_DOWN, BERT)
    assert isinstance(table.table.game, Lobby)
    assert table.table.game.players == (ANNA.id, BERT.id)
    assert table.told == []


@pytest.mark.parametrize(("finding", "seated"), [(Finding.YES, True), (Finding.NO, False), (Finding.UNKNOWN, False)])
async def test_the_tables_link_seats_a_latecomer_who_is_in_the_group(finding: Finding, seated: bool) -> None:
    """The link alone seats nobody, in a running game either."""
    table = await played()
    await table.service.handle(SpokeInPrivate(table.mark(), EMIL, start=True, table=table.id))
    inquiry = table.store.inquiries[-1]
    assert inquiry.purpose is Purpose.SEAT
    await table.service.handle(Informed(table.id, inquiry, finding))
    assert (EMIL.id in {seat.player for seat in table.table.game.seats}) is seated  # type: ignore[union-attr]
    assert (SeatTaken(EMIL.id, waiting=True) in table.told) is seated
    last = table.store.posts[-1][1].items[0]
    assert isinstance(last, DeskSeated if seated else DeskTurnedAway)


async def test_f26_the_turn_stays_with_the_right_player_whoever_gets_up() -> None:
    """F26: before, at and after the one on turn, and the last but one; with one left the game has a winner."""
    table = await played()
    for leaver, holder in ((CLARA, BERT), (BERT, CLARA), (DIETER, BERT)):
        table = await played()
        await table.tap(ANNA, Action.ANNOUNCE, "65")
        await table.say(Word.GET_UP, leaver)
        assert isinstance(table.table.game, Answering)
        assert table.holder == holder.id, leaver.name
    await table.say(Word.GET_UP, ANNA)
    assert isinstance(table.table.game, Announcing), "without its claimer the round begins anew"
    assert table.holder == BERT.id
    await table.say(Word.GET_UP, BERT)
    ended = next(item for item in table.told if isinstance(item, GameEnded))
    assert ended.winners == (CLARA.id,)


async def test_raus_says_goodbye_and_the_way_back() -> None:
    """Nobody pays, nothing is shown; the host's office goes on."""
    table = await played()
    await table.say(Word.GET_UP, ANNA)
    assert table.told[0] == SeatLeft(ANNA.id)
    assert table.told[-2:] == [HostChanged(BERT.id), SaidGoodbye(ANNA.id)]
    assert not any(isinstance(item, Paid | CupLifted) for item in table.told)
    await table.say(Word.SIT_DOWN, ANNA)
    assert table.seat_of(ANNA).presence is Presence.PRESENT
    assert table.seat_of(ANNA).units == 0


async def test_raus_where_there_is_no_seat() -> None:
    """No table, a bystander, twice; in the lobby the card tells it."""
    table = Table()
    await table.say(Word.GET_UP, ANNA)
    assert table.told == [NoTableHere()]
    await table.seat(ANNA, BERT)
    await table.say(Word.GET_UP, BERT)
    assert isinstance(table.table.game, Lobby)
    assert table.table.game.players == (ANNA.id,)
    assert table.told == [NoTableHere()]
    await table.say(Word.GET_UP, BERT)
    assert table.told[-1] == WishRefused(BERT.id, Refusal.NOT_SEATED)


@pytest.mark.parametrize("how", ["raus", "left the group"])
@pytest.mark.parametrize("back", ["button", "word", "link"])
async def test_leaving_while_liable_is_no_escape(how: str, back: str) -> None:
    """The claimer's own units and one more, booked and told when he is back."""
    table = await played()
    await table.say_and_lift(ANNA, BERT)
    await table.tap(ANNA, Action.ANNOUNCE, "66")
    if how == "raus":
        await table.say(Word.GET_UP, ANNA)
        assert table.told[-1] == SaidGoodbye(ANNA.id, liable=True)
    else:
        await table.service.handle(MemberGone(table.mark(), table.place, ANNA.id))
    assert not any(isinstance(item, Paid) and item.reason is Reason.RETURNED for item in table.told)
    if back == "button":
        await table.tap(ANNA, Action.JOIN)
    elif back == "word":
        await table.say(Word.SIT_DOWN, ANNA)
    else:
        await table.service.handle(SpokeInPrivate(table.mark(), ANNA, start=True, table=table.id))
        await table.service.handle(Informed(table.id, table.store.inquiries[-1], Finding.YES))
    assert Paid(ANNA.id, 1, 2, 9, Reason.RETURNED) in table.told
    assert table.seat_of(ANNA).units == 2


async def test_leaving_while_liable_costs_in_the_next_game_of_the_evening_too() -> None:
    """Two players: the claimer runs, the other one has won; Nochmal! does not make it undone, the next evening does."""
    table = await played(ANNA, BERT)
    await table.tap(ANNA, Action.ANNOUNCE, "66")
    await table.say(Word.GET_UP, ANNA)
    assert isinstance(table.table.game, Over)
    assert table.told[-1] == SaidGoodbye(ANNA.id, returns=False, liable=True)
    await table.open(BERT, ANNA)
    assert Paid(ANNA.id, 1, 1, 9, Reason.RETURNED) in table.told
    assert table.table.fled == ()


async def test_who_fled_and_joins_the_next_game_late_pays_then() -> None:
    """Or not at all, once the evening is over."""
    table = await played(ANNA, BERT)
    await table.tap(ANNA, Action.ANNOUNCE, "66")
    await table.say(Word.GET_UP, ANNA)
    await table.open(BERT, CLARA)
    await table.tap(ANNA, Action.JOIN)
    assert Paid(ANNA.id, 1, 1, 9, Reason.RETURNED) in table.told
    assert table.table.fled == ()
    await table.tap(BERT, Action.ANNOUNCE, "66")
    await table.say(Word.GET_UP, BERT)
    await table.say(Word.EVENING, CLARA)
    assert table.table.fled == ()


async def test_leaving_with_something_still_to_pay_is_no_escape_either() -> None:
    """A task nobody did is put off, and its debtor's return costs one."""
    table = await played(rules=HouseRules(limit=9, payment=Payment.MIXED))
    await table.say_and_lift(ANNA, BERT)
    assert [debt.player for debt in table.table.debts] == [ANNA.id]
    await table.say(Word.GET_UP, ANNA)
    assert table.table.debts == ()
    await table.say(Word.SIT_DOWN, ANNA)
    assert Paid(ANNA.id, 1, 2, 9, Reason.RETURNED) in table.told


@pytest.mark.parametrize("how", ["raus", "left the group"])
async def test_a_pause_first_is_no_escape_from_what_is_owed(how: str) -> None:
    """Nor is leaving the whole group behind it."""
    table = await played(rules=HouseRules(limit=9, payment=Payment.MIXED))
    await table.say_and_lift(ANNA, BERT)
    await table.say(Word.PAUSE, ANNA)
    if how == "raus":
        await table.say(Word.GET_UP, ANNA)
    else:
        await table.service.handle(MemberGone(table.mark(), table.place, ANNA.id))
    assert table.table.debts == ()
    await table.say(Word.SIT_DOWN, ANNA)
    assert Paid(ANNA.id, 1, 2, 9, Reason.RETURNED) in table.told


async def test_who_leaves_without_owing_anything_pays_nothing_for_coming_back() -> None:
    """A believed announcement is nobody's burden any more."""
    table = await played()
    await table.tap(ANNA, Action.ANNOUNCE, "65")
    await table.tap(BERT, Action.BELIEVE)
    await table.say(Word.GET_UP, ANNA)
    await table.say(Word.SIT_DOWN, ANNA)
    assert not any(isinstance(item, Paid) for item in table.told)


async def test_f91_without_a_word_from_telegram_the_time_goes_on() -> None:
    """F91: somebody left and nobody told the bot; the turn passes by its deadline, and then the seat is skipped."""
    table = await played(ANNA, BERT, CLARA)
    await table.tap(ANNA, Action.ANNOUNCE, "65")
    await table.pass_time(Due.TURN)
    await table.pass_time(Due.TURN)
    assert table.seat_of(BERT).presence is Presence.AWAY
    assert table.holder != BERT.id


async def test_who_leaves_the_group_is_gone_at_every_table_of_it() -> None:
    """F91, F92: the pause he was on is forgotten with his seat."""
    table = await played()
    await table.say(Word.PAUSE, DIETER)
    await table.service.handle(MemberGone(table.mark(), table.place, DIETER.id))
    assert table.place.chat == GROUP
    assert table.seat_of(DIETER).presence is Presence.LEFT
    assert table.table.breaks == ()
