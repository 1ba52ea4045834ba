"""Reminders: who asked is called once when the next table opens here, and nobody else."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening, person
from tgbot.game.state import Lobby
from tgbot.store.codec import TABLES
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.inward import CalledInVain, DeskTold, Forget, GroupRefused, ReminderUnheard
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import MemberGone, SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import DeskTurnedAway
from tgbot.table.news.reminders import ReminderElsewhere, ReminderGone, ReminderNeedsDoor, RemindersFull, TableOpened
from tgbot.table.news.replies import Barred, Note, Reply, Told
from tgbot.table.ports.effects import Called, Remembered, Seated
from tgbot.table.state.mentions import players_in
from tgbot.table.state.reminder import LASTS, MOST, Heard, Wish

DESK = TableId(CLARA.id)


def what(reply: Reply) -> object:
    """Return what a toast is about."""
    assert isinstance(reply, Told), reply
    return reply.what


@pytest.fixture
async def group() -> Evening:
    """A group that has played before; nothing is open."""
    evening = Evening(timing=Timing(tell=0))
    await evening.seat(ANNA, BERT)
    await evening.say(Word.END, ANNA)
    evening.store.effects.clear()
    return evening


def wishes(evening: Evening) -> list[tuple[Person, Wish]]:
    """List whose wish became what, in order; the crowd's are left out."""
    people = {someone.id: someone for someone in (ANNA, BERT, CLARA, DIETER)}
    effects = [effect for effect in evening.store.effects if isinstance(effect, Remembered)]
    return [(people[effect.player], effect.wish) for effect in effects if effect.player in people]


def waiting(evening: Evening) -> list[int]:
    """List who has asked at the table."""
    return [reminder.player for reminder in evening.table.reminders]


def called(evening: Evening) -> list[int]:
    """List who is called, and to which game."""
    return [effect.player for effect in evening.store.effects if isinstance(effect, Called)]


def press(evening: Evening, who: Person, chat: int | None = None) -> Tapped:
    """Make a press of Doch nicht, in the presser's private chat if not elsewhere."""
    mark = evening.mark(tap=True)
    return Tapped(mark, f"q{mark.id}", who, Tap(evening.id, 0, 0, Action.REMIND), who.id if chat is None else chat)


async def through_the_link(evening: Evening, who: Person, finding: Finding) -> None:
    """Come through the reminder's link, and have Telegram say whether that is a member."""
    spoken = SpokeInPrivate(evening.mark(), who, start=True, table=evening.id, word=Word.REMIND)
    await evening.service.handle(spoken)
    inquiry = evening.store.inquiries[-1]
    assert (inquiry.purpose, inquiry.who) == (Purpose.REMIND, who)
    await evening.service.handle(Informed(evening.id, inquiry, finding))


async def test_the_next_table_calls_who_asked_and_the_one_after_does_not(group: Evening) -> None:
    """The wish is used up with the commit that opens the table; only ids stay at the table meanwhile."""
    await group.say(Word.REMIND, CLARA)
    assert wishes(group) == [(CLARA, Wish.NOTED)]
    assert Seated(CLARA.id, seated=False) in group.store.effects
    await group.say(Word.NEW, ANNA)
    assert [effect for effect in group.store.effects if isinstance(effect, Called)] == [
        Called(CLARA.id, group.table.games, group.table.reminders_at, group.store.now)
    ]
    assert group.table.reminders == ()
    await group.say(Word.END, ANNA)
    await group.say(Word.NEW, ANNA)
    assert called(group) == [CLARA.id]


async def test_an_open_table_or_a_running_game_calls_nobody_but_the_next_one_does(group: Evening) -> None:
    """Asked in the middle of a game, it is about the one after it; Nochmal opens that too."""
    group.cup._dice += [6, 5, 6, 5]
    await group.begin(ANNA, BERT, CLARA)
    await group.say(Word.REMIND, DIETER)
    await group.say(Word.NEW, ANNA)
    assert called(group) == []
    await group.say(Word.END, ANNA)
    await group.tap(BERT, Action.OPEN)
    assert isinstance(group.table.game, Lobby)
    assert called(group) == [DIETER.id]


async def test_asked_again_the_wish_is_taken_back_and_he_is_told(group: Evening) -> None:
    """Each word is dated later than the one before, even within the same millisecond."""
    for wish in (Wish.NOTED, Wish.DROPPED, Wish.NOTED, Wish.DROPPED):
        await group.say(Word.REMIND, CLARA)
        assert wishes(group)[-1] == (CLARA, wish)
    dates = [effect.at for effect in group.store.effects if isinstance(effect, Remembered)]
    assert dates == sorted(set(dates))
    await group.say(Word.NEW, ANNA)
    assert called(group) == []


async def test_who_opens_the_table_himself_is_not_called_and_an_anonymous_admin_calls_all(group: Evening) -> None:
    """His wish is used up all the same."""
    await group.say(Word.REMIND, ANNA)
    await group.say(Word.REMIND, CLARA)
    await group.say(Word.NEW, ANNA)
    assert called(group) == [CLARA.id]
    assert wishes(group)[-1] == (ANNA, Wish.QUIETLY_DROPPED)
    await group.say(Word.REMIND, ANNA)
    await group.say(Word.END, ANNA)
    await group.say(Word.NEW, None)
    assert called(group) == [CLARA.id, ANNA.id]


async def test_a_wish_lapses_after_thirty_days(group: Evening) -> None:
    """Then nobody is called, and asking again notes a new one."""
    await group.say(Word.REMIND, CLARA)
    await group.say(Word.REMIND, DIETER)
    group.store.now += LASTS
    await group.say(Word.REMIND, DIETER)
    group.store.now += 1
    await group.say(Word.REMIND, DIETER)
    await group.say(Word.REMIND, BERT)
    await group.say(Word.NEW, ANNA)
    assert called(group) == [DIETER.id, BERT.id]


async def test_only_so_many_may_ask_and_who_has_asked_may_still_take_it_back(group: Evening) -> None:
    """The list is bounded, and says so; it never grows with people who come and go."""
    crowd = [person(number) for number in range(100, 100 + MOST)]
    for someone in crowd:
        await group.say(Word.REMIND, someone)
    await group.say(Word.REMIND, CLARA)
    assert group.told[-1] == RemindersFull()
    await through_the_link(group, DIETER, Finding.YES)
    assert wishes(group) == [(DIETER, Wish.FULL)]
    assert len(group.table.reminders) == MOST
    await through_the_link(group, crowd[1], Finding.YES)
    await group.say(Word.REMIND, crowd[0])
    await group.say(Word.REMIND, CLARA)
    assert len(group.table.reminders) == MOST
    assert wishes(group)[-1:] == [(CLARA, Wish.NOTED)]


async def test_the_button_takes_back_the_pressers_own_wish_and_no_other(group: Evening) -> None:
    """F20: whoever presses a copy of it, wherever, speaks for himself; it works while the group is silent too."""
    await group.say(Word.REMIND, CLARA)
    assert what(await group.service.handle(press(group, DIETER))) is Barred.NO_REMINDER
    assert what(await group.service.handle(press(group, DIETER, chat=group.place.chat))) is Barred.NO_REMINDER
    assert what(await group.service.handle(press(group, CLARA, chat=BERT.id))) is Barred.NO_SUCH_BUTTON
    await group.service.handle(GroupRefused(group.id))
    assert what(await group.service.handle(press(group, CLARA))) is Note.REMINDER_OFF
    assert what(await group.service.handle(press(group, CLARA))) is Barred.NO_REMINDER
    assert wishes(group) == [(CLARA, Wish.NOTED), (CLARA, Wish.QUIETLY_DROPPED)]


async def test_the_link_notes_a_members_wish_and_never_takes_it_back(group: Evening) -> None:
    """F07: the link alone is not enough. F97: unknown is not no."""
    await through_the_link(group, DIETER, Finding.NO)
    await through_the_link(group, DIETER, Finding.UNKNOWN)
    assert not waiting(group)
    assert wishes(group) == [(DIETER, Wish.REFUSED), (DIETER, Wish.UNKNOWN)]
    await group.say(Word.REMIND, CLARA)
    await through_the_link(group, CLARA, Finding.YES)
    await through_the_link(group, CLARA, Finding.UNKNOWN)
    assert waiting(group) == [CLARA.id]
    await group.say(Word.NEW, ANNA)
    assert called(group) == [CLARA.id]


async def test_a_shut_private_chat_is_answered_in_the_group(group: Evening) -> None:
    """With the way there, or that the wish is gone."""
    await group.say(Word.REMIND, CLARA)
    await group.service.handle(ReminderUnheard(group.id, CLARA.id))
    await group.say(Word.REMIND, CLARA)
    await group.service.handle(ReminderUnheard(group.id, CLARA.id))
    await group.say(Word.REMIND, None)
    assert group.told[-3:] == [ReminderNeedsDoor(CLARA.id), ReminderGone(CLARA.id), ReminderNeedsDoor(None)]


async def test_who_leaves_the_group_or_is_forgotten_is_called_no_more(group: Evening) -> None:
    """And leaves no trace there."""
    for who in (CLARA, DIETER):
        await group.say(Word.REMIND, who)
    await group.service.handle(MemberGone(group.mark(), group.place, CLARA.id))
    assert wishes(group)[-1] == (CLARA, Wish.QUIETLY_DROPPED)
    await group.service.handle(Forget(group.id, DIETER.id))
    assert group.table.reminders == ()
    assert not players_in(group.table) & {CLARA.id, DIETER.id} - {member.player for member in group.table.members}
    assert str(DIETER.id).encode() not in TABLES.dump(group.table)
    await group.say(Word.NEW, ANNA)
    assert called(group) == []
    assert CLARA.name.encode() not in TABLES.dump(group.table)


@pytest.mark.parametrize("opened", [False, True])
async def test_who_was_called_in_vain_is_called_to_the_next_table_be_it_open_already(
    group: Evening,
    opened: bool,
) -> None:
    """The word that the first one had closed may come after the second was opened; both are one wish."""
    await group.say(Word.REMIND, CLARA)
    asked = group.store.now
    await group.say(Word.NEW, ANNA)
    await group.say(Word.END, ANNA)
    group.store.effects.clear()
    for step in sorted(("called in vain", "opened"), reverse=opened):
        if step == "opened":
            await group.say(Word.NEW, ANNA)
        else:
            await group.service.handle(CalledInVain(group.id, CLARA.id, asked, 2))
    calls = [effect for effect in group.store.effects if isinstance(effect, Called)]
    assert {(call.player, call.game, call.asked) for call in calls} == {(CLARA.id, group.table.games, asked)}
    assert wishes(group)[0] == (CLARA, Wish.KEPT)
    assert waiting(group) == []


async def test_whose_private_chat_is_shut_is_not_called_to_the_same_table_again(group: Evening) -> None:
    """Nothing is tried in a loop: the next table calls him."""
    await group.say(Word.REMIND, CLARA)
    await group.say(Word.NEW, ANNA)
    group.store.effects.clear()
    await group.service.handle(CalledInVain(group.id, CLARA.id, group.store.now))
    assert called(group) == []
    assert waiting(group) == [CLARA.id]


def told(evening: Evening, at: int, about: TableId | None = None) -> DeskTold:
    """Bring a word to Clara's desk."""
    notice = TableOpened("Stammtisch", evening.place.chat)
    return DeskTold(DESK, about or evening.id, at, notice, Language.DE)


def said(evening: Evening) -> int:
    """Count what stands in the queue of Clara's desk."""
    return sum(of == DESK for of, _ in evening.store.posts)


async def test_a_word_that_comes_twice_is_said_once(group: Evening) -> None:
    """A worker that dies over an effect is followed by one that begins again; older words are not repeated either."""
    for at, count in ((7, 1), (7, 1), (6, 1), (8, 2)):
        await group.service.handle(told(group, at))
        assert said(group) == count
    await group.service.handle(told(group, 7, TableId(-4)))
    assert said(group) == 3
    assert group.store.tables[DESK].heard == (Heard(group.id, 8), Heard(TableId(-4), 7))


async def test_a_desk_remembers_so_many_tables_words(group: Evening) -> None:
    """It does not grow for ever."""
    for number in range(1, 40):
        await group.service.handle(told(group, number, TableId(-number)))
    assert len(group.store.tables[DESK].heard) == 20


async def test_an_older_release_s_desk_and_table_know_no_reminders(group: Evening) -> None:
    """What it wrote is read with nobody to call."""
    old = TABLES.dump(replace(group.table, reminders=(), heard=()))
    assert TABLES.load(old).reminders == ()


async def test_in_private_the_command_is_explained(group: Evening) -> None:
    """The wish belongs to a group."""
    await group.service.handle(SpokeInPrivate(group.mark(), CLARA, start=False, word=Word.REMIND))
    assert group.store.posts[-1][1].items == (ReminderElsewhere(),)


async def test_the_link_of_a_table_nobody_knows_is_turned_away() -> None:
    """It is stored nowhere, so there is nobody to call; whoever came is not left without a word."""
    evening = Evening()
    spoken = SpokeInPrivate(evening.mark(), CLARA, start=True, table=TableId(-77), word=Word.REMIND)
    await evening.service.handle(spoken)
    assert TableId(-77) not in evening.store.tables
    assert not evening.store.inquiries
    assert [item for _, post in evening.store.posts for item in post.items] == [DeskTurnedAway("")]
