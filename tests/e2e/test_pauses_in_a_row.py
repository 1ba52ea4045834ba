"""A table that is stopped and goes on every few seconds leaves the chat, and its minute of messages, to the others."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.weather import tried
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person

pytestmark = pytest.mark.redis

TIMES = 4


async def test_pauses_in_a_row_are_told_once_and_rewrite_one_card(tmp_path: Path) -> None:
    """At any moment one post, and one card that shows how it is; nothing else is sent, and the game goes on."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5) * 30)))
        await on.gather(3)
        await on.begin(*on.people)
        anna, bert, _ = on.people
        await on.announce(anna, "65")
        old = await on.turn(bert, "Glauben")
        await on.tg.quiet()
        card, before = old, len(await tried(on, on.group.id))
        for _ in range(TIMES):
            await on.tg.say(anna, on.group, "/pause tisch")
            card = await _showing(on, anna, "Weiter geht's")
            await on.press(bert, "Weiter geht's", card.id)
            await _showing(on, bert, "Glauben")
        await on.tg.quiet()
        sent = [call for call in (await tried(on, on.group.id))[before:] if call["method"] == "sendMessage"]
        assert ["ruft eine Pause aus" in call["params"]["text"] for call in sent] == [True, False]
        assert card.id > old.id
        await on.tap(bert, "Glauben")
        await on.turn(bert, "Ansagen")


async def _showing(on: Stage, who: Person, label: str) -> Message:
    """Wait until the newest card has this button."""

    async def look() -> Message | None:
        cards = [message for message in await on.shown() if message.labels]
        return cards[-1] if cards and any(label in button for button in cards[-1].labels) else None

    return await on.tg.until(look, f"{label!r} for {who.name}")
