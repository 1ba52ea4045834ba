"""The desk in a private chat: whoever writes there like a script gets few answers, and fills nobody's store with the rest."""

from collections.abc import Awaitable, Callable

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, Evening
from tgbot.table.clock.timing import Timing
from tgbot.table.decisions.telling import AT_A_DESK
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.inward import DeskTold, GroupRefused
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import DeskSilenced
from tgbot.table.news.reminders import DeskReminder, ReminderDropped, ReminderNoted, TableOpened
from tgbot.table.news.replies import Barred, Note, Told

DESK = TableId(ANNA.id)
ELSEWHERE = TableId(-77)
Way = Callable[[Evening, int], Awaitable[object]]


def said(evening: Evening) -> int:
    """Count what stands in the queue of Anna's desk."""
    return sum(of == DESK for of, _ in evening.store.posts)


async def talks(evening: Evening, _: int) -> None:
    """Write anything."""
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=False, rest="hallo"))


async def asks(evening: Evening, number: int) -> None:
    """Ask for one thing after another."""
    words = (Word.ODDS, Word.HOUSE, Word.STATISTICS, Word.MY_DATA, Word.REMIND, Word.PRIVACY)
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=False, word=words[number % len(words)]))


async def follows_a_link(evening: Evening, _: int) -> None:
    """Come through the link of a table that is no more."""
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=True, table=ELSEWHERE))


async def presses(evening: Evening, number: int) -> Told:
    """Press the buttons under her own data."""
    action = (Action.STATISTICS_ON, Action.STATISTICS_OFF, Action.FORGET)[number % 3]
    tap = Tap(DESK, 0, 0, action)
    reply = await evening.service.handle(Tapped(evening.mark(tap=True), "q", ANNA, tap, chat=ANNA.id))
    assert isinstance(reply, Told)
    return reply


async def wishes(evening: Evening, number: int) -> None:
    """Ask a group to be reminded, and take it back."""
    noted = ReminderNoted if number % 2 else ReminderDropped
    await _told(evening, number, noted(ELSEWHERE, "Stammtisch"))


async def _told(evening: Evening, at: int, notice: DeskReminder) -> None:
    await evening.service.handle(DeskTold(DESK, ELSEWHERE, at, notice, Language.DE))


@pytest.mark.parametrize("way", [talks, asks, follows_a_link, presses, wishes], ids=lambda way: way.__name__)
async def test_a_private_chat_is_answered_as_fast_as_telegram_takes_it_and_no_faster(way: Way) -> None:
    """What is left out waits in no queue; a moment later there is an answer again."""
    evening = Evening()
    await talks(evening, 0)
    for number in range(1, 1_000):
        await way(evening, number)
    assert said(evening) == AT_A_DESK
    evening.store.now += Timing().desk
    for number in range(1_000, 1_010):
        await way(evening, number)
    assert said(evening) == AT_A_DESK + 1


async def test_who_presses_too_fast_is_told_so_and_nothing_is_done_without_a_word() -> None:
    """Neither a switch that shows nothing, nor a question nobody sees."""
    evening = Evening()
    await talks(evening, 0)
    replies = [(await presses(evening, 0)).what for _ in range(100)]
    assert replies.count(Note.DONE) == AT_A_DESK - 1
    assert set(replies) == {Note.DONE, Barred.SLOWLY}
    assert len(evening.store.effects) == AT_A_DESK - 1


async def test_what_she_has_not_asked_for_just_now_is_told_all_the_same() -> None:
    """That her group is shut, and that the table she waits for is open."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    for number in range(100):
        await talks(evening, number)
    before = said(evening)
    await evening.service.handle(GroupRefused(evening.id))
    await _told(evening, 1, opened := TableOpened("Stammtisch", ELSEWHERE.home))
    assert said(evening) == before + 2
    assert [post.items for _, post in evening.store.posts[-2:]] == [(DeskSilenced("Stammtisch"),), (opened,)]
