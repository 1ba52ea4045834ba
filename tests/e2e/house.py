"""Walking through the house rules menu, in either language."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person
from tgbot.table.clock.timing import Timing


@dataclass(frozen=True)
class Words:
    """What people type and tap in one language."""

    house: str
    start: str
    back: str
    pick: str
    share: str
    choose: str = ""


GERMAN = Words("/hausordnung", "Los geht's", "Zurück", "Tipp eine an", "Zum Weitersagen")
ENGLISH = Words("/house", "Let's go", "Back", "Tap one", "Pass them on", "English")


@asynccontextmanager
async def table(tmp_path: Path, dice: tuple[int, ...], people: int = 3, words: Words = GERMAN) -> AsyncIterator[Stage]:
    """Open a table with everybody at it. The group speaks the words' language; answers come as often as asked for."""
    async with AsyncExitStack() as stack:
        on = await stack.enter_async_context(evening(tmp_path))
        await on.bot(chance=swift(ScriptedCup(dice * 40), Timing(tell=0)))
        await on.gather(people)
        await on.seat(*on.people)
        if words.choose:
            await on.tg.say(on.people[0], on.group, "/sprache")
            await walk(on, on.people[0], words.choose)
            await on.tg.wait_button(on.group, words.start)
        yield on


async def walk(on: Stage, who: Person, *labels: str) -> str:
    """Press one button after another, each as soon as it is there; returns the last toast.

    A label is a button's whole text without its emoji or tick, or what stands before its colon.
    """
    toast = ""
    for label in labels:
        message, button = await on.tg.until(partial(_button, on, label), f"a button {label!r}")
        toast = (await on.tg.answer(await on.tg.press(who, on.group, button, message))).text
    return toast


async def _button(on: Stage, label: str) -> tuple[int, str] | None:
    for message in reversed(await on.shown()):
        for button in message.labels:
            bare = re.sub(r"^\W+ ", "", button)
            if bare == label or bare.startswith(f"{label}:"):
                return message.id, button
    return None


async def shows(on: Stage, containing: str) -> Message:
    """Wait for a message of the bot in the group that says this."""
    return await on.tg.wait_for(on.group, containing)
