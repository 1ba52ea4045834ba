"""Whatever somebody types again and again, the group gets only so many answers to it."""

from itertools import product

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.playing_by import Table
from tgbot.game.rules.house import HouseRules
from tgbot.game.state import Over
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Informed
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import EndProposed, LobbyClosed

TIMES = 30
ANSWERS = 4
"""At once; then one every five seconds. What a command does to the game is told beside that, once."""


async def at(state: str) -> Table:
    """Set a table; Anna is its host."""
    table = Table(HouseRules(limit=9))
    if state == "lobby":
        await table.seat(ANNA, BERT, CLARA)
    elif state == "game":
        await table.open(ANNA, BERT, CLARA)
    return table


@pytest.mark.parametrize("who", [BERT, DIETER], ids=["seated", "not seated"])
@pytest.mark.parametrize("state", ["no table", "lobby", "game"])
@pytest.mark.parametrize("word", Word)
async def test_a_guest_who_types_a_command_thirty_times_is_answered_a_few_times(
    word: Word, state: str, who: Person
) -> None:
    """With anything behind it, and whatever Telegram says of his rights."""
    for rest, finding in product(("", "31", "tisch"), (Finding.NO, Finding.UNKNOWN)):
        table = await at(state)
        before = len(table.store.posts)
        for _ in range(TIMES):
            await table.say(word, who, rest)
            for inquiry in table.store.inquiries:
                await table.service.handle(Informed(table.id, inquiry, finding))
            table.store.inquiries.clear()
        told = [post.items for where, post in table.store.posts[before:] if where == table.id]
        assert len(told) <= ANSWERS + 1, told


async def test_who_opens_and_closes_the_table_again_and_again_closes_it_without_a_word_in_the_end() -> None:
    """It is closed all the same, and so is its card."""
    table = await at("no table")
    for _ in range(TIMES):
        await table.say(Word.NEW, ANNA)
        await table.say(Word.END, ANNA)
    assert table.table.game is None
    assert table.told == [LobbyClosed(ANNA.id)] * ANSWERS


async def test_a_task_nobody_is_told_of_is_kept_all_the_same() -> None:
    """The list has it, with the button to delete it."""
    table = await at("lobby")
    for number in range(TIMES):
        await table.say(Word.TASK, BERT, f"Nenne {number} Tiere.")
    assert len(table.table.box.tasks) == TIMES
    assert len(table.told) == ANSWERS


async def test_nobody_keeps_another_from_proposing_the_end_and_who_says_it_twice_keeps_the_votes_for_it() -> None:
    """However many answers there were of late; two of the others end it."""
    table = Table(HouseRules(limit=9))
    await table.open(ANNA, BERT, CLARA, DIETER)
    for _ in range(TIMES):
        await table.say(Word.HELP, CLARA)

    async def proposed() -> None:
        await table.say(Word.END, BERT)
        await table.service.handle(Informed(table.id, table.store.inquiries.pop(), Finding.NO))

    await proposed()
    assert table.told[-1] == EndProposed(BERT.id)
    await table.tap(CLARA, Action.CONFIRM_END)
    await proposed()
    await table.tap(DIETER, Action.CONFIRM_END)
    assert isinstance(table.table.game, Over)
