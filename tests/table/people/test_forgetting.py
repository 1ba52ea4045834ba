"""Being forgotten: at one's own wish at once and everywhere, and by and by when one no longer comes."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import orjson
import pytest

from tests.store.samples import post, table
from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening
from tgbot.game.events import Event
from tgbot.game.roll import Roll
from tgbot.game.rules.payment import Payment
from tgbot.game.seats import PlayerId
from tgbot.game.state import Bluff, Over
from tgbot.store.codec import POSTS, TABLES
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.inquiry import Finding, Informed
from tgbot.table.intents.inward import Forget, GroupRefused
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.evening import EveningEnded
from tgbot.table.news.notices import Notice
from tgbot.table.news.own import ForgetAsked, ForgetBegun, OwnData, OwnStatistics, PrivacyTold
from tgbot.table.ports.effects import Forgotten, Played, Seated, Switched
from tgbot.table.state.boards import Menu
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.debts import Bill, Debt
from tgbot.table.state.evening import Recap, Score
from tgbot.table.state.mentions import NOBODY, players_in, replaced, without_strangers
from tgbot.table.state.table import Table
from tgbot.table.state.task_box import OwnTask, TaskBox

T = TypeVar("T")

GUEST = PlayerId(-1)
DESK = TableId(ANNA.id)


def holds(evening: Evening, player: PlayerId, name: str) -> bool:
    """Whether anything committed for the group since the last clearing, or its state, has this id or name."""
    stored = TABLES.dump(evening.table)
    queued = [POSTS.dump(post) for of, post in evening.store.posts if of == evening.id]
    marks = repr((evening.store.dirty, evening.store.effects, evening.store.inquiries)).encode()
    return any(str(player).encode() in text or name.encode() in text for text in (stored, *queued, marks))


def cleared(evening: Evening) -> Evening:
    """Forget what was queued so far: that is the store's to scrub."""
    for queue in (evening.store.posts, evening.store.dirty, evening.store.effects, evening.store.inquiries):
        queue.clear()
    return evening


async def at_desk(evening: Evening, word: Word) -> list[Event | Notice]:
    """Have Anna write to the bot; returns all it has told her."""
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=False, word=word))
    return [item for of, post in evening.store.posts if of == DESK for item in post.items]


async def press(evening: Evening, action: Action) -> None:
    """Have Anna press a button at her desk."""
    tap = Tap(DESK, 0, 0, action)
    await evening.service.handle(Tapped(evening.mark(tap=True), "q", ANNA, tap, chat=ANNA.id))


@pytest.fixture
async def playing() -> Evening:
    """A game in which Bert has announced and Clara must answer; Bert has changed a rule too."""
    evening = Evening((4, 2, 5, 3, 6, 1, 6, 2, 6, 3, 6, 4))
    await evening.begin(ANNA, BERT, CLARA, DIETER)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    await evening.tap(BERT, Action.BELIEVE)
    await evening.tap(BERT, Action.ANNOUNCE, "53")
    change = RulesChanged(BERT.id, "limit", "3", "5", evening.store.now)
    evening.store.tables[evening.id] = replace(
        evening.table, changes=(change,), end_votes=(BERT.id,), menu=Menu(1, BERT.id)
    )
    return cleared(evening)


@pytest.mark.parametrize("who", [ANNA, BERT, CLARA, DIETER], ids=lambda who: who.name)
async def test_nothing_of_somebody_is_left_and_the_game_goes_on(playing: Evening, who: object) -> None:
    """Host, claimer, holder or somebody who waits: his id and name are gone, and the others can still finish."""
    gone = next(player for player in (ANNA, BERT, CLARA, DIETER) if player is who)
    await playing.service.handle(Forget(playing.id, gone.id))
    assert not holds(playing, gone.id, gone.name)
    assert GUEST in players_in(playing.table)

    rest = [player for player in (ANNA, BERT, CLARA, DIETER) if player is not gone]
    host = next(player for player in rest if player.id == playing.table.host)
    for _ in range(3):
        await playing.pass_time(Due.TURN)
    await playing.say(Word.EVENING, host)
    assert isinstance(playing.table.game, Over)
    assert not holds(playing, gone.id, gone.name)
    recap = playing.table.recap
    assert recap is not None
    assert {score.player for score in recap.scores} == {GUEST, *(player.id for player in rest)}


async def test_forgetting_twice_changes_nothing(playing: Evening) -> None:
    """The job may run again after a crash."""
    await playing.service.handle(Forget(playing.id, BERT.id))
    once = playing.table
    await playing.service.handle(Forget(playing.id, BERT.id))
    assert playing.table == once


async def test_the_vote_of_who_is_forgotten_is_gone_with_his_seat() -> None:
    """As with everybody who gets up: the seats that are left decide."""
    evening = Evening()
    await evening.seat(ANNA, BERT, CLARA, DIETER)
    await evening.say(Word.HOUSE, ANNA)
    await evening.menu(ANNA, Action.VOTE_ON, "limit-5")
    await evening.tap(BERT, Action.VOTE_NO, detail="limit-5")
    await evening.service.handle(Forget(evening.id, BERT.id))
    assert evening.table.vote is not None
    assert (evening.table.vote.yes, evening.table.vote.no) == ((ANNA.id,), ())
    await evening.tap(CLARA, Action.VOTE_YES, detail="limit-5")
    assert evening.table.rules.limit == 5


async def test_a_group_without_its_host_has_nobody_to_tell_that_it_is_shut(playing: Evening) -> None:
    """He was forgotten after the game: a guest has no private chat."""
    await playing.say(Word.END, ANNA)
    await playing.service.handle(Forget(playing.id, ANNA.id))
    await playing.service.handle(GroupRefused(playing.id))
    assert set(playing.store.tables) == {playing.id}


async def test_two_forgotten_players_are_two_guests(playing: Evening) -> None:
    """Their seats stay apart."""
    await playing.service.handle(Forget(playing.id, BERT.id))
    await playing.service.handle(Forget(playing.id, DIETER.id))
    assert {PlayerId(-1), PlayerId(-2)} <= players_in(playing.table)
    assert playing.table.guests == 2


async def test_no_seat_and_no_game_is_noted_for_a_guest(playing: Evening) -> None:
    """His games are told at the table; there is no user any more for whom a seat or a game could be noted."""
    await playing.service.handle(Forget(playing.id, BERT.id))
    await playing.say(Word.END, ANNA)
    noted = [effect.player for effect in playing.store.effects if isinstance(effect, Played | Seated)]
    assert {ANNA.id, CLARA.id, DIETER.id} <= set(noted)
    assert GUEST not in noted


async def test_a_recap_forgets_too_and_its_picture_is_drawn_anew(playing: Evening) -> None:
    """Telegram's copy shows the old name, so it is not sent again."""
    await playing.say(Word.EVENING, ANNA)
    recap = playing.table.recap
    assert recap is not None
    playing.store.tables[playing.id] = replace(playing.table, recap=replace(recap, photo="AgAC"))
    cleared(playing)
    await playing.service.handle(Forget(playing.id, CLARA.id))
    assert playing.table.recap is not None
    assert playing.table.recap.photo == ""
    assert not holds(playing, CLARA.id, CLARA.name)


async def test_who_comes_back_is_somebody_new(playing: Evening) -> None:
    """The guest's seat is not his any more."""
    await playing.service.handle(Forget(playing.id, CLARA.id))
    await playing.tap(CLARA, Action.OPEN)
    await playing.say(Word.NEW, CLARA)
    assert playing.table.member(GUEST) is not None
    assert playing.table.guests == 1


def test_every_player_is_found_by_type_wherever_he_stands() -> None:
    """After replacing them all nothing of a table or a post names anybody of before, and nothing else has changed."""
    stored = replace(
        table(),
        recap=Recap(
            number=1, day="2026-12-04", games=1, scores=(Score(player=PlayerId(7_000_000_001)),),
            boldest=Bluff(PlayerId(7_000_000_002), Roll((6, 6)), 3),
        ),
    )  # fmt: skip
    _replaced_everywhere(stored, TABLES.dump)
    owing = replace(
        stored,
        debts=(Debt(number=1, player=PlayerId(8_000_000_001), units=1, payment=Payment.TASKS, claps=(PlayerId(8_000_000_002),)),),
        bills=(Bill(PlayerId(8_000_000_003), 1, 2, 0),),
        box=TaskBox(
            tasks=(OwnTask(1, PlayerId(8_000_000_004), "x"), OwnTask(2, None, "y")),
            binned=(OwnTask(3, PlayerId(8_000_000_005), "z"),),
            asked=(PlayerId(8_000_000_006), 7),
        ),
    )  # fmt: skip
    assert {PlayerId(8_000_000_000 + number) for number in range(1, 7)} <= players_in(owing)
    _replaced_everywhere(owing, TABLES.dump)
    _replaced_everywhere(post(), POSTS.dump)


def _replaced_everywhere(value: T, written: Callable[[T], bytes]) -> None:
    everybody = players_in(value)
    assert len(everybody) >= 3
    changed = value
    for number, player in enumerate(everybody, start=1):
        changed = replaced(changed, player, PlayerId(-number))
    text = orjson.loads(written(changed))
    assert not [player for player in everybody if _found(text, player)]
    for number, player in enumerate(everybody, start=1):
        changed = replaced(changed, PlayerId(-number), player)
    assert changed == value


def _found(value: object, player: int) -> bool:
    match value:
        case dict():
            return any(_found(item, player) for item in value.values())
        case list():
            return any(_found(item, player) for item in value)
        case _:
            return value == player


def test_a_moment_that_looks_like_a_player_is_left_alone() -> None:
    """Only what is typed as a player is one."""
    stored = replace(table(), opened_at=7_000_000_001)
    assert replaced(stored, PlayerId(7_000_000_001), NOBODY).opened_at == 7_000_000_001


async def test_names_of_people_who_no_longer_come_are_dropped() -> None:
    """With the next evening's end, unless something at the table still speaks of them."""
    evening = Evening((5, 3, 4, 2))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.EVENING, ANNA)
    await evening.say(Word.NEW, ANNA)
    assert evening.table.member(CLARA.id) is not None, "the recap still names her"
    await evening.tap(BERT, Action.JOIN)
    await evening.tap(ANNA, Action.START_ANYWAY)
    await evening.say(Word.EVENING, ANNA)
    assert evening.table.member(CLARA.id) is None
    assert evening.table.member(BERT.id) is not None


async def test_who_only_sat_in_a_lobby_is_gone_with_the_next_one() -> None:
    """No evening was played, so nothing speaks of him."""
    evening = Evening()
    await evening.seat(ANNA, DIETER)
    await evening.say(Word.END, ANNA)
    await evening.say(Word.NEW, BERT)
    assert [member.player for member in evening.table.members] == [BERT.id]


def test_dropping_strangers_keeps_the_order_of_the_others() -> None:
    """Suffixes of like names stay where they are."""
    kept = table()
    stranger = Table(id=kept.id, chat=kept.chat, members=kept.members)
    assert without_strangers(stranger).members == ()
    assert without_strangers(kept).members == kept.members


async def test_the_desk_asks_once_more_and_then_begins() -> None:
    """Two taps; the order to forget is committed with the answer."""
    evening = Evening()
    desk = await at_desk(evening, Word.MY_DATA)
    assert desk[-1] == OwnData()
    await press(evening, Action.FORGET)
    assert evening.store.effects == []
    await press(evening, Action.FORGET_SURE)
    assert [item for _, post in evening.store.posts for item in post.items][-2:] == [ForgetAsked(), ForgetBegun()]
    assert evening.store.effects == [Forgotten(ANNA.id)]


async def test_statistics_are_switched_at_the_desk_alone() -> None:
    """On and off; the answer is worded when it is sent, so the queue holds no figure."""
    evening = Evening()
    assert (await at_desk(evening, Word.STATISTICS))[-1] == OwnStatistics()
    await press(evening, Action.STATISTICS_ON)
    await press(evening, Action.STATISTICS_OFF)
    assert evening.store.effects == [Switched(ANNA.id, on=True), Switched(ANNA.id, on=False)]
    assert (await at_desk(evening, Word.PRIVACY))[-1] == PrivacyTold()


@pytest.mark.parametrize("action", [Action.FORGET_SURE, Action.STATISTICS_ON])
async def test_a_forged_button_forgets_nobody(action: Action) -> None:
    """Neither in a group, nor at somebody else's desk."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await at_desk(evening, Word.MY_DATA)
    cleared(evening)
    await evening.tap(BERT, action)
    tap = Tap(DESK, 0, 0, action)
    await evening.service.handle(Tapped(evening.mark(tap=True), "q", BERT, tap, chat=BERT.id))
    await evening.service.handle(Tapped(evening.mark(tap=True), "q", BERT, tap, chat=ANNA.id))
    assert evening.store.effects == []
    assert evening.store.posts == []


async def test_a_table_that_learns_a_name_is_found_again() -> None:
    """Who only asked for something at a table is in its state, so it stands in his index too."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    cleared(evening)
    await evening.say(Word.EVENING, DIETER)
    assert evening.table.member(DIETER.id) is not None
    assert evening.store.effects == [Seated(DIETER.id, seated=False)]
    (inquiry,) = evening.store.inquiries
    await evening.service.handle(Informed(evening.id, inquiry, Finding.NO))
    await evening.service.handle(Forget(evening.id, DIETER.id))
    assert DIETER.id not in players_in(evening.table)


async def test_a_recap_in_the_queue_names_guests() -> None:
    """Its facts are ids; replacing them is all it takes."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.EVENING, ANNA)
    _, told = evening.store.posts[-2]
    changed = replaced(told, BERT.id, NOBODY)
    ended = next(item for item in changed.items if isinstance(item, EveningEnded))
    assert [score.player for score in ended.recap.scores] == [ANNA.id, NOBODY, CLARA.id]
