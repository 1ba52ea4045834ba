"""One table per group and per topic, and the same people at several of them at once."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.turns import fresh
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person, Room
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis


async def begin(on: Stage, room: Room, thread: int | None) -> None:
    """Let Anna open a table there, seat Bert, and play anyway."""
    anna, bert = on.people[:2]
    await on.tg.say(anna, room, "/neu", **({} if thread is None else {"thread": thread}))
    await tap(on, bert, room, thread, "Mitspielen")
    await tap(on, anna, room, thread, "Trotzdem spielen")


async def tap(on: Stage, who: Person, room: Room, thread: int | None, label: str) -> Message:
    """Press the newest button with this label in one topic; returns the message it stood under."""

    async def look() -> Message | None:
        found = [message for message in await on.tg.messages(room) if message.raw["thread"] == thread]
        return next((one for one in reversed(found) if any(label in shown for shown in one.labels)), None)

    message = await on.tg.until(look, f"{label!r} in {room.id}/{thread}")
    await on.tg.answer(await on.tg.press(who, room, label, message.id))
    return message


async def says(on: Stage, room: Room, thread: int | None, text: str) -> Message:
    """Wait for a message in one topic."""

    async def look() -> Message | None:
        found = [message for message in await on.tg.messages(room) if message.raw["thread"] == thread]
        return next((message for message in reversed(found) if text in message.text), None)

    return await on.tg.until(look, f"{text!r} in {room.id}/{thread}")


async def test_the_same_two_play_in_two_groups_and_two_topics_at_once(tmp_path: Path) -> None:
    """Each private cup belongs to its own table: what is announced from it is said there, and nowhere else."""
    async with evening(tmp_path) as on:
        rolls = ("53", "64", "42", "61")
        dice = [int(die) for roll in rolls for die in roll]
        await on.bot(chance=swift(ScriptedCup((*dice, *(6, 5) * 8)), Timing(tell=0)))
        await on.gather(2)
        anna, bert = on.people
        second = await on.tg.group("Zweiter Stammtisch", on.people)
        forum = await on.tg.group("Forum", on.people, type="supergroup", is_forum=True)
        topics = [await on.tg.topic(forum, name) for name in ("Spiele", "Anderes")]
        places: list[tuple[Room, int | None]] = [(on.group, None), (second, None), *((forum, one) for one in topics)]
        for (room, thread), roll in zip(places, rolls, strict=True):
            await begin(on, room, thread)
            cup = await on.tg.wait_button(anna, f"✔ {roll}")
            assert f"Tisch: \u2068{room.title}\u2069" in cup.text

        for (room, thread), roll in reversed(list(zip(places, rolls, strict=True))):
            await on.tg.answer(await on.tg.press(anna, anna, f"✔ {roll}"))
            await says(on, room, thread, f"\u2068Anna\u2069 sagt {roll}")

        for (room, thread), roll in zip(places, rolls, strict=True):
            said = {other for other in rolls if other != roll}
            texts = [message.text for message in await on.tg.messages(room) if message.raw["thread"] == thread]
            assert not [text for text in texts if any(f"sagt {other}" in text for other in said)]
            await tap(on, bert, room, thread, "Aufdecken")
            assert roll in (await says(on, room, thread, "hebt den Becher")).text


@pytest.mark.parametrize("how", ["muted", "thrown out"])
async def test_what_becomes_of_the_bot_in_a_forum_concerns_the_games_in_its_topics(tmp_path: Path, how: str) -> None:
    """The clock stands at once, nobody is told in vain, and the card is back in its topic as soon as the bot is."""
    async with evening(tmp_path, refused=("WRITE_FORBIDDEN", "not a member")) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 20)))
        await on.gather(2)
        anna, bert = on.people
        on.group = await on.tg.group("Forum", on.people, type="supergroup", is_forum=True)
        topic = await on.tg.topic(on.group, "Spiele")
        await begin(on, on.group, topic)
        before = await on.turn(anna, "Ansagen")
        if how == "muted":
            await on.tg.member(on.group, "bot", "restricted", rights=[])
        else:
            await on.tg.member(on.group, "bot", "left")
        await on.tg.quiet()
        await on.tg.member(on.group, "bot", "member")
        assert len(await on.refused()) <= 1
        card = await fresh(on, anna, "Ansagen", after=before.id)
        assert card.raw["thread"] == topic
        await on.announce(anna, "53")
        await on.turn(bert, "Glauben")
        assert topic not in [message.raw["thread"] for message in await on.shown() if "Servus" in message.text]
