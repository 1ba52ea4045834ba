"""What one table keeps is bounded, however many people come by; and a chat has only so many tables."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, Evening, person
from tgbot.bot.shape import LARGEST_ID
from tgbot.game.rules.players import SEATS_CAP
from tgbot.phrases import names
from tgbot.store import keys
from tgbot.store.budget import GROUP
from tgbot.store.codec import TABLES
from tgbot.table.chats import lost_topics
from tgbot.table.clock.timing import Timing
from tgbot.table.decisions import telling
from tgbot.table.identity import Member
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import Commanded, Place
from tgbot.table.intents.word import Word
from tgbot.table.limits import (
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_MEMBERS,
    MOST_SCORES,
    MOST_SEATS,
    MOST_TABLES,
    Rates,
)
from tgbot.table.news.evening import EveningEnded
from tgbot.table.news.notices import TooManyTables
from tgbot.table.people import comings
from tgbot.table.rules import ruling
from tgbot.table.state import purse, reminder, task_box
from tgbot.table.state.evening import Score
from tgbot.web.app import LARGEST

LIMITS = Path(__file__).parents[2] / "docs" / "limits.md"
DAY = 24 * 3600 * 1000  # milliseconds


async def test_passers_by_leave_no_names_behind() -> None:
    """Thousands take a seat in the lobby and get up again."""
    evening = Evening()
    await evening.seat(ANNA, BERT, CLARA)
    size = len(TABLES.dump(evening.table))
    for number in range(1_000):
        passer = person(100 + number, "Vorbeigegangen")
        await evening.tap(passer, Action.JOIN)
        await evening.tap(passer, Action.LEAVE)

    assert len(evening.table.members) <= MOST_MEMBERS + 1
    assert {ANNA.id, BERT.id, CLARA.id} <= {member.player for member in evening.table.members}
    assert len(TABLES.dump(evening.table)) < size + MOST_MEMBERS * 100


async def test_passers_by_who_only_press_leave_nothing() -> None:
    """What is refused changes nothing."""
    evening = Evening([6, 4])
    await evening.begin(ANNA, BERT, CLARA)
    before = evening.table
    for number in range(100):
        for action in (Action.BELIEVE, Action.DOUBT, Action.PEEK, Action.KEYBOARD, Action.WAKE, Action.COME_BACK):
            await evening.tap(person(100 + number), action)

    assert before == evening.table


async def test_an_evening_with_too_many_people_is_told_and_another_begins() -> None:
    """A public group that never sleeps."""
    evening = Evening([6, 4])
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.END, ANNA)
    crowd = tuple(Score(player=person(number).id, games=1) for number in range(10, 10 + MOST_SCORES))
    played = evening.table.evening
    assert played is not None
    members = tuple(Member(score.player, "x") for score in crowd)
    evening.store.tables[evening.id] = replace(
        evening.table, evening=replace(played, scores=crowd), members=(*evening.table.members, *members)
    )

    await evening.say(Word.NEW, BERT)

    assert evening.table.evening is None
    assert evening.table.games == 2
    assert [len(crowd)] == [len(item.recap.scores) for item in evening.told if isinstance(item, EveningEnded)]


async def test_a_topic_too_many_is_told_so_where_no_topic_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """`/neu` gets a sentence, other commands nothing; no table is founded."""
    evening = Evening()
    await evening.seat(ANNA)

    async def full(_: object) -> bool:
        return False

    monkeypatch.setattr(evening.store, "admit", full)
    for word in (Word.NEW, Word.HELP):
        await evening.service.handle(Commanded(evening.mark(), Place(evening.place.chat, 77, "x"), word, BERT))

    assert [TooManyTables()] == evening.told
    assert [evening.id] == list(evening.store.tables)


def test_the_documentation_tells_the_limits_as_they_are() -> None:
    """Each number stands in the row that names it, and no row stands there that nobody checks."""
    rates = Rates()
    expected = {
        "messages to one group": (GROUP.limit, GROUP.milliseconds // 1000, GROUP.reserve),
        "presses of one person in one chat": (rates.presses.most, rates.presses.seconds),
        "presses of one person anywhere": (rates.presses_anywhere.most, rates.presses_anywhere.seconds),
        "presses in one chat": (rates.presses_in_chat.most, rates.presses_in_chat.seconds),
        "commands of one person": (rates.words.most, rates.words.seconds),
        "commands in one chat": (rates.words_in_chat.most, rates.words_in_chat.seconds),
        "answers to everybody": (telling._AT_ONCE, Timing().tell // 1000),
        "choices that the whole group is told of": (telling.CHOSEN_AT_ONCE, Timing().tell // 1000),
        "answers to one person in private": (telling.AT_A_DESK, Timing().desk // 1000),
        "one person's coming and going, as the group hears of it": (comings.AT_ONCE, Timing().coming // 1000),
        "tries to write to a group that lets the bot write nothing": (Timing().probe // 1000,),
        "looking for topics that may be deleted, because somebody asks for a game in the chat itself": (
            lost_topics._AT_ONCE,
            Timing().probe // 1000,
            Timing().settled // 1000,
        ),
        "tables of one chat": (MOST_TABLES,),
        "tables of one person": (MOST_SEATS,),
        "seats at a table": (SEATS_CAP,),
        "names at a table": (MOST_MEMBERS,),
        "people of an evening": (MOST_SCORES,),
        "own tasks": (task_box.MOST,),
        "tasks kept out of the bag": (task_box._MOST_BANNED,),
        "length of a task": (task_box.LONGEST,),
        "own word for a unit": (purse.LONGEST_COIN,),
        "changes of the house rules": (ruling._LOG,),
        "wishes to be told of a table's next game": (reminder.MOST, reminder.LASTS // DAY),
        "a person's name": (LONGEST_NAME, names.LONGEST),
        "a group's title": (LONGEST_TITLE,),
        "a message": (LONGEST_TEXT,),
        "an id": (LARGEST_ID.bit_length() - 1,),
        "an update": (LARGEST // 1024**2,),
        "a table": (keys.TABLE_TTL // 86_400, keys.KEPT_TTL // 86_400),
    }
    limits, _, _ = LIMITS.read_text(encoding="utf-8").partition("## Memory")
    _, *rows = [line.split("|")[1:3] for line in limits.splitlines() if line.startswith("| ")]
    told = {
        name.strip(): tuple(int(number.replace(" ", "")) for number in re.findall(r"\d[\d ]*", limit))
        for name, limit in rows
    }

    assert expected == told
