"""Which topics a command in the chat itself has looked for, and how often; what is done there is tested over Telegram."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, GROUP
from tests.table.playing_by import Table
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.inquiry import Finding, Informed, Inquiry
from tgbot.table.intents.inward import ThreadLost
from tgbot.table.intents.updates import Commanded, Place
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import NoTableHere

HERE = Place(GROUP, title="Forum", forum=True)
QUIET = Timing().probe


async def forum(*topics: int, moving: tuple[int, ...] = ()) -> Table:
    """Have three people play in each topic; all but the `moving` ones have not moved for a while. Returns the last table."""
    table = Table()
    store, service = table.store, table.service
    for topic in topics:
        table = Table()
        table.store, table.service = store, service
        table.id, table.place = TableId(GROUP, topic), Place(GROUP, topic, "Forum", forum=True)
        table.forget_updates(1000 * topic)
        await table.open(ANNA, BERT, CLARA)
        at = store.now + QUIET if topic in moving else store.now
        store.tables[table.id] = replace(table.table, moved_at=at)
    store.now += QUIET
    return table


async def says(table: Table, who: Person | None, word: Word = Word.END) -> None:
    """Type a command in no topic."""
    await table.service.handle(Commanded(table.mark(), HERE, word, who))


def asked(table: Table) -> list[int]:
    """List the topics in the order in which they were looked for, and whose card came down for that."""
    return [topic for topic, _ in sorted(_sought(table).items(), key=lambda item: item[1])]


def _sought(table: Table) -> dict[int, int]:
    return {place.thread: known.sought_at for place, known in table.store.tables.items() if known.sought_at}


def told(table: Table) -> list[object]:
    """List what was said in no topic."""
    return [item for place, post in table.store.posts if place == TableId(GROUP) for item in post.items]


async def stands(table: Table, inquiry: Inquiry, topic: int) -> None:
    """Report that a topic is there."""
    table.store.now += 1
    await table.service.handle(Informed(TableId(GROUP, topic), inquiry, Finding.YES))


async def test_topics_are_looked_for_one_after_the_other_three_at_most_and_then_it_is_said_where_a_game_is() -> None:
    """Delivered once more, the command has nothing looked for again."""
    table = await forum(5, 7, 9, 11)
    said = Commanded(table.mark(), HERE, Word.END, DIETER)
    await table.service.handle(said)
    await table.service.handle(said)
    while len(table.store.inquiries) > len(told(table)) and not told(table):
        inquiry = table.store.inquiries[-1]
        await stands(table, inquiry, asked(table)[-1])
    assert (asked(table), len(table.store.inquiries)) == ([5, 7, 9], 3)
    assert told(table) == [NoTableHere(GROUP, 5)]
    await stands(table, table.store.inquiries[-1], 9)
    assert len(told(table)) == 1


async def test_a_card_is_brought_down_for_it_again_only_after_a_while() -> None:
    """Whoever types again and again waits for the same one, and hears where the game is, as seldom as everybody."""
    table = await forum(5)
    before = table.table.repost
    for _ in range(10):
        await says(table, DIETER)
    assert table.table.repost == before + 1
    for inquiry in table.store.inquiries:
        await stands(table, inquiry, 5)
    assert 0 < len(told(table)) <= 4
    table.store.now += QUIET
    await says(table, DIETER)
    assert table.table.repost == before + 2


async def test_a_game_that_has_just_moved_is_in_its_topic_and_is_left_alone() -> None:
    """Only who sits there may have deleted it since."""
    table = await forum(5, moving=(5,))
    await says(table, DIETER)
    assert (asked(table), told(table)) == ([], [NoTableHere(GROUP, 5)])
    await says(table, BERT)
    assert asked(table) == [5]


async def test_a_few_seconds_after_the_last_move_anybody_finds_out_that_its_topic_is_gone() -> None:
    """An admin deletes it, and then wants the game to end."""
    table = await forum(5, moving=(5,))
    table.store.now += Timing().settled
    await says(table, DIETER)
    assert asked(table) == [5]


@pytest.mark.parametrize("word", [Word.NEW, Word.HELP, Word.RULES, Word.REMIND, Word.HOUSE, Word.STAKES, Word.STAND])
async def test_a_command_that_is_about_no_game_looks_for_none(word: Word) -> None:
    """It means the chat itself."""
    table = await forum(5)
    await says(table, DIETER, word)
    assert asked(table) == []


async def test_a_table_in_the_chat_itself_is_meant_first() -> None:
    """Nobody looks elsewhere while a game is played there."""
    table = await forum(5)
    await says(table, DIETER, Word.NEW)
    await says(table, DIETER)
    assert asked(table) == []
    lobby = table.store.tables[TableId(GROUP)]
    assert lobby.game is None


@pytest.mark.parametrize("who", [ANNA, None], ids=["host", "anonymous admin"])
async def test_only_a_game_whose_topic_is_gone_obeys_and_once(who: Person | None) -> None:
    """As it would where it stands; the answer may come twice."""
    table = await forum(5)
    await says(table, who)
    (inquiry,) = table.store.inquiries
    found = Informed(table.id, inquiry, Finding.NO)
    assert table.table.running
    await table.service.handle(ThreadLost(table.id))
    await table.service.handle(found)
    assert not table.table.playing
    over = table.table
    await table.service.handle(found)
    assert (table.table, told(table)) == (over, [])


async def test_an_admin_is_asked_for_once_the_topic_is_known_to_be_gone() -> None:
    """Dieter sits nowhere: Telegram says whether his word holds."""
    table = await forum(5)
    await says(table, DIETER)
    await table.service.handle(ThreadLost(table.id))
    await table.service.handle(Informed(table.id, table.store.inquiries[-1], Finding.NO))
    assert table.table.running
    await table.service.handle(Informed(table.id, table.store.inquiries[-1], Finding.YES))
    assert not table.table.playing
