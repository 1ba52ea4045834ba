"""What a host chooses for the whole group is told each time, so he cannot choose as often as a script can press."""

from collections.abc import Awaitable, Callable

import pytest

from tests.table.fakes import ANNA, Evening
from tgbot.table.clock.timing import Timing
from tgbot.table.decisions.telling import AT_A_DESK, CHOSEN_AT_ONCE
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.paying import PurseWordsRefused
from tgbot.table.news.replies import Barred, Reply, Told

Choice = Callable[[Evening, int], Awaitable[Reply]]


async def another_language(evening: Evening, number: int) -> Reply:
    """Choose English, then German, then English again."""
    return await evening.tap(ANNA, (Action.LANGUAGE_EN, Action.LANGUAGE_DE)[number % 2])


async def other_rules(evening: Evening, number: int) -> Reply:
    """One preset after the other."""
    return await evening.menu(ANNA, Action.MENU_PRESET, ("maexle", "wirtshaus")[number % 2])


async def a_vote(evening: Evening, number: int) -> Reply:
    """Alone at the table, whatever she puts to the vote is carried at once."""
    return await evening.menu(ANNA, Action.VOTE_ON, f"limit-{5 + number % 2}")


@pytest.mark.parametrize("choice", [another_language, other_rules, a_vote], ids=lambda choice: choice.__name__)
async def test_what_is_told_to_everybody_can_be_chosen_so_often_and_no_more(choice: Choice) -> None:
    """She is told to slow down, and what she pressed then changes nothing: nobody is surprised by what was not told."""
    evening = Evening()
    await evening.seat(ANNA)
    await evening.say(Word.HOUSE, ANNA)
    before = len(evening.store.posts)
    for number in range(CHOSEN_AT_ONCE):
        await choice(evening, number)
    assert len(evening.store.posts) == before + CHOSEN_AT_ONCE
    table = evening.table
    for number in range(100):
        reply = await choice(evening, 2 * number)
        assert isinstance(reply, Told)
        assert reply.what is Barred.SLOWLY
    assert evening.table == table
    evening.store.now += Timing().tell
    await choice(evening, 0)
    assert len(evening.store.posts) == before + CHOSEN_AT_ONCE + 1


async def test_words_that_are_none_are_asked_for_again_a_few_times() -> None:
    """At her desk, where she was to type what she drinks."""
    evening, desk = Evening(), TableId(ANNA.id)
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=False, word=Word.PURSE))
    page = evening.store.tables[desk].purse
    assert page is not None
    tap = Tap(desk, 0, page.number, Action.PURSE, detail="page-words")
    await evening.service.handle(Tapped(evening.mark(tap=True), "q", ANNA, tap, chat=ANNA.id))
    for _ in range(100):
        await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=False, rest="x" * 500))
    assert [post.items for of, post in evening.store.posts if of == desk] == [(PurseWordsRefused(),)] * AT_A_DESK
