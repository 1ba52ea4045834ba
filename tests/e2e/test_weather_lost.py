"""Answers that never come, or come late: few copies, no noise, and a game that goes on meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.e2e.clockwork import Time, wind_up
from tests.e2e.stage import Stage, evening
from tests.e2e.weather import asked, tried
from tests.telegram_client import Json, Message, Person
from tgbot.store.connection import connect
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

HOUR = 3_600_000
STEP = 0.5
UNHURRIED = Timing(half=HOUR, turn=HOUR, grace=HOUR)


class Flowing(Time):
    """Time that passes in small steps, until something has happened."""

    async def until(self, look: Callable[[], Awaitable[bool | None]]) -> None:
        """Let time pass until it has."""
        async with asyncio.timeout(60):
            while not await look():
                await self.passes(STEP)
                await asyncio.sleep(0.02)


@pytest.mark.parametrize("where", ["group", "private"])
async def test_answers_that_keep_getting_lost_make_a_few_copies_of_which_one_rings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Each comes after twice the wait; whoever taps then has a card soon, and the game goes on."""
    wind_up(monkeypatch)
    async with evening(tmp_path) as on, connect(on.store_url) as redis:
        _, bert, clara = await asked(on, timing=UNHURRIED)
        time = Flowing(on, redis)
        chat = on.group.id if where == "group" else bert.id
        before, old = len(await _sent(on, chat)), (await on.shown())[-1].id
        if where == "private":
            await on.tg.fault("drop_after", "sendMessage", chat_id=chat, times=None)
        await on.tap(bert, "Glauben")
        if where == "group":
            await on.turn(bert, "Ansagen")
            await on.tg.fault("drop_after", "sendMessage", chat_id=chat, times=None)
            await on.announce(bert, "54")
        await time.until(lambda: _more(on, chat, before + 3))
        copies = (await _sent(on, chat))[before:]
        rings = [call["params"]["disable_notification"] == "false" for call in copies]
        assert rings == [True, False, False, False]
        for wait, earlier, later in zip((5, 10, 20), copies, copies[1:], strict=False):
            assert later["at"] - earlier["at"] > wait - 2 * STEP
        await on.tg.heal()
        if where == "group":
            known = len(await _sent(on, chat))
            await on.press(clara, "Mein Wurf", old)
            await time.until(lambda: _more(on, chat, known))
            await on.tap(clara, "Glauben")
            await on.turn(clara, "Ansagen")
        else:
            await _announce_in_group(on, bert, "54")
            await on.turn(clara, "Glauben")


async def _sent(on: Stage, chat: int) -> list[Json]:
    return [call for call in await tried(on, chat) if call["method"] == "sendMessage"]


async def _more(on: Stage, chat: int, known: int) -> bool | None:
    return True if len(await _sent(on, chat)) > known else None


async def _announce_in_group(on: Stage, who: Person, value: str) -> None:
    await on.tap(who, "Ansagen")
    card = await on.turn(who, value)
    await on.press(who, value, card.id)


async def test_a_private_chat_that_hangs_does_not_hold_up_the_group(tmp_path: Path) -> None:
    """The card shows the roll to its roller, and the game goes on, while the private call has still no answer."""
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        before = len(await tried(on, bert.id))
        await on.tg.fault("silence", chat_id=bert.id, times=None, seconds=60)
        await on.tap(bert, "Glauben")
        assert "53" in await on.tap(bert, "Mein Wurf")
        await _announce_in_group(on, bert, "54")
        await on.tap(clara, "Glauben")
        await on.turn(clara, "Ansagen")
        calls = await tried(on, bert.id, before)
        assert [call["status"] for call in calls] == [None]
        cups = [call for call in await tried(on, on.group.id) if call["method"] == "editMessageText"]
        assert calls[0]["at"] < cups[-1]["at"], "the private roll goes first"
        await on.tg.heal()
        await on.tg.reset_connections()
        await on.announce(clara, "61")


async def test_a_private_roll_that_arrives_late_is_one_message_and_is_closed_in_the_end(tmp_path: Path) -> None:
    """Telegram delivers, and says so when the turn is already over."""
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        before = len(await _sent(on, bert.id))
        await on.tg.fault("delay", "sendMessage", chat_id=bert.id, seconds=5)
        await on.tap(bert, "Glauben")
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")

        async def closed() -> list[Message] | None:
            cups = [message for message in await on.tg.messages(bert) if message.from_bot and "⚄⚂" in message.text]
            return None if cups else await on.tg.messages(bert)

        await on.tg.until(closed, "the late cup closed", within=30)
        assert len(await _sent(on, bert.id)) == before + 1
