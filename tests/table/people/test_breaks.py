"""Klopause: a seat's own pause, at any moment, for five rounds and longer."""

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, person
from tests.table.playing_by import Table, about
from tgbot.game.events import CameBack, GameWaits, Paid, RoundVoided, WentAway
from tgbot.game.refusals import Refusal
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Answering, Waiting
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import NoTableHere
from tgbot.table.news.replies import Barred, Note
from tgbot.table.news.seats import StillAway, WishRefused

EMIL = person(5, "Emil")
LONG = HouseRules(limit=30)


async def played(*people: Person) -> Table:
    """Begin a long game; Anna opens."""
    table = Table(LONG)
    await table.open(*(people or (ANNA, BERT, CLARA, DIETER)))
    return table


async def rounds(table: Table, count: int) -> None:
    """Play so many rounds by whoever has the cup."""
    everybody = {who.id: who for who in (ANNA, BERT, CLARA, DIETER, EMIL)}
    for _ in range(count):
        opener = everybody[table.holder]
        await table.tap(opener, Action.ANNOUNCE, "66")
        await table.tap(everybody[table.holder], Action.DOUBT)


async def answered(table: Table) -> None:
    """Let Anna say something, so that Bert must answer."""
    await table.tap(ANNA, Action.ANNOUNCE, "65")


async def believed(table: Table) -> None:
    """Let Bert believe Anna, so that Bert holds fresh dice."""
    await answered(table)
    await table.tap(BERT, Action.BELIEVE)


@pytest.mark.parametrize("before", [None, answered, believed])
@pytest.mark.parametrize("who", [ANNA, BERT, CLARA, DIETER])
async def test_a_seat_may_pause_with_the_cup_in_any_state_and_loses_nothing(before: object, who: Person) -> None:
    """Opener, receiver, roller, claimer or bystander: the others go on at once, and nobody has paid."""
    table = await played()
    if callable(before):
        await before(table)
    await table.say(Word.PAUSE, who)
    assert table.seat_of(who).presence is Presence.AWAY
    assert WentAway(who.id) in table.told
    assert isinstance(table.table.game, Announcing | Answering)
    assert table.holder != who.id
    assert not any(isinstance(item, Paid) for item in table.told)
    assert {due.kind for due in table.store.deadlines[table.id]} == {Due.TURN, Due.HALF}


async def test_who_is_away_is_skipped_until_he_is_back() -> None:
    """The claimer's pause voids the round; Bin wieder da holds from the next round on."""
    table = await played(ANNA, BERT, CLARA)
    await answered(table)
    await table.say(Word.PAUSE, ANNA)
    assert any(isinstance(item, RoundVoided) for item in table.told)
    await rounds(table, 1)
    assert about(await table.tap(ANNA, Action.COME_BACK)) is Note.WELCOME_BACK
    assert table.seat_of(ANNA).waiting
    await rounds(table, 1)
    assert table.seat_of(ANNA).active
    assert table.table.breaks == ()


async def test_dabei_ends_a_pause_too() -> None:
    """Whoever types instead of tapping is heard."""
    table = await played()
    await table.say(Word.PAUSE, DIETER)
    await table.say(Word.SIT_DOWN, DIETER)
    assert table.seat_of(DIETER).presence is Presence.PRESENT


async def test_after_five_rounds_he_is_asked_once_and_nobody_is_stopped() -> None:
    """A message of its own, so that it rings his phone alone; the seat stays away meanwhile."""
    table = await played()
    await table.say(Word.PAUSE, DIETER)
    await rounds(table, 5)
    assert table.posts_with(StillAway) == []
    await rounds(table, 1)
    assert table.posts_with(StillAway) == [(StillAway(DIETER.id),)]
    await rounds(table, 2)
    assert table.posts_with(StillAway) == [(StillAway(DIETER.id),)]
    assert table.seat_of(DIETER).presence is Presence.AWAY


async def test_five_more_rounds_on_his_wish_and_on_nobody_elses() -> None:
    """Then he is asked again."""
    table = await played()
    await table.say(Word.PAUSE, DIETER)
    await rounds(table, 6)
    assert about(await table.tap(BERT, Action.STAY_AWAY)) is Barred.NOT_AWAY
    assert about(await table.tap(DIETER, Action.STAY_AWAY)) is Note.STAYS_AWAY
    await rounds(table, 4)
    assert len(table.posts_with(StillAway)) == 1
    await rounds(table, 1)
    assert len(table.posts_with(StillAway)) == 2


async def test_who_comes_back_in_time_is_not_asked() -> None:
    """And a later pause counts from its own beginning."""
    table = await played()
    await table.say(Word.PAUSE, DIETER)
    await rounds(table, 4)
    await table.tap(DIETER, Action.COME_BACK)
    await rounds(table, 3)
    await table.say(Word.PAUSE, DIETER)
    await rounds(table, 4)
    assert table.posts_with(StillAway) == []


async def test_whom_the_table_set_aside_may_ask_for_his_pause_as_well() -> None:
    """Two time-outs make a seat away; `/pause` then begins his five rounds, and twice is refused."""
    table = await played(ANNA, BERT)
    await table.pass_time(Due.TURN)
    await table.tap(BERT, Action.BELIEVE)
    await table.tap(BERT, Action.ANNOUNCE, "66")
    await table.pass_time(Due.TURN)
    assert table.seat_of(ANNA).presence is Presence.AWAY
    await table.say(Word.PAUSE, ANNA)
    assert [pausing.player for pausing in table.table.breaks] == [ANNA.id]
    assert table.told[-1] == WishRefused(ANNA.id, Refusal.ALREADY_AWAY), "he hears the way back"
    told = len(table.told)
    await table.say(Word.PAUSE, ANNA)
    assert table.told[told:] == [WishRefused(ANNA.id, Refusal.ALREADY_AWAY)]


async def test_with_fewer_than_two_the_game_waits_and_goes_on_by_itself() -> None:
    """The group hears both; nobody's clock runs meanwhile."""
    table = await played(ANNA, BERT)
    await table.say(Word.PAUSE, ANNA)
    assert isinstance(table.table.game, Waiting)
    assert GameWaits() in table.told
    assert table.store.deadlines[table.id] == ()
    await table.tap(ANNA, Action.COME_BACK)
    assert CameBack(ANNA.id) not in table.told, "the card shows it"
    assert isinstance(table.table.game, Announcing)


async def test_a_waiting_game_goes_on_with_somebody_new() -> None:
    """The card offers a seat."""
    table = await played(ANNA, BERT)
    await table.say(Word.PAUSE, ANNA)
    await table.tap(EMIL, Action.JOIN)
    assert isinstance(table.table.game, Announcing)


async def test_pause_where_there_is_nothing_to_pause() -> None:
    """No table, a lobby, no seat, no person."""
    table = Table()
    await table.say(Word.PAUSE, ANNA)
    assert table.told == [NoTableHere()]
    await table.seat(ANNA, BERT)
    await table.say(Word.PAUSE, ANNA)
    assert table.told[-1] == WishRefused(ANNA.id, Refusal.NOT_STARTED)
    table = await played(ANNA, BERT)
    await table.say(Word.PAUSE, DIETER)
    assert table.told[-1] == WishRefused(DIETER.id, Refusal.NOT_SEATED)
    await table.say(Word.PAUSE, None)
    assert table.told[-1] == WishRefused(None, Refusal.NOT_SEATED)
