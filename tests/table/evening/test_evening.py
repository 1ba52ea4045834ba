"""The evening: counted across games and rule changes, told within what may be told, and over when it is over."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening
from tgbot.game.rules.disclose import Disclose
from tgbot.game.rules.payment import Payment
from tgbot.game.seats import Presence, find
from tgbot.game.state import Announcing, Lobby, Over
from tgbot.table.clock.calendar import Calendar
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.identity import Language, Person
from tgbot.table.intents.deadline import Deadline, Due, TimePassed
from tgbot.table.intents.inquiry import Finding, Informed
from tgbot.table.intents.inward import Pictured
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import ChatUpgraded
from tgbot.table.intents.word import Word
from tgbot.table.news.evening import EveningEnded, EveningGoesOn, NoEvening, RecapPictured, StandTold
from tgbot.table.news.own import PrivacyTold, PrivateMatter
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import RecapButton
from tgbot.table.ports.effects import Played
from tgbot.table.settle import settle
from tgbot.table.state.evening import Form, Score
from tgbot.table.state.own import statistics_of

ROUND = (4, 2, 3, 1, 6, 4, 5, 2, 6, 1)
HOURS = 3_600_000


async def example_round(evening: Evening) -> None:
    """Anna 42, Bert 53 over 31, Clara 64, Dieter 66 over 52, Anna lifts."""
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    for who, value in ((BERT, "53"), (CLARA, "64"), (DIETER, "66")):
        await evening.tap(who, Action.BELIEVE)
        await evening.tap(who, Action.ANNOUNCE, value)
    await evening.tap(ANNA, Action.DOUBT)


def score(evening: Evening, who: Person) -> Score:
    """What the running evening, or else the last recap, says of somebody."""
    now, recap = evening.table.evening, evening.table.recap
    scores = now.scores if now is not None else recap.scores if recap is not None else ()
    return next(score for score in scores if score.player == who.id)


@pytest.fixture
async def played() -> Evening:
    """A game with one round played: Dieter was caught."""
    evening = Evening(ROUND)
    await evening.begin(ANNA, BERT, CLARA, DIETER)
    await example_round(evening)
    return evening


async def test_an_evening_begins_with_the_first_game() -> None:
    """A lobby is no game yet."""
    evening = Evening((4, 2))
    await evening.seat(ANNA, BERT, CLARA)
    assert evening.table.evening is None
    await evening.tap(ANNA, Action.START)
    assert evening.table.evening is not None
    assert (evening.table.evening.number, evening.table.evening.games) == (1, 1)


async def test_every_round_is_counted_for_everybody_in_it(played: Evening) -> None:
    """Who announced, who doubted rightly, who was caught and lost."""
    anna, dieter = score(played, ANNA), score(played, DIETER)
    assert (anna.games, anna.announced, anna.right_doubts, anna.rounds_lost) == (1, 1, 1, 0)
    assert (dieter.announced, dieter.caught, dieter.rounds_lost, dieter.units) == (1, 1, 1, 1)


async def test_lies_that_were_believed_are_told_only_when_the_game_is_over(played: Evening) -> None:
    """Bert's 53 over 31 lived, and Clara believed it; while the game runs nothing stored beside the game says so."""
    assert (score(played, BERT).lived_lies, score(played, CLARA).believed_lies) == (0, 0)
    await played.say(Word.END, ANNA)
    assert (score(played, BERT).lived_lies, score(played, CLARA).believed_lies) == (1, 1)
    assert (score(played, ANNA).lived_lies, score(played, DIETER).believed_lies) == (0, 0)


async def test_a_group_that_discloses_nothing_never_learns_who_was_gullible() -> None:
    """`disclose` never: the counts are dropped with the game, and so is the boldest bluff."""
    evening = Evening(ROUND)
    await evening.seat(ANNA, BERT, CLARA, DIETER)
    rules = replace(evening.table.rules, disclose=Disclose.NEVER)
    game = evening.table.game
    assert isinstance(game, Lobby)
    evening.store.tables[evening.id] = replace(evening.table, rules=rules, game=replace(game, rules=rules))
    await evening.tap(ANNA, Action.START)
    await example_round(evening)
    await evening.say(Word.EVENING, ANNA)

    recap = evening.table.recap
    assert recap is not None
    assert recap.boldest is None
    assert not any(count.lived_lies or count.believed_lies for count in recap.scores)
    assert recap.longest_chain == 4
    counted = evening.table.counted
    assert counted is not None
    assert statistics_of(counted.scores[0], counted).bluff_rate is None


async def test_the_tally_runs_across_games_and_takes_latecomers_in() -> None:
    """A second game adds to the first; who sits down in the middle of it stands at the end."""
    evening = Evening((*ROUND, 3, 1))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    await evening.say(Word.END, ANNA)
    await evening.tap(ANNA, Action.OPEN)
    await evening.tap(ANNA, Action.START)
    await evening.tap(DIETER, Action.JOIN)
    await evening.tap(DIETER, Action.OPEN)

    now = evening.table.evening
    assert now is not None
    assert [(count.player, count.games) for count in now.scores] == [
        (ANNA.id, 2),
        (BERT.id, 2),
        (CLARA.id, 2),
        (DIETER.id, 1),
    ]
    assert now.games == 2


async def test_coming_back_into_the_same_game_is_no_second_game(played: Evening) -> None:
    """Leaving and returning leaves the count at one."""
    await played.tap(BERT, Action.LEAVE, step=0)
    await played.tap(BERT, Action.JOIN, step=0)
    assert isinstance(played.table.game, Announcing)
    seat = find(played.table.game.seats, BERT.id)
    assert seat is not None
    assert seat.presence is Presence.PRESENT
    assert score(played, BERT).games == 1


async def test_stand_tells_lost_rounds_and_nothing_about_how_they_were_paid(played: Evening) -> None:
    """Not even a queued post holds who paid in which form."""
    table = played.table
    assert table.evening is not None
    wet = tuple(replace(count, paid=((Form.SIPS, 3), (Form.TASK, 2))) for count in table.evening.scores)
    played.store.tables[played.id] = replace(table, evening=replace(table.evening, scores=wet, sips=True))
    await played.say(Word.STAND, BERT)
    told = played.told[-1]
    assert isinstance(told, StandTold)
    assert told.sips
    assert [(count.paid, count.tasks) for count in told.scores] == [((), 2)] * 4
    assert [count.player for count in told.scores] == [ANNA.id, BERT.id, CLARA.id, DIETER.id]

    await played.say(Word.EVENING, ANNA)
    assert played.table.recap is not None
    assert all(count.paid == () for count in played.table.recap.scores)


async def test_stand_without_an_evening_says_so() -> None:
    """Nothing played, nothing to tell."""
    evening = Evening()
    await evening.say(Word.STAND, ANNA)
    assert evening.told == [NoEvening()]
    evening.store.now += 60_000
    await evening.say(Word.EVENING, ANNA)
    assert evening.told == [NoEvening(), NoEvening()]


async def test_a_game_for_sips_makes_the_evening_one_with_sips() -> None:
    """Then its standings know no ranking."""
    evening = Evening((4, 2))
    await evening.seat(ANNA, BERT, CLARA)
    game = evening.table.game
    assert isinstance(game, Lobby)
    wet = replace(game, rules=replace(game.rules, payment=Payment.SIPS))
    evening.store.tables[evening.id] = replace(evening.table, game=wet)
    await evening.tap(ANNA, Action.START)
    assert evening.table.evening is not None
    assert evening.table.evening.sips


async def test_the_host_ends_the_evening_in_the_middle_of_a_game(played: Evening) -> None:
    """The game stops, nobody pays; recap and picture follow, the picture as a post of its own."""
    await played.say(Word.EVENING, ANNA)
    assert isinstance(played.table.game, Over)
    assert played.table.evening is None
    told, pictured = (post.items for _, post in played.store.posts[-2:])
    assert isinstance(told[-1], EveningEnded)
    assert pictured == (RecapPictured(1),)
    assert not told[-1].again
    assert [post.id.rpartition(".")[2] for _, post in played.store.posts[-2:]] == [
        f"p{played.table.posts - 1}",
        f"p{played.table.posts}",
    ]


async def test_others_end_it_only_as_admins_while_a_game_runs(played: Evening) -> None:
    """Telegram is asked; a no is told, and the game goes on."""
    await played.say(Word.EVENING, BERT)
    (inquiry,) = played.store.inquiries
    await played.service.handle(Informed(played.id, inquiry, Finding.NO))
    assert played.told[-1] == EveningGoesOn(BERT.id)
    assert played.table.evening is not None
    await played.say(Word.EVENING, BERT)
    await played.service.handle(Informed(played.id, played.store.inquiries[-1], Finding.YES))
    assert played.table.evening is None


async def test_anybody_ends_it_when_no_game_runs(played: Evening) -> None:
    """After the game, or when nobody has moved for half an hour."""
    await played.say(Word.END, ANNA)
    await played.say(Word.EVENING, BERT)
    assert played.table.evening is None


async def test_the_evening_ends_by_itself_eight_hours_after_the_last_game(played: Evening) -> None:
    """No deadline while somebody plays; a quiet recap when nobody has for long enough."""
    assert played.store.nights[played.id] == ()
    ended = played.store.now
    await played.say(Word.END, ANNA)
    await played.pass_time(Due.EVENING)
    assert played.store.now == ended + 8 * HOURS
    assert isinstance(played.told[-2], EveningEnded)
    assert played.table.evening is None


async def test_a_sleeping_game_does_not_keep_the_evening_up_for_ever(played: Evening) -> None:
    """Everybody went home: eight hours later the game is stopped with the evening, and nobody pays."""
    before, asleep = played.table, replace(played.table, asleep=True)
    moment = Moment(played.store.now, played.cup, played.service.timing)
    (deadline,) = settle(before, Decision(table=asleep), None, moment).nights or ()
    assert deadline == Deadline(Due.EVENING, played.store.now + 8 * HOURS, 1, 0)

    await played.service.handle(TimePassed(played.id, deadline))
    assert played.table.evening is not None, "somebody plays"
    played.store.tables[played.id] = asleep
    await played.service.handle(TimePassed(played.id, deadline))
    assert played.table.evening is None
    assert isinstance(played.table.game, Over)


async def test_a_new_game_begins_a_new_evening_and_keeps_the_old_recap(played: Evening) -> None:
    """The last recap can be told until the next evening is over."""
    await played.say(Word.EVENING, ANNA)
    played.cup._dice = [5, 3]
    await played.tap(ANNA, Action.OPEN)
    await played.tap(ANNA, Action.START)
    assert played.table.evening is not None
    assert (played.table.evening.number, score(played, ANNA).rounds_lost) == (2, 0)
    assert played.table.recap is not None
    assert played.table.recap.number == 1


async def test_abend_once_more_tells_the_recap_once_more(played: Evening) -> None:
    """With the picture Telegram knows by now."""
    await played.say(Word.EVENING, ANNA)
    await played.service.handle(Pictured(played.id, 1, "AgAC"))
    played.store.now += 60_000
    await played.say(Word.EVENING, BERT)
    ended, pictured = played.told[-2:]
    assert isinstance(ended, EveningEnded)
    assert ended.again
    assert pictured == RecapPictured(1)
    assert played.table.recap is not None
    assert played.table.recap.photo == "AgAC"


async def test_another_language_wants_another_picture(played: Evening) -> None:
    """What Telegram knows shows the words of the old one. A name for an older evening's picture is not taken."""
    await played.say(Word.EVENING, ANNA)
    await played.service.handle(Pictured(played.id, 7, "older"))
    await played.service.handle(Pictured(played.id, 1, "AgAC"))
    await played.tap(ANNA, Action.LANGUAGE_EN)
    (*_, inquiry) = played.store.inquiries
    await played.service.handle(Informed(played.id, inquiry, Finding.YES))
    assert played.table.language is Language.EN
    assert played.table.recap is not None
    assert played.table.recap.photo == ""


async def test_who_was_there_may_have_it_told_at_eleven(played: Evening) -> None:
    """One tap on, one off; on, it is told again at eleven, and once."""
    await played.say(Word.EVENING, ANNA)
    on = await played.tap(BERT, Action.MORNING, step=1)
    off = await played.tap(BERT, Action.MORNING, step=1)
    assert [reply.what for reply in (on, off) if isinstance(reply, Told)] == [Note.MORNING_ON, Note.MORNING_OFF]
    assert played.store.nights[played.id] == ()

    await played.tap(CLARA, Action.MORNING, step=1)
    await played.pass_time(Due.MORNING)
    assert datetime.fromtimestamp(played.store.now / 1000, UTC).hour == 11
    ended, pictured = played.told[-2:]
    assert isinstance(ended, EveningEnded)
    assert ended.again
    assert pictured == RecapPictured(1)
    assert played.store.nights[played.id] == ()


async def test_the_pressed_button_shows_whether_it_is_on(played: Evening) -> None:
    """It is brought in line where it was pressed: at every tap, once the morning has come, and when another evening is over."""

    async def press(message: int) -> None:
        tapped = played.tapped(BERT, Action.MORNING, step=1)
        await played.service.handle(replace(tapped, message=message))

    def brought_in_line() -> set[int]:
        found = {surface.message for surface in played.store.dirty if isinstance(surface, RecapButton)}
        played.store.dirty.clear()
        return found

    await played.say(Word.EVENING, ANNA)
    assert brought_in_line() == set()
    for _ in range(3):
        await press(77)
        assert brought_in_line() == {77}
    await played.pass_time(Due.MORNING)
    assert brought_in_line() == {77}

    played.cup._dice = [5, 3]
    await played.begin(ANNA, BERT, CLARA)
    await played.say(Word.EVENING, ANNA)
    assert brought_in_line() == {77}
    assert played.table.recap is not None
    assert played.table.recap.message == 0


async def test_strangers_and_old_buttons_set_no_morning(played: Evening) -> None:
    """The button belongs to its evening and to who was there."""
    stranger = Person(DIETER.id + 1000, "Fremd")  # type: ignore[arg-type]
    await played.say(Word.EVENING, ANNA)
    replies = [await played.tap(stranger, Action.MORNING, step=1), await played.tap(BERT, Action.MORNING, step=2)]
    assert [reply.what for reply in replies if isinstance(reply, Told)] == [Barred.NOT_THAT_EVENING, Barred.OLD_BUTTON]
    assert played.table.recap is not None
    assert played.table.recap.morning == 0


@pytest.mark.parametrize(
    ("now", "morning"),
    [
        ("2026-12-05T02:00", "2026-12-05T11:00"),
        ("2026-12-04T23:30", "2026-12-05T11:00"),
        ("2026-12-05T11:00", "2026-12-06T11:00"),
        ("2026-10-24T23:00", "2026-10-25T11:00"),  # the clocks go back in between
        ("2027-03-27T23:00", "2027-03-28T11:00"),  # and forward
    ],
)
def test_eleven_is_eleven_on_the_groups_wall(now: str, morning: str) -> None:
    """In the time zone of the settings, also in the nights when the clocks change."""
    zone = ZoneInfo("Europe/Berlin")
    moments = [round(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000) for text in (now, morning)]
    assert Calendar(zone).morning(moments[0]) == moments[1]
    assert Calendar(zone).day(moments[0]) == now[:10]


async def test_a_finished_game_counts_for_its_players_without_a_figure_in_the_queue(played: Evening) -> None:
    """The effect names player and game; what it adds stands in the table."""
    played.store.effects.clear()
    await played.say(Word.END, ANNA)
    effects = [effect for effect in played.store.effects if isinstance(effect, Played)]
    assert effects == [Played(who.id, 1) for who in (ANNA, BERT, CLARA, DIETER)]
    counted = played.table.counted
    assert counted is not None
    figures = statistics_of(counted.scores[3], counted)
    assert (figures.games, figures.rounds_lost, figures.caught, figures.bluff_rate) == (1, 1, 1, 100)


async def test_private_matters_are_not_told_in_the_group(played: Evening) -> None:
    """`/statistik` and `/meinedaten` point to the private chat, `/datenschutz` is for everybody."""
    for word in (Word.STATISTICS, Word.MY_DATA, Word.PRIVACY):
        played.store.now += 60_000
        await played.say(word, BERT)
    assert played.told[-3:] == [PrivateMatter(), PrivateMatter(), PrivacyTold()]


async def test_a_button_left_behind_in_the_chat_of_before_is_no_message_of_the_new_one(played: Evening) -> None:
    """Messages are numbered anew in a supergroup: that number may be a card's there, which must keep its buttons."""
    await played.say(Word.EVENING, ANNA)
    tapped = replace(played.tapped(BERT, Action.MORNING, step=1), message=57)
    await played.service.handle(tapped)
    await played.service.handle(ChatUpgraded(played.mark(), played.place.chat, -1009999999999))
    played.store.dirty.clear()
    await played.pass_time(Due.MORNING)
    await played.service.handle(replace(tapped, mark=played.mark(tap=True)))
    assert played.told[-1] == RecapPictured(1)
    assert not any(isinstance(surface, RecapButton) for surface in played.store.dirty)
