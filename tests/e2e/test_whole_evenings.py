"""Whole evenings over HTTP in each way to pay, in German and English, to the recap and its picture.

A changed design changes the golden pictures. Draw them anew with

    SNAPSHOTS=write .venv/bin/python -m pytest tests/e2e/test_whole_evenings.py

and look at them before committing them.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.paying import ENGLISH, GERMAN, Paying, Words
from tests.e2e.stage import Stage, evening
from tests.phrases.test_picture import changed, opened
from tests.telegram_client import Message
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.phrases.picture import HEIGHT, WIDTH

pytestmark = pytest.mark.redis

GOLDEN = Path(__file__).parent / "pictures"
WRITE = os.environ.get("SNAPSHOTS") == "write"


@dataclass(frozen=True)
class Speech:
    """What an evening says and is told in one language."""

    words: Words
    again: str
    start: str
    stand: str
    close: str
    titles: tuple[str, str]
    lost: str
    strokes: str
    tasks: str
    pays: str
    water: str
    manners: str
    squats: str
    instead: str
    decks: tuple[str, str, str]
    due: str
    sips: tuple[str, str, str]
    eleven: str
    spent: str


DE = Speech(
    GERMAN,
    "Nochmal",
    "Los geht's",
    "/stand",
    "/abend",
    ("Abendprotokoll", "Kater-Protokoll"),
    "Verlorene Runden: ",
    "Striche: ",
    "Aufgaben gemacht: ",
    r"und zahlt( zweifach)? ✔",
    "💧 Wasserrunde!",
    "So halten wir's am Tisch",
    "10 Kniebeugen",
    "Alles klar: Dafür gibt's zehn Kniebeugen.",
    ("Trinken", "Harmlos", "Party"),
    "Du zahlst {}.",
    ("einen Schluck", "zwei Schlucke", "zwei Schlucke Wasser"),
    "Um elf noch mal",
    "Dein Limit ist erreicht, also geht deine Aufgabe so: ",
)
EN = Speech(
    ENGLISH,
    "Again",
    "Let's go",
    "/standings",
    "/evening",
    ("Tonight's report", "Hangover report"),
    "Rounds lost: ",
    "Strokes: ",
    "Tasks done: ",
    r"and pays ✔( two times over)?",
    "💧 Water round!",
    "How we keep it at the table",
    "10 squats",
    "All right: ten squats instead.",
    ("Sips", "Harmless", "Party"),
    "You pay {}.",
    ("a sip", "two sips", "two sips of water"),
    "Again at eleven",
    "You've reached your limit, so your task goes like this: ",
)


@dataclass(frozen=True)
class Mode:
    """One way to pay. `wet`: sips may come up, as payment or in a task."""

    name: str
    payment: Payment
    wet: bool

    @property
    def tasks(self) -> bool:
        """Whether anybody may be given a task."""
        return self.payment in (Payment.TASKS, Payment.MIXED)


MODES = (
    Mode("none", Payment.NONE, wet=False),
    Mode("sips", Payment.SIPS, wet=True),
    Mode("tasks", Payment.TASKS, wet=False),
    Mode("drinking tasks", Payment.TASKS, wet=True),
    Mode("mixed", Payment.MIXED, wet=True),
)


@dataclass
class Night:
    """Anna loses every round to Bert; Clara comes later."""

    table: Paying
    mode: Mode
    speech: Speech
    _settled: str = ""

    @property
    def on(self) -> Stage:
        """The stage."""
        return self.table.on

    async def set_up(self) -> None:
        """Water after five units, squats for a declined task, and a limit of two sips for Anna."""
        table, on = self.table, self.on
        await on.tg.say(table.anna, on.group, table.words.commands[3])
        menu = await on.tg.wait_button(on.group, "✔ 10")
        await self._choose(menu, "5", "✔ 5")
        await self._choose(menu, self.speech.squats, f"✔ {self.speech.squats}")
        if self.mode.payment is Payment.TASKS and self.mode.wet:
            await self._choose(menu, self.speech.decks[0], f"✔ {self.speech.decks[0]}")
            for dry in self.speech.decks[1:]:
                await self.on.tg.answer(await self.on.tg.press(table.anna, self.on.group, dry, menu.id))
            await self.on.tg.until(self._wet_alone, "the drinking deck alone")
        await on.tg.say(table.anna, table.anna, table.words.commands[2])
        await table.own(table.anna, "Mein Limit")  # the private chat speaks the language of her phone
        await on.tg.wait_for(table.anna, "Wie viele Schlucke")
        await table.own(table.anna, "2")
        await on.tg.wait_for(table.anna, "Mein Limit: noch 2 Schlucke")

    async def _wet_alone(self) -> bool | None:
        marked = {label for message in await self.on.shown() for label in message.labels if label.startswith("✔")}
        return not marked & {f"✔ {dry}" for dry in self.speech.decks[1:]} or None

    async def _choose(self, menu: Message, label: str, shown: str) -> None:
        await self.on.tg.answer(await self.on.tg.press(self.table.anna, self.on.group, label, menu.id))
        await self.on.tg.wait_button(self.on.group, shown)

    async def do_another(self) -> None:
        """Swap the task, once; be applauded; do it."""
        table, words = self.table, self.table.words
        first = await self._task()
        await table.press(table.anna, words.other)
        self._settled = first.text
        assert not any(words.other in label for label in (await self._task(swapped=True)).labels)
        await table.press(table.bert, "👏")
        await self.on.tg.wait_button(self.on.group, "👏 1")
        self._settled = (await table.debt()).text
        await table.press(table.anna, words.done)

    async def decline(self) -> None:
        """Rather not: she is told what it comes to, and the group is told nothing."""
        table = self.table
        await self._task()
        self._settled = (await table.debt()).text
        assert self.speech.instead == await table.press(table.anna, table.words.skip)

    async def _task(self, *, swapped: bool = False) -> Message:
        """Wait for a task other than the last; where there is a choice, choose it."""
        if self.mode.payment is Payment.MIXED and not swapped:
            await self.on.turn(self.table.anna, self.table.words.task)
            await self.table.press(self.table.anna, self.table.words.task)

        async def look() -> Message | None:
            card = await self.table.debt()
            return card if card.text != self._settled else None

        return await self.on.tg.until(look, "another task")

    async def pay(self, amount: str) -> None:
        """Pay in sips; Anna alone reads of how many, and when they are water."""
        if self.mode.payment is Payment.MIXED:
            await self.on.turn(self.table.anna, self.table.words.pay)
            await self.table.press(self.table.anna, self.table.words.pay)
        await self.on.tg.wait_for(self.table.anna, self.speech.due.format(amount))

    async def first_game(self) -> None:
        """Three rounds, four strokes, of which three end the game."""
        one, two, water = self.speech.sips
        for round_lost in (1, 2, 3):
            await self.table.lose("53" if round_lost < 3 else "21")
            if self.mode.tasks and round_lost == 1:
                await self.do_another()
            elif self.mode.tasks and round_lost == 2:
                await self.decline()
            elif self.mode.payment is Payment.TASKS:
                await self.decline()
                await self.do_another()
            elif self.mode.payment is not Payment.NONE:
                await self.pay(two if self.mode.payment is Payment.MIXED else (one, one, water)[round_lost - 1])
            if round_lost < 3:
                await self.table.next_round()
        await self.on.tg.wait_button(self.on.group, self.speech.again)

    async def second_game(self) -> None:
        """Clara has come. One round more: the fifth unit."""
        table, on = self.table, self.on
        await table.press(table.anna, self.speech.again)
        await table.press(on.people[2], table.words.join)
        await table.press(table.anna, self.speech.start)
        await table.lose()
        if self.mode.payment in (Payment.SIPS, Payment.MIXED):
            await self.pay(self.speech.sips[2].replace("zwei Schlucke", "einen Schluck").replace("two sips", "a sip"))
        elif self.mode.tasks:
            await self.decline()
        if self.mode.payment is Payment.TASKS and self.mode.wet:  # two tasks with a sip were done: that was the limit
            await on.tg.wait_for(table.anna, self.speech.spent)
        await table.next_round()

    async def told(self) -> str:
        """Read everything the group was shown."""
        return _bare("\n".join(message.text for message in await self.on.shown()))


@pytest.mark.parametrize("speech", [DE, EN], ids=["de", "en"])
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
async def test_a_whole_evening(tmp_path: Path, mode: Mode, speech: Speech) -> None:
    """Two games, a limit reached, a task swapped and some declined, a water round, a latecomer, the standings, the recap."""
    async with evening(tmp_path) as on:
        night = Night(Paying(on, speech.words, mode.payment, HouseRules(limit=3, odds_line=False)), mode, speech)
        await night.table.sit_down(people=3)
        await night.set_up()
        await night.first_game()
        await night.second_game()
        await on.tg.say(on.people[2], on.group, speech.stand)
        in_seat_order = f"{speech.lost}Anna 4 · Bert 0 · Clara 0"
        rounds = in_seat_order if mode.wet else f"{speech.lost}Bert 0 · Clara 0 · Anna 4"
        await on.tg.wait_for(on.group, "Clara\u2069 0")
        await on.tg.say(night.table.anna, on.group, speech.close)
        recap = await on.tg.wait_button(on.group, speech.eleven)
        await _picture_as_drawn(on, f"{mode.name}.{speech.words.language[:2].lower()}")

        said = _bare(recap.text)
        assert rounds in said
        assert speech.titles[mode.wet] in said
        group = await night.told()
        assert (speech.water in group) == mode.wet
        assert group.count(rounds) == 2
        done = {"tasks": "Anna 2", "drinking tasks": "2", "mixed": "1"}.get(mode.name)
        assert (done is None) == (speech.tasks not in said)
        assert done is None or f"{speech.tasks}{done}" in said.splitlines()
        assert group.count(speech.manners) == mode.wet
        assert len(re.findall(speech.pays, group)) == (4 if mode.payment is Payment.SIPS else 0)


def _bare(text: str) -> str:
    """Take out what nobody sees."""
    return text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")


async def _picture_as_drawn(on: Stage, name: str) -> None:
    """Compare what was sent up with the golden picture: at most 1 % of the pixels differ by more than 8 of 255."""

    async def sent() -> str | None:
        calls = [call for call in await on.tg.calls("sendPhoto") if call["answer"]]
        return calls[0]["answer"]["result"]["photo"][0]["file_id"] if calls else None

    content = on.telegram.world.uploads[await on.tg.until(sent, "the picture")].content
    path = GOLDEN / f"{name}.png"
    if WRITE:
        path.write_bytes(content)
    assert changed(opened(path.read_bytes()), opened(content)) <= 0.01 * WIDTH * HEIGHT
