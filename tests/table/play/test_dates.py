"""Commands that come late: one typed before the newest game was opened does not touch that game."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA
from tests.table.playing_by import Table
from tgbot.game.seats import Presence
from tgbot.game.state import Over
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import Commanded
from tgbot.table.intents.word import Word
from tgbot.table.state.seats import seated

OPENED = 1_700_000_000
WORDS = [(Word.END, ""), (Word.EVENING, ""), (Word.PAUSE, ""), (Word.PAUSE, "tisch"), (Word.GET_UP, "")]


async def say(table: Table, word: Word, date: int, rest: str = "") -> None:
    """Have Anna's command, typed at `date`, come in."""
    await table.service.handle(Commanded(table.mark(), table.place, word, ANNA, rest, date=date))


async def game(table: Table) -> Table:
    """Open a table by a command and begin; Anna is its host and opens."""
    await say(table, Word.NEW, OPENED)
    for guest in (BERT, CLARA):
        await table.tap(guest, Action.JOIN)
    await table.tap(ANNA, Action.START)
    return table


@pytest.mark.parametrize(("word", "rest"), WORDS)
async def test_a_command_typed_before_the_game_was_opened_leaves_it_alone(word: Word, rest: str) -> None:
    """However it was held up on its way."""
    table = await game(Table())
    before = table.table
    await say(table, word, OPENED - 1, rest)
    assert table.table == before


@pytest.mark.parametrize("date", [OPENED, OPENED + 1, 0])
@pytest.mark.parametrize(("word", "rest"), WORDS)
async def test_a_command_of_the_same_second_or_of_no_date_counts(word: Word, rest: str, date: int) -> None:
    """Telegram tells seconds only, and rather once too often than never."""
    table = await game(Table())
    before = table.table
    await say(table, word, date, rest)
    assert table.table != before


async def test_a_game_opened_by_a_button_is_no_older_than_the_buttons_message() -> None:
    """What was typed in the game before does not end the next one; it has no date of its own."""
    table = await game(Table())
    await say(table, Word.END, OPENED + 50)
    again = table.tapped(ANNA, Action.OPEN)
    await table.service.handle(replace(again, date=OPENED + 51))
    await say(table, Word.END, OPENED + 49)
    assert table.table.playing
    await say(table, Word.END, OPENED + 60)
    assert not table.table.playing


async def test_a_button_of_no_date_takes_nothing_back() -> None:
    """The next game is no older than the one before."""
    table = await game(Table())
    await say(table, Word.END, OPENED + 50)
    await table.tap(ANNA, Action.OPEN)
    await say(table, Word.END, OPENED - 1)
    assert table.table.playing


async def test_other_late_commands_are_heard() -> None:
    """Who wanted to sit down still does; and without a game nothing is too late."""
    table = await game(Table())
    await table.service.handle(Commanded(table.mark(), table.place, Word.GET_UP, BERT, date=OPENED + 1))
    await table.service.handle(Commanded(table.mark(), table.place, Word.SIT_DOWN, BERT, date=OPENED - 1))
    assert BERT.id in seated(table.table.game)
    assert table.seat_of(BERT).presence is not Presence.LEFT
    await say(table, Word.END, OPENED + 2)
    assert isinstance(table.table.game, Over)
    await say(table, Word.EVENING, OPENED - 1)
    assert table.table.evening is None
