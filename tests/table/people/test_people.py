"""Whose seat is given up, and who is host: authority is the seat's, the host's or an admin's, never the button's."""

import asyncio
from dataclasses import replace
from itertools import permutations

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening, MemoryStore, no_pause, person
from tgbot.game.commands import Leave
from tgbot.game.events import GameEnded, RoundVoided, SeatLeft
from tgbot.game.play import play
from tgbot.game.refusals import Refusal
from tgbot.game.rules.payment import Payment
from tgbot.game.seats import Presence, find
from tgbot.game.state import Answering, Over, Running
from tgbot.store.codec import TABLES
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.inquiry import Finding, Informed
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import Forget
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import Commanded, MemberGone, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import HostChanged, NoTableHere
from tgbot.table.news.people import AdminsUnknown, GetUpYourself, HostForAdmins, KickForSeats, NobodySitsThere, SatOut
from tgbot.table.news.replies import Barred, Note, Nothing, Reply, Told
from tgbot.table.news.surfaces import HostBoard, KickBoard
from tgbot.table.ports.tables import Loaded
from tgbot.table.service import TableService
from tgbot.table.state.ballot import Ballot, Count, SeatVote
from tgbot.table.state.debts import Debt
from tgbot.table.state.seats import seated

EMIL, OLGA = person(5, "Emil"), person(9, "Olga")
DICE = (4, 2, 5, 3, 6, 1, 6, 2, 6, 3, 6, 4, 6, 5)


def what(reply: Reply) -> object:
    """Return what a toast is about."""
    assert isinstance(reply, Told), reply
    return reply.what


async def playing(*people: Person) -> Evening:
    """Begin a game; the first is host and opens."""
    evening = Evening(DICE, Timing(tell=0))
    await evening.begin(*(people or (ANNA, BERT, CLARA, DIETER)))
    return evening


async def reply(evening: Evening, word: Word, who: Person | None, to: Person | None) -> None:
    """Send a command in answer to somebody's message."""
    said = Commanded(evening.mark(), evening.place, word, who, to=None if to is None else to.id)
    await evening.service.handle(said)


async def told_of(evening: Evening, finding: Finding) -> Reply:
    """Have Telegram answer the newest inquiry."""
    return await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], finding))


async def press(evening: Evening, who: Person, to: Person, finding: Finding = Finding.NO) -> object:
    """Press a seat's button on the kick board; of others than the host Telegram is asked."""
    answer = await evening.service.handle(pressed(evening, who, to))
    return what(await told_of(evening, finding) if isinstance(answer, Nothing) else answer)


def pressed(evening: Evening, who: Person, to: Person, action: Action = Action.KICK) -> Tapped:
    """Make a press of a seat's button."""
    board = evening.table.ballot if action is Action.KICK else evening.table.office
    return evening.tapped(who, action, step=0 if board is None else board.number, detail=str(to.id))


def running(evening: Evening) -> Running:
    """Return the game, which has begun."""
    assert isinstance(evening.table.game, Running)
    return evening.table.game


def ballot(evening: Evening) -> Ballot | None:
    """Return the open board, if there is one."""
    return evening.table.ballot


def sits(evening: Evening, who: Person) -> bool:
    """Whether somebody has his seat."""
    return who.id in seated(evening.table.game)


async def test_the_hosts_reply_is_enough_and_nobody_else_is_asked() -> None:
    """The holder of the cup goes like anybody who leaves; the post says it kindly, and only once."""
    evening = await playing()
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    await reply(evening, Word.KICK, ANNA, BERT)
    assert not sits(evening, BERT)
    assert not evening.store.inquiries
    assert [item for item in evening.told if isinstance(item, SatOut | SeatLeft)] == [SatOut(BERT.id)]
    assert isinstance(evening.table.game, Answering)
    assert evening.table.game.holder == CLARA.id


@pytest.mark.parametrize("who", [ANNA, BERT, CLARA, DIETER], ids=lambda who: who.name)
@pytest.mark.parametrize("moves", range(4))
async def test_the_cup_may_be_in_any_state(who: Person, moves: int) -> None:
    """Opener, claimer, holder, bystander: an admin's word does what leaving does, and the game goes on."""
    evening = await playing()
    for mover, action, value in [
        (ANNA, Action.ANNOUNCE, "42"), (BERT, Action.BELIEVE, None), (BERT, Action.ANNOUNCE, "53"),
    ][:moves]:  # fmt: skip
        await evening.tap(mover, action, value)
    assert evening.table.game is not None
    expected = play(evening.table.game, Leave(who.id))
    assert not isinstance(expected, Refusal)
    await reply(evening, Word.KICK, None, who)
    assert not sits(evening, who)
    voided = [item for item in evening.told if isinstance(item, RoundVoided)]
    assert bool(voided) == any(isinstance(event, RoundVoided) for event in expected.events)
    assert not isinstance(evening.table.game, Over)


async def test_what_the_removed_player_owes_is_put_off() -> None:
    """The others play on."""
    evening = await playing()
    owed = Debt(number=1, player=CLARA.id, units=1, payment=Payment.TASKS, task="h01", text="Sing.")
    evening.store.tables[evening.id] = replace(evening.table, debts=(owed,), debts_made=1)
    await reply(evening, Word.KICK, ANNA, CLARA)
    assert evening.table.debts == ()


@pytest.mark.parametrize(("sent", "units"), [(True, 0), (False, 1)])
async def test_who_was_sent_pays_nothing_for_coming_back(sent: bool, units: int) -> None:
    """He did not run from his own announcement; whoever does owes one more."""
    evening = await playing()
    await evening.tap(ANNA, Action.ANNOUNCE, "66")
    await (reply(evening, Word.KICK, None, ANNA) if sent else evening.say(Word.GET_UP, ANNA))
    await evening.say(Word.SIT_DOWN, ANNA)
    assert isinstance(evening.table.game, Running)
    assert units == next(seat.units for seat in evening.table.game.seats if seat.player == ANNA.id)


async def test_with_one_left_the_game_is_over() -> None:
    """Two play, the host has the other one get up."""
    evening = await playing(ANNA, BERT)
    await reply(evening, Word.KICK, ANNA, BERT)
    assert any(isinstance(item, GameEnded) for item in evening.told)


async def test_an_admin_is_asked_for_afresh_with_every_word() -> None:
    """Yes frees the seat at once, whoever he is."""
    evening = await playing()
    await reply(evening, Word.KICK, OLGA, ANNA)
    assert sits(evening, ANNA)
    await told_of(evening, Finding.YES)
    assert not sits(evening, ANNA)
    assert evening.table.host == BERT.id
    assert HostChanged(BERT.id) in evening.told


@pytest.mark.parametrize(
    ("seats", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 4), (7, 4), (8, 5), (20, 13)]
)  # fmt: skip
def test_two_thirds_of_the_others_and_never_one_alone(seats: int, needed: int) -> None:
    """Unless nobody else is there."""
    players = [person(number).id for number in range(seats)]
    assert Ballot(1).count(players[0], players) == Count(0, needed)


async def test_votes_count_are_taken_back_and_free_the_seat() -> None:
    """Four others: three votes; the board says how it stands, and is gone afterwards."""
    evening = await playing(ANNA, BERT, CLARA, DIETER, EMIL)
    await evening.say(Word.KICK, BERT)
    for who, note in ((BERT, Note.VOTE_COUNTED), (CLARA, Note.VOTE_COUNTED), (BERT, Note.VOTE_BACK)):
        assert await press(evening, who, ANNA) is note
    assert evening.table.ballot is not None
    count = evening.table.ballot.count(ANNA.id, seated(evening.table.game))
    assert count == Count(1, 3)
    evening.store.dirty.clear()
    assert await press(evening, DIETER, ANNA) is Note.VOTE_COUNTED
    assert KickBoard() in evening.store.dirty
    assert await press(evening, EMIL, ANNA) is Note.SEAT_FREED
    assert not sits(evening, ANNA)
    assert (evening.table.host, ballot(evening)) == (BERT.id, None)


async def test_the_reply_of_a_seat_is_a_vote_and_brings_the_board() -> None:
    """A second reply neither counts twice nor takes it back."""
    evening = await playing()
    for who in (CLARA, CLARA, DIETER):
        await reply(evening, Word.KICK, who, BERT)
        assert sits(evening, BERT)
        await told_of(evening, Finding.UNKNOWN)
        if who is CLARA:
            assert evening.table.ballot == Ballot(1, (SeatVote(BERT.id, CLARA.id),))
    assert not sits(evening, BERT)


async def test_a_vote_counts_while_its_voter_is_there() -> None:
    """Who has left decides nothing; whoever only watches is told so."""
    evening = await playing(ANNA, BERT, CLARA, DIETER, EMIL)
    await evening.say(Word.KICK, BERT)
    await press(evening, CLARA, ANNA)
    await press(evening, DIETER, ANNA)
    await evening.service.handle(MemberGone(evening.mark(), evening.place, CLARA.id))
    assert await press(evening, OLGA, ANNA) is Barred.SEATS_VOTE
    assert await press(evening, OLGA, ANNA, Finding.UNKNOWN) is Barred.ADMIN_UNKNOWN
    assert sits(evening, ANNA)
    assert await press(evening, BERT, ANNA) is Note.SEAT_FREED


def seats_are(evening: Evening, *, out: tuple[Person, ...] = (), away: tuple[Person, ...] = ()) -> None:
    """Have seats be eliminated, or pause."""
    game, gone, pausing = running(evening), {who.id for who in out}, {who.id for who in away}
    seats = tuple(
        replace(seat, out=seat.player in gone, presence=Presence.AWAY if seat.player in pausing else seat.presence)
        for seat in game.seats
    )
    evening.store.tables[evening.id] = replace(evening.table, game=replace(game, seats=seats))


async def test_in_a_final_the_eliminated_vote_too_and_one_opponent_alone_kicks_nobody() -> None:
    """Six seats, two left: four voices of five are out of the game, and still at the table."""
    fritzi = person(6, "Fritzi")
    evening = await playing(ANNA, BERT, CLARA, DIETER, EMIL, fritzi)
    seats_are(evening, out=(CLARA, DIETER, EMIL, fritzi))
    await evening.say(Word.KICK, BERT)
    for voter in (BERT, CLARA, DIETER):
        assert await press(evening, voter, ANNA) is Note.VOTE_COUNTED
    assert sits(evening, ANNA)
    assert await press(evening, EMIL, ANNA) is Note.SEAT_FREED


async def test_who_pauses_holds_no_vote_up_and_one_voice_alone_is_still_not_enough() -> None:
    """Four seats, two of them on a break: the third one's vote waits for one more, which may be a pausing one's."""
    evening = await playing()
    seats_are(evening, away=(CLARA, DIETER))
    await evening.say(Word.KICK, BERT)
    assert await press(evening, BERT, ANNA) is Note.VOTE_COUNTED
    assert sits(evening, ANNA)
    assert await press(evening, CLARA, ANNA) is Note.SEAT_FREED


@pytest.mark.parametrize(("away", "voted", "count"), [(5, 0, (0, 2)), (5, 2, (2, 3)), (5, 5, (5, 5)), (7, 1, (1, 2))])
def test_the_pausing_count_once_they_have_voted(away: int, voted: int, count: tuple[int, int]) -> None:
    """Two who play cannot be outvoted by the first two who pause."""
    players = [person(number).id for number in range(8)]
    pausing = players[-away:]
    votes = tuple(SeatVote(players[0], voter) for voter in pausing[:voted])
    assert Ballot(1, votes).count(players[0], players, pausing) == Count(*count)


async def test_a_board_shows_the_seats_as_they_are() -> None:
    """Whoever comes, goes or hands over changes it; anything else leaves it alone."""
    evening = Evening(DICE, Timing(tell=0))
    await evening.seat(ANNA, BERT)
    await evening.say(Word.KICK, ANNA)
    await evening.say(Word.HOST, ANNA)
    for deed, boards in (
        (evening.tap(CLARA, Action.JOIN), {KickBoard(), HostBoard()}),
        (evening.tap(DIETER, Action.START), set()),
        (evening.tap(BERT, Action.LEAVE), {KickBoard(), HostBoard()}),
        (reply(evening, Word.HOST, ANNA, CLARA), {KickBoard(), HostBoard()}),
    ):
        evening.store.dirty.clear()
        await deed
        assert {surface for surface in evening.store.dirty if isinstance(surface, KickBoard | HostBoard)} == boards


async def test_votes_that_have_become_enough_need_one_more_tap_and_it_is_no_second_thought() -> None:
    """Somebody who had not voted has left: the board shows 2 of 2, and a voter's tap frees the seat."""
    evening = await playing(ANNA, BERT, CLARA, DIETER, EMIL)
    await evening.say(Word.KICK, BERT)
    for who in (BERT, CLARA):
        await press(evening, who, ANNA)
    await evening.service.handle(MemberGone(evening.mark(), evening.place, EMIL.id))
    assert sits(evening, ANNA)
    assert await press(evening, CLARA, ANNA) is Note.SEAT_FREED
    assert not sits(evening, ANNA)


async def test_who_has_no_seat_opens_no_board_and_nobody_is_removed_who_is_not_there() -> None:
    """Each of them is told what to do."""
    evening = await playing()
    await evening.say(Word.KICK, OLGA)
    await told_of(evening, Finding.NO)
    await evening.say(Word.KICK, OLGA)
    await told_of(evening, Finding.UNKNOWN)
    await reply(evening, Word.KICK, ANNA, OLGA)
    await reply(evening, Word.KICK, BERT, BERT)
    assert evening.told[-4:] == [KickForSeats(), AdminsUnknown(), NobodySitsThere(), GetUpYourself()]
    assert evening.table.ballot is None
    await evening.say(Word.KICK, OLGA)
    await told_of(evening, Finding.YES)
    assert evening.table.ballot is not None
    assert await press(evening, BERT, BERT) is Barred.OWN_SEAT


async def test_without_a_table_there_is_nobody_to_remove() -> None:
    """Nor an office to hand over."""
    evening = Evening(timing=Timing(tell=0))
    for word in (Word.KICK, Word.HOST):
        await evening.say(word, ANNA)
        assert evening.told[-1] == NoTableHere()


@pytest.mark.parametrize("detail", ["", "0", "-1", "7000000009", "7000000002x", "drop-7", "99999999999999999999"])
async def test_forged_buttons_move_nobody(detail: str) -> None:
    """F20: who is meant is looked up among the seats; data of another board, game or chat counts for nothing."""
    evening = await playing()
    await evening.say(Word.KICK, BERT)
    before = evening.table
    assert before.ballot is not None
    assert what(await evening.tap(ANNA, Action.KICK, step=before.ballot.number, detail=detail)) is Barred.SEAT_GONE
    assert what(await evening.tap(ANNA, Action.KICK, step=99, detail=str(CLARA.id))) is Barred.OLD_MENU
    assert (
        what(await evening.tap(ANNA, Action.HOST, step=before.ballot.number, detail=str(CLARA.id))) is Barred.OLD_MENU
    )
    elsewhere = evening.tapped(ANNA, Action.KICK, step=before.ballot.number, detail=str(CLARA.id), chat=ANNA.id)
    assert what(await evening.service.handle(elsewhere)) is Barred.NO_SUCH_BUTTON
    assert (evening.table.game, evening.table.ballot) == (before.game, before.ballot)


async def test_a_board_dies_with_its_game() -> None:
    """F27: in the next game its buttons are refused, and its votes are gone."""
    evening = await playing()
    await evening.say(Word.KICK, BERT)
    await evening.say(Word.HOST, ANNA)
    old = pressed(evening, ANNA, CLARA), pressed(evening, ANNA, CLARA, Action.HOST)
    await press(evening, CLARA, BERT)
    evening.store.dirty.clear()
    await evening.say(Word.END, ANNA)
    assert (evening.table.ballot, evening.table.office) == (None, None)
    assert {KickBoard(), HostBoard()} <= set(evening.store.dirty)
    await evening.tap(ANNA, Action.OPEN)
    for tapped in old:
        assert what(await evening.service.handle(replace(tapped, mark=evening.mark(tap=True)))) is Barred.OLD_MENU
    assert sits(evening, CLARA)


async def test_an_answer_that_comes_after_the_game_moves_nobody() -> None:
    """The inquiry was about another game."""
    evening = await playing()
    await reply(evening, Word.KICK, OLGA, BERT)
    inquiry = evening.store.inquiries[-1]
    await evening.say(Word.END, ANNA)
    await evening.tap(ANNA, Action.OPEN)
    await evening.service.handle(Informed(evening.id, inquiry, Finding.YES))
    assert sits(evening, BERT)


async def test_two_presses_at_the_same_moment_on_two_workers_remove_one_player_once() -> None:
    """Both load the same state; one commits, the other begins again and finds the board gone."""
    for first, second in permutations((ANNA, OLGA)):
        evening = await playing()
        await evening.say(Word.KICK, ANNA)
        taps = [pressed(evening, ANNA, CLARA), pressed(evening, OLGA, CLARA)]
        await evening.service.handle(taps[1])
        yes = Informed(evening.id, evening.store.inquiries[-1], Finding.YES)
        intents: dict[Person, Intent] = {ANNA: taps[0], OLGA: yes}
        meeting = Meeting(evening.store)
        services = [TableService(meeting, evening.cup, no_pause, Timing(tell=0)) for _ in range(2)]
        answers = await asyncio.gather(
            services[0].handle(intents[first]), services[1].handle(intents[second])
        )  # fmt: skip
        assert sorted(str(what(answer)) for answer in answers) in (
            ["Barred.OLD_MENU", "Note.SEAT_FREED"],
            ["Barred.SEAT_GONE", "Note.SEAT_FREED"],
        )
        assert [item for item in evening.told if isinstance(item, SatOut)] == [SatOut(CLARA.id)]
        seat = find(running(evening).seats, CLARA.id)
        assert seat is not None
        assert seat.presence is Presence.LEFT


class Meeting(MemoryStore):
    """A store at which two workers load before either commits."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(now=store.now, tables=store.tables, posts=store.posts)
        self._both = asyncio.Barrier(2)
        self._met = 0

    async def load(self, table: TableId) -> Loaded:
        """Wait for the other one's load, the first time."""
        loaded = await super().load(table)
        self._met += 1
        if self._met <= 2:
            await self._both.wait()
        return loaded


async def test_the_host_hands_over_and_may_no_longer_start_or_remove() -> None:
    """In the lobby too; then the new one may."""
    evening = Evening(DICE, Timing(tell=0))
    await evening.seat(ANNA, BERT, CLARA)
    await reply(evening, Word.HOST, ANNA, CLARA)
    assert (evening.table.host, evening.told) == (CLARA.id, [HostChanged(CLARA.id)])
    await reply(evening, Word.HOST, ANNA, BERT)
    await told_of(evening, Finding.NO)
    assert (evening.table.host, evening.told[-1]) == (CLARA.id, HostForAdmins())
    assert what(await evening.tap(CLARA, Action.START)) is Note.STARTED


async def test_the_board_names_the_others_and_an_admin_may_press_it() -> None:
    """Pressed by anybody else it says who may."""
    evening = await playing()
    await evening.say(Word.HOST, None)
    first, *others = [pressed(evening, BERT, DIETER, Action.HOST) for _ in range(4)]
    assert isinstance(await evening.service.handle(first), Nothing)
    assert what(await told_of(evening, Finding.NO)) is Barred.HOST_OR_ADMIN
    for tap, finding, answer in zip(
        others,
        (Finding.UNKNOWN, Finding.YES, Finding.YES),
        (Barred.ADMIN_UNKNOWN, Note.HANDED_OVER, Barred.OLD_MENU),
        strict=True,
    ):
        reply = await evening.service.handle(tap)
        assert what(await told_of(evening, finding) if isinstance(reply, Nothing) else reply) is answer
    assert (evening.table.host, evening.table.office) == (DIETER.id, None)
    assert evening.told.count(HostChanged(DIETER.id)) == 1


async def test_an_answer_of_telegrams_that_comes_twice_has_its_effect_once() -> None:
    """A worker that dies over it is followed by one that asks again: a vote would be taken back."""
    evening = await playing()
    await evening.say(Word.KICK, BERT)
    assert await press(evening, BERT, CLARA) is Note.VOTE_COUNTED
    before = evening.table
    assert isinstance(await told_of(evening, Finding.NO), Nothing)
    assert evening.table == before


async def test_the_office_goes_to_somebody_who_is_there() -> None:
    """The host leaves; the next seat pauses, so the one after it inherits, and only if all pause a pausing one."""
    evening = await playing()
    game = running(evening)
    for away, heir in (((BERT.id,), CLARA.id), ((BERT.id, CLARA.id, DIETER.id), BERT.id)):
        seats = tuple(
            replace(seat, presence=Presence.AWAY) if seat.player in away else seat for seat in game.seats
        )  # fmt: skip
        evening.store.tables[evening.id] = replace(evening.table, game=replace(game, seats=seats), host=ANNA.id)
        await evening.service.handle(MemberGone(evening.mark(), evening.place, ANNA.id))
        assert evening.table.host == heir


async def test_a_host_whose_seat_pauses_may_still_hand_over() -> None:
    """His office is not his seat."""
    evening = await playing()
    game = running(evening)
    seats = tuple(replace(seat, presence=Presence.AWAY) if seat.player == ANNA.id else seat for seat in game.seats)
    evening.store.tables[evening.id] = replace(evening.table, game=replace(game, seats=seats))
    await reply(evening, Word.HOST, ANNA, BERT)
    assert evening.table.host == BERT.id


async def test_forgotten_voters_leave_no_trace_on_the_board() -> None:
    """Neither who voted nor who was voted on."""
    evening = await playing()
    await evening.say(Word.KICK, ANNA)
    await press(evening, BERT, CLARA)
    await evening.service.handle(Forget(evening.id, BERT.id))
    await press(evening, DIETER, CLARA)
    await evening.service.handle(Forget(evening.id, DIETER.id))
    stored = TABLES.dump(evening.table)
    assert str(BERT.id).encode() not in stored
    assert str(DIETER.id).encode() not in stored
    assert sits(evening, CLARA)
