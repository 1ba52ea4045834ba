"""Somebody who comes and goes as fast as a script types: the group hears of it a few times, and the game goes on at once."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Person
from tgbot.demo.config import DemoConfig
from tgbot.table.comings import AT_ONCE

pytestmark = pytest.mark.redis

TIMES = 30
SOON = 20
"""Seconds: a third of the minute by which Telegram counts messages."""


async def say_or_press(on: Stage, who: Person, what: str) -> None:
    """Type a command, or press a button where one is: once the bot knows what was typed, for a press may overtake it."""
    if what.startswith("/"):
        await on.tg.say(who, on.group, what)
    else:
        await on.tg.quiet()
        await on.press(who, what, (await on.tg.wait_button(on.group, what)).id)


@pytest.mark.parametrize(("goes", "comes"), [("/raus", "/dabei"), ("/pause", "/dabei"), ("/pause", "Bin wieder da")])
async def test_one_guest_who_comes_and_goes_thirty_times_holds_nobody_up(tmp_path: Path, goes: str, comes: str) -> None:
    """With what Telegram allows a group: few words in it, each next move's card at once, and his seat as he left it."""
    async with evening(tmp_path, DemoConfig(retry_scale=0.02)) as on:
        await on.bot(ScriptedCup((6, 5) * 20))
        await on.gather(4)
        anna, bert, _, dieter = on.people
        await on.begin(*on.people)
        opened = await on.turn(anna, "Ansagen")
        for _ in range(TIMES):
            await say_or_press(on, dieter, goes)
            await say_or_press(on, dieter, comes)
        await on.tg.quiet()

        await on.announce(anna, "65")

        card = await on.turn(bert, "Glauben", within=SOON)
        told = [message.text for message in await on.shown() if opened.id < message.id < card.id]
        assert 1 <= len(told) <= AT_ONCE, told
        assert "Ab der nächsten Runde dabei: \u2068Dieter" in card.text
        await on.tg.say(dieter, on.group, goes)
        await on.tap(bert, "Glauben")
        card = await on.turn(bert, "Ansagen", within=SOON)
        assert ("Kurz weg: \u2068Dieter" in card.text) is (goes == "/pause")
        assert "Ab der nächsten Runde dabei" not in card.text
