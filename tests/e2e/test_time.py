"""What time does at a table: it reminds, moves for who sleeps, sets seats aside, and lets the table rest."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.weather import refusal
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

HOUR = 3_600_000


async def begun(on: Stage, timing: Timing, *, polling: bool = False) -> list[Person]:
    """Begin a game of three in which every throw is 65 and Anna opens."""
    await on.bot(chance=swift(ScriptedCup((6, 5) * 30), timing), polling=polling)
    await on.gather(3)
    await on.begin(*on.people)
    return on.people


async def test_half_time_sends_the_card_afresh_with_an_hourglass(tmp_path: Path) -> None:
    """The one who is on turn is mentioned again; the old card becomes a line."""
    async with evening(tmp_path) as on:
        anna, *_ = await begun(on, Timing(half=400, turn=HOUR, grace=HOUR))
        first = await on.turn(anna, "Ansagen")
        reminder = await on.tg.wait_for(on.group, "⏳ \u2068Anna\u2069, du bist dran: Was sagst du an?")
        assert reminder.id > first.id
        assert f"user?id={anna.id}" in reminder.html
        assert reminder.labels == first.labels
        await on.tg.until(lambda: _closed(on, first), "the old card's line")
        await on.announce(anna, "65")


async def _closed(on: Stage, card: Message) -> bool | None:
    old = next(message for message in await on.shown() if message.id == card.id)
    return None if old.labels else True


@pytest.mark.parametrize("polling", [False, True], ids=["webhook", "polling"])
async def test_who_lets_the_time_pass_has_the_move_made_in_his_name(tmp_path: Path, polling: bool) -> None:
    """The dice he saw are announced; the others play on."""
    async with evening(tmp_path) as on:
        _, bert, _ = await begun(on, Timing(half=200, turn=900, grace=HOUR), polling=polling)
        told = await on.tg.wait_for(on.group, "Dann springe ich ein.")
        assert "\u2068Anna\u2069" in told.text
        assert "65" in (await on.turn(bert, "Glauben")).text
        await on.tap(bert, "Aufdecken")
        assert "⚅⚄ 65" in (await on.tg.wait_for(on.group, "hebt den Becher")).text


async def test_after_two_in_a_row_the_seat_is_away_until_it_is_back(tmp_path: Path) -> None:
    """The cup goes past it; Bin wieder da ends the pause."""
    async with evening(tmp_path) as on:
        anna, bert, clara = await begun(on, Timing(half=900, turn=1_000, grace=HOUR))
        await on.tg.wait_for(on.group, "Dann springe ich ein.")
        for who, value in ((bert, "66"), (clara, "21")):
            await on.tap(who, "Glauben")
            await on.announce(who, value)
        told = await on.tg.wait_for(on.group, "Dann wird eben aufgedeckt.")
        assert "🚽 \u2068Anna\u2069 ist kurz weg." in told.text
        card = await on.tg.wait_button(on.group, "Bin wieder da")
        assert "🚽 Kurz weg: \u2068Anna\u2069" in card.text
        assert await on.press(bert, "Bin wieder da") == "Du warst gar nicht weg. Bleib sitzen."
        assert "Schön, dass du wieder da bist" in await on.press(anna, "Bin wieder da")


async def test_an_abandoned_table_falls_asleep_and_weiter_gehts_wakes_it_at_the_same_place(tmp_path: Path) -> None:
    """One line, then silence; the woken table waits for the same player."""
    async with evening(tmp_path) as on:
        await begun(on, Timing(half=100, turn=250, grace=HOUR))
        await on.tg.wait_for(on.group, "Ich lege mich kurz hin", within=10)
        card = await on.tg.wait_button(on.group, "Weiter geht's")
        sleeper = next(person for person in on.people if f"Danach ist \u2068{person.name}\u2069 dran" in card.text)
        calls = await on.calls_to(on.group.id)
        await asyncio.sleep(0.6)  # longer than a turn: nothing may happen
        assert len(await on.calls_to(on.group.id)) - len(calls) <= 1
        stranger = await on.tg.user("Fremde")
        assert "Du sitzt nicht am Tisch" in await on.press(stranger, "Weiter geht's")
        assert await on.press(on.people[1], "Weiter geht's") == "Weiter geht's!"
        await on.turn(sleeper, "")


async def test_nobody_is_punished_while_his_card_is_held_up(tmp_path: Path) -> None:
    """The clock starts when the card is there, however long Telegram holds it back."""
    async with evening(tmp_path, refused=("Too Many Requests",)) as on:
        anna, bert, _ = await begun(on, Timing(half=600, turn=700, grace=HOUR))
        await on.turn(anna, "Ansagen")
        await on.tg.fault("flood", "sendMessage", chat_id=on.group.id, retry_after=2)
        await on.announce(anna, "65")
        card = await on.turn(bert, "Glauben")
        assert "Dann" not in " ".join(message.text for message in await on.shown() if message.id > card.id - 2)
        assert "neu gewürfelt" in await on.tap(bert, "Glauben")


async def test_a_card_that_never_arrives_cannot_freeze_the_game(tmp_path: Path) -> None:
    """The bounded fallback: Telegram is there and will not have this card, so time counts from the move, and is long."""
    async with evening(tmp_path, refused=("wrong somehow",)) as on:
        anna, *_ = await begun(on, Timing(half=100, turn=200, grace=2_000))
        await on.turn(anna, "Ansagen")
        await on.tg.fault("error", "sendMessage", chat_id=on.group.id, error=refusal(400, "Bad Request: wrong somehow"))
        await on.announce(anna, "65")
        told = await on.tg.wait_for(on.group, "Dann wird eben aufgedeckt.", within=20)
        assert "\u2068Bert\u2069" in told.text
