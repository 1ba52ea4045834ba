"""Whole rounds by other house rules, with the buttons they bring."""

from pathlib import Path

import pytest

from tests.e2e.house import shows, table, walk

pytestmark = pytest.mark.redis


async def test_trinkspiel_looks_rolls_again_and_asks_what_did_you_say(tmp_path: Path) -> None:
    """Nachsehen is a choice, Neu würfeln is blind, and who repeats the own announcement pays at once."""
    async with table(tmp_path, (5, 3, 6, 1)) as on:
        anna, bert, _ = on.people
        await on.tg.say(anna, on.group, "/hausordnung")
        await walk(on, anna, "Trinkspiel")
        await shows(on, "Hausordnung: Trinkspiel-Regeln")
        await walk(on, anna, "Regel für Regel", "Fangfrage", "ja")
        await shows(on, "Fangfrage: ja")
        await walk(on, anna, "Los geht's")

        unseen = await on.tg.wait_button(anna, "Nachsehen")
        assert "53" not in unseen.text
        await on.tg.answer(await on.tg.press(anna, anna, "Nachsehen"))
        await on.tg.wait_for(anna, "⚄⚂ 53")
        await shows(on, "Hat nachgesehen")
        await on.tg.answer(await on.tg.press(anna, anna, "Neu würfeln"))
        await on.tg.wait_for(anna, "Den kennt niemand")
        await on.announce(anna, "62")

        await on.tap(bert, "Was hast du gesagt")
        asked = await on.tg.wait_button(anna, "Sag ich nicht")
        assert any("62" in label for label in asked.labels)
        await on.tg.answer(await on.tg.press(anna, anna, "62", asked.id))
        repeated = await shows(on, "Reingefallen")
        assert "zahlt ✔" in repeated.text
        await on.tap(bert, "Aufdecken")
        lifted = await shows(on, "hebt den Becher")
        assert "61" in lifted.text
        assert "Ehrlich gewürfelt klappt das in 2 von 36 Fällen." in lifted.text


async def test_maexle_goes_on_unseen_and_is_called_by_its_name(tmp_path: Path) -> None:
    """Weitergeben raises without a roll; the top is the Mäxle, on every button and in every line."""
    async with table(tmp_path, (4, 2, 6, 4), people=4) as on:
        anna, bert, clara, dieter = on.people
        await on.tg.say(anna, on.group, "/hausordnung")
        await walk(on, anna, "Mäxle")
        await shows(on, "Mäxle!")
        await walk(on, anna, "Los geht's")
        await on.announce(anna, "42")
        assert "Such dir unten eine Ansage aus" in await on.tap(bert, "Weitergeben")
        await on.tap(bert, "43")
        await on.turn(clara, "Weitergeben")
        await shows(on, "gibt ungesehen weiter und sagt 43")
        await on.tap(clara, "Weitergeben")
        await on.tap(clara, "21 · Mäxle")
        assert "21 · Mäxle" in (await on.turn(dieter, "Weitergeben")).text
        await on.tap(dieter, "Weitergeben")
        await on.tap(anna, "Weitergeben")
        await on.tap(bert, "Weitergeben")
        assert "Einmal rum" in (await on.turn(clara, "Aufdecken")).text
        await on.tap(clara, "Aufdecken")
        lap = await shows(on, "ist einmal rum")
        assert "Alle anderen geben eine Marke ab" in lap.text
        assert "21 · Mäxle" in lap.text


async def test_the_odds_line_can_be_switched_off(tmp_path: Path) -> None:
    """Nothing else about the reveal changes."""
    async with table(tmp_path, (4, 2, 6, 4)) as on:
        anna, bert, _ = on.people
        await on.tg.say(anna, on.group, "/hausordnung")
        await walk(on, anna, "Regel für Regel", "Nachrechnen", "nein")
        await shows(on, "Nachrechnen: nein")
        await walk(on, anna, "Los geht's")
        await on.announce(anna, "53")
        await on.tap(bert, "Aufdecken")
        lifted = await shows(on, "hebt den Becher")
        assert "Anna" in lifted.text
        assert "Ehrlich gewürfelt" not in lifted.text
