"""The store that comes along dies, alone or with its bot: nothing that was answered is lost, and nothing happens twice."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.e2e.process import Home, alive, ended, home
from tests.e2e.test_kill_points import OPENING, OTHERS, before_the_reveal, newer_card

pytestmark = pytest.mark.redis


async def reveals(place: Home) -> list[str]:
    """List the group's messages that tell of Bert's lifted cup."""
    await place.on.tg.wait_for(place.on.group, "hebt den Becher")
    return [message.text for message in await place.on.shown() if "⚂⚀ 31" in message.text]


async def test_a_press_while_the_store_is_dead_takes_effect_once(tmp_path: Path) -> None:
    """The bot starts its store anew by itself; Telegram brings the press again until it is stored."""
    async with home(tmp_path) as place:
        bot = await place.start(OPENING)
        await before_the_reveal(place)
        card = await place.on.turn(place.on.people[0], "Aufdecken")
        dead = place.store_pid
        os.kill(dead, signal.SIGKILL)
        query = await place.on.tg.press(place.on.people[0], place.on.group, "Aufdecken", card.id)

        answer = await place.on.tg.answer(query, within=15)
        assert answer.count == 1
        assert len(await reveals(place)) == 1
        assert "(1 von 3)" in (await reveals(place))[0]
        await newer_card(place, card.id, "Ansagen")
        assert bot.is_alive()
        assert not alive(dead)
        assert place.store_pid != dead


async def test_a_frozen_store_holds_presses_back_and_loses_none(tmp_path: Path) -> None:
    """While the store does not answer, Telegram gets no 200; afterwards the press counts once."""
    async with home(tmp_path) as place:
        await place.start(OPENING)
        await before_the_reveal(place)
        card = await place.on.turn(place.on.people[0], "Aufdecken")
        os.kill(place.store_pid, signal.SIGSTOP)
        query = await place.on.tg.press(place.on.people[0], place.on.group, "Aufdecken", card.id)
        await asyncio.sleep(1)
        assert await place.on.tg.answers(query) == []
        os.kill(place.store_pid, signal.SIGCONT)

        assert (await place.on.tg.answer(query, within=15)).count == 1
        assert len(await reveals(place)) == 1
        await newer_card(place, card.id, "Ansagen")


async def test_bot_and_store_killed_together_lose_nothing(tmp_path: Path) -> None:
    """What was answered was on the disk by then."""
    async with home(tmp_path) as place:
        bot = await place.start(OPENING)
        await before_the_reveal(place)
        os.kill(place.store_pid, signal.SIGKILL)
        bot.kill()
        await ended(bot)
        anna, _ = place.on.people
        card = await place.on.turn(anna, "Aufdecken")
        query = await place.on.tg.press(anna, place.on.group, "Aufdecken", card.id)
        await place.start(OTHERS)

        assert (await place.on.tg.answer(query, within=15)).count == 1
        assert len(await reveals(place)) == 1
        await newer_card(place, card.id, "Ansagen")
