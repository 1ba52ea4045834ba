"""Troubles that come together: what is handled alone is handled while something else is wrong, too."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.test_weather_groups import grow
from tests.e2e.weather import asked, greetings, refusal, tried
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

GROWN = ("upgraded", "not found")
SHUT = ("not enough rights", "WRITE_FORBIDDEN")


async def card_of(on: Stage, who: Person, label: str, thread: int | None = None) -> Message:
    """Wait for the newest card that mentions somebody with this button, in the chat itself or in a topic."""

    async def look() -> Message | None:
        shown = [message for message in await on.shown() if message.raw["thread"] == thread]
        cards = [message for message in shown if f"user?id={who.id}" in message.html]
        return next((card for card in reversed(cards) if label in str(card.labels)), None)

    return await on.tg.until(look, f"{who.name}'s card with {label!r}")


async def takes(on: Stage, who: Person, label: str, thread: int | None = None) -> str:
    """Press a button of one's card; returns the toast."""
    card = await card_of(on, who, label, thread)
    return (await on.tg.answer(await on.tg.press(who, on.group, label, card.id))).text


@pytest.mark.parametrize("order", ["gone here to from", "from here to gone", "to here from gone"])
async def test_one_admin_turns_on_topics_mid_game(tmp_path: Path, order: str) -> None:
    """F38, F47, F50: the group grows for it, and the game goes on in General, while a new topic has its own table.

    Somebody opens that as soon as the new group is known at all. Turned off again, both games are in the chat.
    """
    async with evening(tmp_path, refused=GROWN) as on:
        await asked(on, 5)
        anna, bert, clara, dieter, emil = on.people
        grown = grow(on)
        topic = 0
        for news in order.split():
            await grown.tell(on, news)
            if news == "from":
                on.group = grown.room
                await on.tg.change_chat(on.group, is_forum=True)
                topic = await on.tg.topic(on.group, "Zweiter Tisch")
                await on.tg.say(dieter, on.group, "/neu", thread=topic)
        await on.tg.until(lambda: _lobby(on, topic), "the topic's lobby")
        await on.press(emil, "Mitspielen")
        await takes(on, bert, "Glauben")
        await on.announce(bert, "54")
        await card_of(on, clara, "Glauben")
        await on.press(dieter, "Trotzdem spielen")
        await card_of(on, dieter, "Ansagen", topic)
        await on.tg.change_chat(on.group, is_forum=False)
        await takes(on, clara, "Aufdecken")
        await on.tg.wait_for(on.group, "hebt den Becher")
        for count in (1, 2):
            await on.tg.say(anna, on.group, "/ende")
            await on.tg.until(partial(_over, on, count), f"{count} games over")
        assert await greetings(on) == 1


async def _lobby(on: Stage, topic: int) -> bool | None:
    shown = [message for message in await on.shown() if message.raw["thread"] == topic]
    return True if any("Am Tisch (1)" in message.text for message in shown) else None


async def _over(on: Stage, count: int) -> bool | None:
    told = [message for message in await on.shown() if "Das war's für diese Partie" in message.text]
    return True if len(told) == count else None


async def test_topics_turned_on_in_a_supergroup_change_nothing_for_the_game_that_runs(tmp_path: Path) -> None:
    """Its cards and the commands about it are in General; in another topic there is no table."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 20), Timing(tell=0)))
        await on.gather(3)
        on.group = await on.tg.group("Supergruppe", on.people, type="supergroup")
        anna, bert, clara = on.people
        await on.begin(anna, bert, clara)
        await on.announce(anna, "53")
        await on.turn(bert, "Glauben")
        await on.tg.change_chat(on.group, is_forum=True)
        topic = await on.tg.topic(on.group, "Anderes")
        await on.tg.say(clara, on.group, "/tisch", thread=topic)
        assert (await on.tg.wait_for(on.group, "kein Tisch")).raw["thread"] == topic
        await takes(on, bert, "Glauben")
        await on.announce(bert, "54")
        await card_of(on, clara, "Glauben")
        await on.tg.say(anna, on.group, "/ende")
        assert (await on.tg.wait_for(on.group, "Das war's für diese Partie")).raw["thread"] is None


async def test_a_bot_thrown_out_while_it_has_to_wait_sends_nothing_until_it_is_back(tmp_path: Path) -> None:
    """F41, F56: the wait is over meanwhile; brought back it shows one card."""
    async with evening(tmp_path, refused=("retry after", "kicked")) as on:
        anna, bert, clara = await asked(on)
        flood = {**refusal(429, "Too Many Requests: retry after 1"), "parameters": {"retry_after": 1}}
        await on.tg.fault("error", chat_id=on.group.id, times=1, error=flood)
        await on.tap(bert, "Glauben")
        await on.tg.until(lambda: _flooded(on), "a call Telegram asks to wait for")
        await on.tg.member(on.group, "bot", "kicked", by=anna)
        await on.tg.quiet()
        before = len(await tried(on, on.group.id))
        await _waited(on)
        assert await tried(on, on.group.id, before) == []
        await on.tg.member(on.group, "bot", "member", by=anna)
        await takes(on, bert, "Ansagen")
        await on.announce(bert, "54")
        await takes(on, clara, "Glauben")


async def _waited(on: Stage) -> None:
    """Let the wait pass that Telegram asked for."""
    async with connect(on.store_url, connections=1) as redis:
        left = await redis.pttl(keys.hold(on.group.id))
    await asyncio.sleep(max(left, 0) / 1000 + 0.1)


async def _flooded(on: Stage) -> bool | None:
    return True if any("retry after" in call for call in await on.refused()) else None


@pytest.mark.parametrize(
    ("state", "order"),
    [("paused", "to here from gone"), ("muted", "here gone from to"), ("asleep", "from to here gone")],
)
async def test_a_group_that_grows_while_the_game_stands_still(tmp_path: Path, state: str, order: str) -> None:
    """F38, F45: the card is in the new chat, and from there it goes on, at the same place and not by itself."""
    async with evening(tmp_path, refused=(*GROWN, *SHUT)) as on:
        timing = Timing(turn=300, half=250, grace=0) if state == "asleep" else None
        anna, bert, clara = await asked(on, timing=timing)
        match state:
            case "paused":
                await on.tg.say(anna, on.group, "/pause tisch")
                await on.tg.wait_button(on.group, "Weiter geht's")
            case "muted":
                await on.tg.change_chat(on.group, writable=False)
                await on.tap(bert, "Glauben")
                await on.tg.until(lambda: _shut(on), "a refused call")
            case _:
                await on.tg.wait_button(on.group, "Weiter geht's")
        grown = grow(on)
        await grown.tell(on, order)
        on.group = grown.room
        if state == "muted":
            await on.tg.quiet()
            await on.tg.change_chat(on.group, writable=True)
            await on.tg.member(on.group, "bot", "administrator")
            await takes(on, bert, "Ansagen")
            await on.announce(bert, "54")
            await card_of(on, clara, "Glauben")
        else:
            await on.tg.wait_button(on.group, "Weiter geht's")
            assert await on.press(clara, "Weiter geht's") == "Weiter geht's!"
            if state == "paused":
                await takes(on, bert, "Glauben")
        assert await greetings(on) == 1


async def _shut(on: Stage) -> bool | None:
    return True if any(word in call for call in await on.refused() for word in SHUT) else None


async def test_two_admins_who_end_a_game_at_once_end_it_once(tmp_path: Path) -> None:
    """F96: Telegram is asked about both; it is told once, and the next game is left alone."""
    async with evening(tmp_path) as on:
        anna, bert, clara = await asked(on)
        for admin in (bert, clara):
            await on.tg.member(on.group, admin, "administrator")
        await on.tg.fault("delay", "getChatMember", seconds=0.5)
        await asyncio.gather(*(on.tg.say(admin, on.group, "/ende") for admin in (bert, clara)))
        await on.tg.wait_button(on.group, "Nochmal")
        await on.press(anna, "Nochmal")
        await on.tg.wait_for(on.group, "Am Tisch (3)")
        await on.tg.quiet()
        assert await _over(on, 1)
        assert "Am Tisch (3)" in (await on.shown())[-1].text
