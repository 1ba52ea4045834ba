"""Somebody who comes and goes as fast as a script types: the group hears of it a few times, and the game goes on at once."""

from pathlib import Path

import pytest

from tests.e2e.stage import TIRELESS, Stage, evening
from tests.e2e.turns import fresh
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Person
from tgbot.demo.config import DemoConfig
from tgbot.main.parts import Chance
from tgbot.store.budget import Window
from tgbot.table.clock.timing import Timing
from tgbot.table.people.comings import AT_ONCE

pytestmark = pytest.mark.redis

TIMES = 30
SOON = 20
"""Seconds: a third of the minute by which Telegram counts messages."""
PATIENT = Timing(turn=3_600_000, half=1_800_000, coming=3_600_000)
"""Neither a reminder nor one more word about him falls into the test, however long a slow machine takes for it."""


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
        await on.bot(ScriptedCup((6, 5) * 20), PATIENT)
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


async def test_of_two_one_who_stops_the_game_again_and_again_has_to_slow_down(tmp_path: Path) -> None:
    """Each of his returns would open a round with a card of its own: somebody else's comes at once all the same."""
    async with evening(tmp_path, DemoConfig(retry_scale=0.02)) as on:
        await on.bot(ScriptedCup((6, 5) * 80))
        await on.gather(3)
        anna, bert, clara = on.people
        await on.begin(anna, bert)
        await on.turn(anna, "Ansagen")
        toasts = []
        for _ in range(TIMES):
            await on.tg.say(bert, on.group, "/pause")
            await on.tg.quiet()
            toasts.append(
                await on.press(bert, "Bin wieder da", (await on.tg.wait_button(on.group, "Bin wieder da")).id)
            )
        await on.tg.say(bert, on.group, "/pause")
        await on.tg.quiet()
        assert any("Langsam" in toast for toast in toasts)
        waiting = await on.tg.wait_for(on.group, "Allein macht's keinen Spaß", within=SOON)

        await on.press(clara, "Mitspielen", waiting.id)

        assert "Clara" in (await fresh(on, anna, "Ansagen", after=waiting.id)).text


async def test_one_guest_who_sits_down_and_gets_up_in_a_lobby_does_not_hold_up_the_start(tmp_path: Path) -> None:
    """His taps rewrite the lobby as long as there is room; what the start needs is kept, however little there is."""
    async with evening(tmp_path, DemoConfig(retry_scale=0.02)) as on:
        scarce = Window(10, 61_000, reserve=5)
        await on.bot(chance=Chance(ScriptedCup((6, 5) * 20), group=scarce, rates=TIRELESS))
        await on.gather(4)
        anna, *_, dieter = on.people
        lobby = await on.seat(*on.people[:3])
        for _ in range(TIMES):
            await on.press(dieter, "Mitspielen", lobby.id)
            await on.press(dieter, "Aussteigen", lobby.id)

        await on.press(anna, "Los geht's", lobby.id)

        assert "Dieter" not in (await on.turn(anna, "Ansagen", within=SOON)).text
