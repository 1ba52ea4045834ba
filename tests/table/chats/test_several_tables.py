"""One person at several tables: what he types in private goes to the right one, or he is asked."""

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, GROUP
from tests.table.playing_by import Table
from tgbot.game.events import Paid
from tgbot.game.rules.house import HouseRules
from tgbot.table.clock.clockwork import step_of
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, Place, SpokeInPrivate, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import DeskHelped
from tgbot.table.news.replies import Barred, Told
from tgbot.table.news.seats import SaidAt, WhichTable

NOSY = HouseRules(limit=9, repeat_penalty=True)
ELSEWHERE = TableId(-1009876543210, 7)


async def two_tables(first: str, second: str) -> tuple[Table, Table]:
    """Let Anna announce something at two tables of one bot."""
    here, there = Table(NOSY), Table(NOSY)
    there.store, there.service = here.store, here.service
    there.id, there.place = ELSEWHERE, Place(ELSEWHERE.home, ELSEWHERE.thread, "Kegelclub")
    there.forget_updates(1000)
    for table, value in ((here, first), (there, second)):
        await table.open(ANNA, BERT)
        await table.tap(ANNA, Action.ANNOUNCE, value)
    return here, there


def paid(table: Table) -> list[object]:
    """List what was paid at a table."""
    return [item for item in table.told if isinstance(item, Paid)]


def at_the_desk(table: Table) -> list[object]:
    """List what Anna was told in private."""
    return [item for at, post in table.store.posts if at == TableId(ANNA.id) for item in post.items]


async def test_a_typed_value_goes_to_the_table_where_it_was_said() -> None:
    """The trap snaps there and nowhere else, and she is told nothing in private."""
    here, there = await two_tables("66", "65")
    await here.service.handle(SpokeInPrivate(here.mark(), ANNA, start=False, rest="65"))
    assert (len(paid(here)), len(paid(there))) == (0, 1)
    assert at_the_desk(here) == []


async def test_a_value_said_at_two_tables_is_asked_about_and_costs_once() -> None:
    """Each of the two buttons means its own table."""
    here, there = await two_tables("66", "66")
    await here.service.handle(SpokeInPrivate(here.mark(), ANNA, start=False, rest="66"))
    assert (paid(here), paid(there)) == ([], [])
    step, meant = step_of(here.table.game)[1], step_of(there.table.game)[1]
    said = SaidAt(here.id, "Stammtisch", 1, step), SaidAt(ELSEWHERE, "Kegelclub", 1, meant)
    assert at_the_desk(here) == [WhichTable(said)]
    tap = Tap(ELSEWHERE, 1, meant, Action.REPEAT)
    await here.service.handle(Tapped(here.mark(tap=True), "q", ANNA, tap, chat=ANNA.id))
    assert (len(paid(here)), len(paid(there))) == (0, 1)


async def test_the_button_of_an_older_announcement_repeats_none_of_now() -> None:
    """Bert asked, and believed; two announcements later Anna finds the question in her private chat."""
    table = Table(NOSY)
    await table.open(ANNA, BERT)
    await table.tap(ANNA, Action.ANNOUNCE, "31")
    await table.tap(BERT, Action.ASK)
    asked = step_of(table.table.game)[1]
    await table.tap(BERT, Action.BELIEVE)
    await table.tap(BERT, Action.ANNOUNCE, "43")
    await table.tap(ANNA, Action.BELIEVE)
    await table.tap(ANNA, Action.ANNOUNCE, "61")
    late = await table.tap(ANNA, Action.REPEAT, "31", step=asked)
    assert isinstance(late, Told)
    assert late.what is Barred.OLD_BUTTON
    assert paid(table) == []
    await table.tap(ANNA, Action.REPEAT, "61")
    assert len(paid(table)) == 1


async def test_a_value_said_nowhere_is_only_talk() -> None:
    """She is told where the game is."""
    here, there = await two_tables("66", "65")
    await here.service.handle(SpokeInPrivate(here.mark(), ANNA, start=False, rest="54"))
    assert (paid(here), paid(there)) == ([], [])
    assert at_the_desk(here) == [DeskHelped()]


async def in_a_topic(table: Table, thread: int, like: Table | None = None) -> Table:
    """Have three people in the lobby of a topic's table."""
    if like is not None:
        table.store, table.service = like.store, like.service
    table.id, table.place = TableId(GROUP, thread), Place(GROUP, thread, "Stammtisch", forum=True)
    table.forget_updates(1000 * thread)
    await table.seat(ANNA, BERT, CLARA)
    return table


@pytest.mark.parametrize("word", [Word.GET_UP, Word.END])
async def test_a_command_delivered_twice_acts_at_one_table_though_it_could_mean_another_by_now(word: Word) -> None:
    """Anna sits in two topics when the group ceases to be a forum: what she types leaves one of the tables, once."""
    here = await in_a_topic(Table(), 7)
    here.store.now += 1
    there = await in_a_topic(Table(), 9, here)
    said = Commanded(UpdateMark(1), Place(GROUP, title="Stammtisch"), word, ANNA)
    before = {table.id: table.table for table in (here, there)}
    await here.service.handle(said)
    assert (here.table == before[here.id], there.table == before[there.id]) == (True, False)
    after = there.table
    await here.service.handle(said)
    assert (here.table, there.table) == (before[here.id], after)


async def test_at_a_paused_table_nobody_falls_into_the_trap() -> None:
    """The value means the other table then."""
    here, there = await two_tables("66", "66")
    await here.say(Word.PAUSE, ANNA, "tisch")
    await here.service.handle(SpokeInPrivate(here.mark(), ANNA, start=False, rest="66"))
    assert (len(paid(here)), len(paid(there))) == (0, 1)
