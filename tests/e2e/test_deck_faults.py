"""Decks with faults at a real start: each is named by file and line, and the evening is played with the others."""

import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.decks.folders import INDEX, TEXTS, write_deck
from tests.e2e.process import ROOT, home
from tests.telegram_client import Message
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.share import encode_rules

pytestmark = pytest.mark.redis

CODE = encode_rules(replace(HouseRules(), payment=Payment.TASKS))


def decks_with_faults(folder: Path) -> list[str]:
    """Copy the bot, take a text out of one of its decks and add two with faults; returns what is to be said of them."""
    decks = shutil.copytree(ROOT / "tgbot", folder / "tgbot") / "decks"
    words = decks / "harmlos" / "de.toml"
    lines = words.read_text(encoding="utf-8").splitlines(keepends=True)
    words.write_text("".join(line for line in lines if not line.startswith("h01")), encoding="utf-8")
    index = (decks / "harmlos" / "deck.toml").read_text(encoding="utf-8").splitlines()
    missing = next(number for number, line in enumerate(index, start=1) if line.startswith("h01"))
    write_deck(decks, "zwilling", deck=INDEX + "a2 = {}\n")
    write_deck(decks, "zweifel", deck=INDEX.replace("a1", "b1").replace("a2 = {", 'a2 = { mood = "wild",'), de=TEXTS)
    return [
        f"harmlos/deck.toml line={missing} reason='h01 has no text in de.toml'",
        "zwilling/deck.toml line=8 reason='a2 stands twice (first in line 6)'",
        "zweifel/deck.toml line=6 reason='a2: unknown tag mood",
    ]


async def test_decks_with_faults_are_named_at_the_start_and_the_others_played(tmp_path: Path) -> None:
    """A missing text, an id twice, an unknown tag: three lines of the log. Tasks come from what is left."""
    faults = decks_with_faults(tmp_path)
    party = tomllib.loads((ROOT / "tgbot" / "decks" / "party" / "de.toml").read_text(encoding="utf-8"))["tasks"]
    async with home(tmp_path) as place:
        command = place.cli(PYTHONPATH=str(tmp_path))
        await place.ready(command.process)
        said = [line for line in command.said.splitlines() if "deck_left_out" in line]
        assert {part for part in faults if any(part in line for line in said)} == set(faults)
        assert {line.partition("file=")[2].partition("/")[0] for line in said} == {"harmlos", "zwilling", "zweifel"}

        tg = place.on.tg
        anna, bert = [await tg.user(name, started=True) for name in ("Anna", "Bert")]
        group = await tg.group("Stammtisch", [anna, bert])
        await tg.wait_button(group, "Tisch eröffnen")
        await tg.say(anna, group, f"/hausordnung {CODE}")
        for who, label in ((anna, "Übernehmen"), (anna, "Tisch eröffnen"), (bert, "Mitspielen"), (anna, "Trotzdem")):
            await tg.wait_button(group, label)
            await tg.answer(await tg.press(who, group, label))
        await tg.wait_button(anna, "21")
        await tg.answer(await tg.press(anna, anna, "21"))
        await tg.wait_button(group, "Aufdecken")
        await tg.answer(await tg.press(bert, group, "Aufdecken"))
        card: Message = await tg.wait_button(group, "Erledigt")
        assert card.text.splitlines()[1].strip("\u2068\u2069") in party.values()
