"""Klopause, a whole table's pause, and a sleeping table: who stops what, and what goes on without whom."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.turns import fresh, lifted, round_of, take
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.share import encode_rules
from tgbot.game.rules.turn_time import TurnTime
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

HOUR = 3_600_000
PATIENT = Timing(tell=0)


async def begun(on: Stage, *seats: int, rules: HouseRules | None = None, timing: Timing = PATIENT) -> list[Person]:
    """Begin a game of those of four people, the first of them host; every throw is 65. Anna is the group's admin."""
    await on.bot(chance=swift(ScriptedCup((6, 5) * 60), timing))
    await on.gather(4)
    if rules is not None:
        await on.tg.say(on.people[0], on.group, f"/hausordnung {encode_rules(rules)}")
        await on.tg.wait_button(on.group, "Übernehmen")
        await on.press(on.people[0], "Übernehmen")
    await on.begin(*(on.people[seat] for seat in seats))
    return on.people


async def standing(on: Stage, after: int) -> Message | None:
    """Look for the card of a table that stands still, below that message."""
    cards = [message for message in await on.shown() if "▶️ Weiter geht's" in message.labels]
    return cards[-1] if cards and cards[-1].id > after else None


async def hurried(on: Stage) -> list[Message]:
    """List what time has made the bot say."""
    return [message for message in await on.shown() if "⏳" in message.text]


async def test_klopause_and_bin_wieder_da_and_after_five_rounds_the_question(tmp_path: Path) -> None:
    """Anna pauses with the cup in her hand: nobody pays, the others play on, and she is asked, not waited for."""
    async with evening(tmp_path) as on:
        anna, bert, clara, _ = await begun(on, 0, 1, 2, rules=HouseRules(limit=9))
        await on.turn(anna, "Ansagen")
        await on.tg.say(anna, on.group, "/pause")
        told = await on.tg.wait_for(on.group, "\u2068Anna\u2069 ist kurz weg")
        assert "Niemand zahlt, der Becher bleibt zu." in told.text
        assert told.labels == ("🙋 Bin wieder da",)
        assert "🚽 Kurz weg: \u2068Anna\u2069" in (await on.turn(bert, "Ansagen")).text
        assert await on.press(bert, "Bin wieder da", told.id) == "Du warst gar nicht weg. Bleib sitzen."
        for _ in range(5):
            await round_of(on, bert, clara)
        asked = await on.tg.wait_for(on.group, "5 Runden sind ohne dich gelaufen")
        assert f"user?id={anna.id}" in asked.html
        assert asked.labels == ("🙋 Bin wieder da", "Noch 5 Runden")
        assert await on.press(anna, "Noch 5 Runden") == "Alles klar, lass dir Zeit."
        await round_of(on, bert, clara)
        assert "Ab der nächsten Runde" in await on.press(anna, "Bin wieder da", asked.id)
        await round_of(on, bert, clara)
        opened = await fresh(on, bert, "Ansagen", after=(await lifted(on))[-1].id)
        await on.announce(bert, "66")
        await take(on, clara, "Glauben", after=opened.id)
        await on.announce(clara, "21")
        await on.turn(anna, "Aufdecken")


async def test_with_one_left_the_game_waits_and_goes_on_with_whoever_comes(tmp_path: Path) -> None:
    """It says so and offers a seat; the one who is away finds his button there too."""
    async with evening(tmp_path) as on:
        anna, bert, clara, _ = await begun(on, 0, 1)
        await on.turn(anna, "Ansagen")
        await on.tg.say(bert, on.group, "/pause")
        card = await on.tg.wait_for(on.group, "Allein macht's keinen Spaß")
        assert card.labels == ("🙋 Mitspielen", "🙋 Bin wieder da")
        await on.press(clara, "Mitspielen", card.id)
        await on.tg.wait_for(on.group, "\u2068Clara\u2069 steigt ab der nächsten Runde ein")
        opened = await fresh(on, anna, "Ansagen", after=card.id)
        await on.announce(anna, "66")
        await take(on, clara, "Aufdecken", after=opened.id)
        await on.tg.wait_for(on.group, "hebt den Becher")


async def test_pause_tisch_stops_everything_until_a_seat_says_weiter_gehts(tmp_path: Path) -> None:
    """The host's word, an admin's, not a guest's; a move meanwhile is refused with the way out."""
    async with evening(tmp_path) as on:
        times = Timing(tell=0, half=HOUR, turn=HOUR, grace=HOUR)
        anna, bert, clara, dieter = await begun(on, 1, 2, 3, timing=times)
        await on.turn(bert, "Ansagen")
        await on.tg.say(clara, on.group, "/pause tisch")
        told = await on.tg.wait_for(on.group, "den ganzen Tisch hält nur an")
        assert "\u2068Clara\u2069" in told.text
        for who in (bert, anna):
            await on.tg.say(who, on.group, "/pause tisch")
            told = await on.tg.wait_for(on.group, f"\u2068{who.name}\u2069 ruft eine Pause aus")
            card = await on.tg.until(lambda after=told.id: standing(on, after), "the pause's card")  # type: ignore[misc]
            assert (
                "Der Tisch macht Pause. Wer hier sitzt, tippt auf Weiter geht's, dann ist \u2068Bert\u2069" in card.text
            )
            cup = await on.tg.wait_button(bert, "65")
            refused = await on.tg.answer(await on.tg.press(bert, bert, "65", cup.id))
            assert refused.text == "Der Tisch macht Pause. Tipp in der Gruppe auf Weiter geht's, dann zählt's wieder."
            assert "Du sitzt nicht am Tisch" in await on.press(anna, "Weiter geht's")
            assert await on.press(dieter, "Weiter geht's") == "Weiter geht's!"
            await on.turn(bert, "Ansagen")
        await on.announce(bert, "65")
        await on.turn(clara, "Glauben")


async def test_no_time_passes_at_a_paused_table(tmp_path: Path) -> None:
    """Longer than a turn, and not a word; then the clock runs again."""
    async with evening(tmp_path) as on:
        anna, *_ = await begun(on, 0, 1, 2, timing=Timing(tell=0, half=900, turn=1_000, grace=HOUR))
        await on.tg.say(anna, on.group, "/pause tisch")
        await on.tg.wait_for(on.group, "ruft eine Pause aus")
        await on.tg.wait_button(on.group, "Weiter geht's")
        before = len(await hurried(on))
        await asyncio.sleep(1.2)
        assert len(await hurried(on)) == before
        await on.press(on.people[1], "Weiter geht's")

        async def goes_on() -> bool | None:
            return True if len(await hurried(on)) > before else None

        await on.tg.until(goes_on, "the clock")


async def test_the_rollers_own_move_wakes_a_sleeping_table(tmp_path: Path) -> None:
    """From the private cup: no Weiter geht's is needed any more."""
    async with evening(tmp_path) as on:
        _, bert, *_ = await begun(on, 0, 1, timing=Timing(tell=0, half=100, turn=250, grace=HOUR))
        await on.tg.wait_for(on.group, "Ich lege mich kurz hin", within=20)
        card = await on.tg.wait_button(on.group, "Weiter geht's")
        assert "Danach ist \u2068Bert\u2069 dran" in card.text
        await on.announce(bert, "66")
        awake = await on.tg.wait_for(on.group, "\u2068Bert\u2069 sagt 66")
        assert not any("Weiter geht's" in label for label in awake.labels)


async def test_the_groups_own_time_to_think_and_none_at_all(tmp_path: Path) -> None:
    """Without a clock nothing happens however long it takes; with 30 seconds a quarter of the usual time does."""
    async with evening(tmp_path) as on:
        times = Timing(tell=0, half=800, turn=1_200, grace=1_500)
        anna, *_ = await begun(on, 0, 1, 2, rules=replace(HouseRules(), turn_time=TurnTime.OFF), timing=times)
        await on.turn(anna, "Ansagen")
        await asyncio.sleep(2)
        assert not await hurried(on)
        quick = encode_rules(replace(HouseRules(), turn_time=TurnTime.HALF_MINUTE))
        await on.tg.say(anna, on.group, f"/hausordnung {quick}")
        await on.tg.wait_button(on.group, "Übernehmen")
        assert "gilt ab der nächsten Partie" in await on.press(anna, "Übernehmen")
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_button(on.group, "Nochmal")
        await on.press(anna, "Nochmal")
        await on.tg.wait_button(on.group, "Los geht's")
        await on.press(anna, "Los geht's")
        await on.tg.wait_for(on.group, "Dann springe ich ein.", within=20)
