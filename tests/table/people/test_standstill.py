"""The whole table pauses until somebody says Weiter geht's; and what wakes a sleeping one."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.playing_by import Table, about
from tgbot.game.events import GameEnded
from tgbot.game.refusals import Refusal
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.payment import Payment
from tgbot.game.state import Announcing, Lobby, Over, Playing, Waiting
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due, TimePassed
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.inward import GroupRefused
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import Commanded, MemberGone, WritingAllowed
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import FellAsleep
from tgbot.table.news.people import AdminsUnknown
from tgbot.table.news.replies import Barred, Note, RollShown, Told
from tgbot.table.news.seats import PauseNotAllowed, TablePaused


async def played(rules: HouseRules | None = None) -> Table:
    """Begin a game of three; Anna is host and opens."""
    table = Table(rules)
    await table.open(ANNA, BERT, CLARA)
    return table


async def paused(rules: HouseRules | None = None) -> Table:
    """Begin a game and stop the whole table."""
    table = await played(rules)
    await table.say(Word.PAUSE, ANNA, "tisch")
    assert table.table.paused
    return table


@pytest.mark.parametrize("rest", ["tisch", "Tisch", " table "])
async def test_the_host_stops_the_whole_table(rest: str) -> None:
    """No deadline runs, and the group hears who wanted it."""
    table = await played()
    late = table.store.deadlines[table.id]
    await table.say(Word.PAUSE, ANNA, rest)
    assert table.told[-1] == TablePaused(ANNA.id)
    assert table.store.deadlines[table.id] == ()
    game = table.table.game
    for due in late:
        await table.service.handle(TimePassed(table.id, due))
    assert table.table.game == game


@pytest.mark.parametrize(("finding", "stops"), [(Finding.YES, True), (Finding.NO, False), (Finding.UNKNOWN, False)])
@pytest.mark.parametrize("who", [BERT, DIETER])
async def test_others_are_asked_about(who: Person, finding: Finding, stops: bool) -> None:
    """An admin may, with a seat or without; others hear what they can do."""
    table = await played()
    await table.say(Word.PAUSE, who, "tisch")
    inquiry = table.store.inquiries[-1]
    assert (inquiry.purpose, table.table.paused) == (Purpose.PAUSE, False)
    await table.service.handle(Informed(table.id, inquiry, finding))
    assert table.table.paused is stops
    told = {Finding.YES: TablePaused(who.id), Finding.NO: PauseNotAllowed(who.id), Finding.UNKNOWN: AdminsUnknown()}
    assert table.told[-1] == told[finding]


async def test_an_anonymous_admin_stops_the_table() -> None:
    """He is one by nature."""
    table = await played()
    await table.say(Word.PAUSE, None, "tisch")
    assert table.table.paused


async def test_an_answer_that_comes_after_the_game_stops_nothing() -> None:
    """Telegram was slow, and the lobby of the next game is open."""
    table = await played()
    await table.say(Word.PAUSE, BERT, "tisch")
    await table.say(Word.END, ANNA)
    await table.service.handle(Informed(table.id, table.store.inquiries[-1], Finding.YES))
    assert not table.table.paused


async def test_a_paused_table_refuses_moves_and_says_what_to_do() -> None:
    """On the card and from the private cup; whoever does not sit there hears that first."""
    table = await paused()
    game = table.table.game
    for reply in (
        await table.tap(ANNA, Action.ANNOUNCE, "65"),
        await table.tap(ANNA, Action.KEYBOARD),
        await table.tap(BERT, Action.DOUBT),
    ):
        assert about(reply) is Barred.PAUSED
    assert about(await table.tap(DIETER, Action.DOUBT)) is Refusal.NOT_SEATED
    assert table.table.game == game


async def test_the_own_roll_may_be_seen_again_but_not_looked_at_while_the_table_pauses() -> None:
    """Looking is a move where it is a choice."""
    table = await paused()
    assert isinstance(await table.tap(ANNA, Action.PEEK), RollShown)
    table = await paused(HouseRules(opener_look=LookMode.OPTIONAL))
    assert about(await table.tap(ANNA, Action.PEEK)) is Barred.PAUSED


async def test_a_debt_waits_too() -> None:
    """Nothing is put off while the table pauses."""
    table = await played(HouseRules(payment=Payment.MIXED, limit=9))
    await table.say_and_lift(ANNA, BERT)
    owed = table.table.debts
    await table.say(Word.PAUSE, ANNA, "tisch")
    assert table.store.deadlines[table.id] == ()
    assert about(await table.tap(ANNA, Action.DEBT, step=owed[0].number, detail="sips")) is Barred.PAUSED
    assert table.table.debts == owed


async def test_any_seat_goes_on_at_the_same_turn() -> None:
    """With fresh deadlines; a bystander may not."""
    table = await paused()
    game = table.table.game
    assert about(await table.tap(DIETER, Action.WAKE)) is Refusal.NOT_SEATED
    assert about(await table.tap(CLARA, Action.WAKE)) is Note.WOKEN
    assert not table.table.paused
    assert table.table.game == game
    assert [due.kind for due in table.store.deadlines[table.id]] == [Due.TURN, Due.HALF]
    assert about(await table.tap(CLARA, Action.WAKE)) is Barred.NOT_ASLEEP


async def test_seats_may_come_and_go_while_the_table_pauses() -> None:
    """The pause stays one: `/pause`, Bin wieder da, `/raus`, `/dabei`."""
    table = await paused()
    await table.say(Word.PAUSE, ANNA)
    await table.tap(ANNA, Action.COME_BACK)
    await table.say(Word.GET_UP, BERT)
    await table.say(Word.SIT_DOWN, DIETER)
    assert table.table.paused
    assert table.store.deadlines[table.id] == ()
    assert FellAsleep() not in table.told


async def test_a_paused_table_may_be_ended_by_anybody_after_half_an_hour() -> None:
    """And the pause itself counts as somebody's move."""
    table = await played()
    table.store.now += Timing().idle - 1000
    await table.say(Word.PAUSE, ANNA, "tisch")
    table.store.now += 2000
    await table.say(Word.END, DIETER)
    assert not isinstance(table.table.game, Over)
    table.store.now += Timing().idle
    await table.say(Word.END, DIETER)
    assert isinstance(table.table.game, Over)
    assert not table.table.paused


async def test_a_pause_ends_with_its_game() -> None:
    """Two get up, the third has won, and the next game's lobby is awake."""
    table = await paused()
    await table.say(Word.GET_UP, ANNA)
    await table.say(Word.GET_UP, BERT)
    assert isinstance(table.table.game, Over)
    assert not table.table.paused


async def test_a_waiting_game_may_pause_and_goes_on_waiting() -> None:
    """Nobody holds a cup then."""
    table = Table()
    await table.open(ANNA, BERT)
    await table.say(Word.PAUSE, BERT)
    await table.say(Word.PAUSE, ANNA, "tisch")
    await table.tap(ANNA, Action.WAKE)
    assert isinstance(table.table.game, Waiting)
    assert not table.table.paused


async def asleep() -> Table:
    """Let a table sleep while Anna holds dice she may look at."""
    table = await played(HouseRules(opener_look=LookMode.OPTIONAL))
    table.store.tables[table.id] = replace(table.table, asleep=True)
    table.store.deadlines[table.id] = ()
    return table


@pytest.mark.parametrize("act", [Action.ANNOUNCE, Action.KEYBOARD, Action.PEEK])
async def test_a_move_of_who_is_on_turn_wakes_a_sleeping_table(act: Action) -> None:
    """He is there: his clock runs again, and nobody has to tap Weiter geht's as well."""
    table = await asleep()
    await table.tap(ANNA, act, "66" if act is Action.ANNOUNCE else None)
    assert not table.table.asleep
    assert {due.kind for due in table.store.deadlines[table.id]} == {Due.TURN, Due.HALF}


async def test_a_refused_move_wakes_nobody() -> None:
    """A tap of somebody else says nothing of whose turn it is."""
    table = await asleep()
    assert about(await table.tap(BERT, Action.ANNOUNCE, "66")) is Refusal.NOT_YOUR_TURN
    assert table.table.asleep


async def test_a_game_that_ends_while_its_table_sleeps_or_pauses_sleeps_no_more() -> None:
    """Its debts are asked for and run out as ever, and no card asks anybody to go on with what is over."""
    table = Table(HouseRules(payment=Payment.MIXED))
    await table.open(ANNA, BERT)
    await table.say_and_lift(ANNA, BERT)
    table.store.tables[table.id] = replace(table.table, asleep=True)
    await table.service.handle(MemberGone(table.mark(), table.place, BERT.id))
    assert isinstance(table.table.game, Over)
    assert table.table.debts
    assert not table.table.asleep
    assert {due.kind for due in table.store.deadlines[table.id]} == {Due.DEBT}


@pytest.mark.parametrize("asleep", [True, False])
async def test_a_long_pause_makes_no_idle_table_once_it_goes_on(*, asleep: bool) -> None:
    """Whoever ends it a moment after Weiter geht's is asked about, as at any table somebody plays at."""
    table = await paused()
    table.store.tables[table.id] = replace(table.table, asleep=asleep, paused=not asleep)
    table.store.now += Timing().idle + 1
    await table.tap(BERT, Action.WAKE)
    await table.say(Word.END, CLARA)
    assert table.store.inquiries[-1].purpose is Purpose.END
    assert not isinstance(table.table.game, Over)


async def test_an_old_button_names_nobody_while_nobody_is_on_turn() -> None:
    """The host is not on turn just because the table waits for a second player."""
    table = Table()
    await table.open(ANNA, BERT)
    step = table.table.game.step if isinstance(table.table.game, Announcing) else 0
    await table.say(Word.PAUSE, BERT)
    assert isinstance(table.table.game, Waiting)
    reply = await table.tap(ANNA, Action.ANNOUNCE, "66", step=step)
    assert about(reply) is Barred.OLD_BUTTON
    assert isinstance(reply, Told)
    assert reply.name is None


@pytest.mark.parametrize("word", [Word.END, Word.EVENING])
async def test_a_table_does_not_idle_while_nobody_was_heard(word: Word) -> None:
    """Down, deaf, or restored from a backup: a stranger ends nothing before half an hour in which everybody could move."""
    table = await played()
    table.store.now += Timing().idle + 1
    table.store.since = table.store.now - 1_000
    await table.say(word, DIETER)
    assert isinstance(table.table.game, Playing)
    table.store.now += Timing().idle
    await table.say(word, DIETER)
    assert not isinstance(table.table.game, Playing)


@pytest.mark.parametrize("lifted", [True, False])
async def test_a_table_does_not_idle_while_the_bot_may_not_write(*, lifted: bool) -> None:
    """Whether an admin has lifted it, or a stranger's own command finds out that it is over."""
    table = await played()
    await table.service.handle(GroupRefused(table.id))
    table.store.now += Timing().idle + 1
    if lifted:
        await table.service.handle(WritingAllowed(table.mark(), table.place))
    await table.say(Word.END, DIETER)
    assert isinstance(table.table.game, Playing)
    table.store.now += Timing().idle + 1
    await table.say(Word.END, DIETER)
    assert not isinstance(table.table.game, Playing)


@pytest.mark.parametrize("how", ["hands over", "leaves the group", "is sent"])
async def test_a_paused_tables_host_goes_and_whoever_sits_there_goes_on(how: str) -> None:
    """The office passes on, the pause stays, and each of those left can end it."""
    table = await paused()
    match how:
        case "hands over":
            await table.service.handle(Commanded(table.mark(), table.place, Word.HOST, ANNA, to=BERT.id))
        case "leaves the group":
            await table.service.handle(MemberGone(table.mark(), table.place, ANNA.id))
        case _:
            await table.service.handle(Commanded(table.mark(), table.place, Word.KICK, None, to=ANNA.id))
    assert (table.table.host, table.table.paused) == (BERT.id, True)
    assert about(await table.tap(CLARA, Action.WAKE)) is Note.WOKEN
    assert table.holder


async def test_when_all_but_the_pausing_leave_a_paused_table_they_can_still_go_on() -> None:
    """Clara is on her own break when the host stops the table and goes home; Bert and she are left, then she alone."""
    table = await played()
    await table.say(Word.PAUSE, CLARA)
    await table.say(Word.PAUSE, ANNA, "tisch")
    await table.service.handle(MemberGone(table.mark(), table.place, ANNA.id))
    assert (table.table.paused, table.table.host) == (True, BERT.id)
    assert about(await table.tap(CLARA, Action.WAKE)) is Note.WOKEN
    await table.say(Word.PAUSE, BERT, "tisch")
    await table.service.handle(MemberGone(table.mark(), table.place, BERT.id))
    assert isinstance(table.table.game, Over)
    assert not table.table.paused


@pytest.mark.parametrize("first", [Finding.YES, Finding.NO])
async def test_two_who_ask_for_the_end_at_once_end_one_game(first: Finding) -> None:
    """Two admins, or a seat and an admin: it is told once, and the next game is not touched."""
    table = await played()
    for who in (BERT, CLARA):
        await table.say(Word.END, who)
    earlier, later = table.store.inquiries[-2:]
    await table.service.handle(Informed(table.id, earlier, first))
    await table.service.handle(Informed(table.id, later, Finding.YES))
    assert isinstance(table.table.game, Over)
    await table.service.handle(Informed(table.id, replace(earlier, asked_by=99), Finding.YES))
    assert len(table.posts_with(GameEnded)) == 1
    await table.tap(BERT, Action.OPEN)
    await table.service.handle(Informed(table.id, replace(later, asked_by=98), Finding.YES))
    assert isinstance(table.table.game, Lobby)
