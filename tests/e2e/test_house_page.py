"""The house rules on a phone's screen: pressed on the demo's page, and photographed for the docs.

The pictures are taken anew with

    PICTURES=write .venv/bin/python -m pytest tests/e2e/test_house_page.py
"""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from tests.e2e.house import ENGLISH, GERMAN, Words, shows, table
from tests.e2e.stage import Stage

pytestmark = [pytest.mark.redis, pytest.mark.browser]

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WRITE = os.environ.get("PICTURES") == "write"
PHONE = {"width": 390, "height": 1000}
ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]


@asynccontextmanager
async def phone(on: Stage) -> AsyncIterator[Page]:
    """Look at the demo's page through a window as wide as a phone."""
    found = shutil.which("chromium")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI is set, but there is no chromium")
        pytest.skip("no chromium on this machine")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=ARGS)
        page = await browser.new_page(viewport=PHONE, color_scheme="light")  # type: ignore[arg-type]
        await page.goto(on.telegram.url)
        yield page
        await browser.close()


def newest(page: Page, containing: str) -> Locator:
    """Find the newest message of the group that says this."""
    return page.locator("#group li", has_text=containing).last


async def photograph(page: Page, message: Locator, name: str) -> None:
    """See that a message and each of its buttons fit the screen side by side, and take its picture."""
    await expect(message).to_be_visible()
    await page.evaluate("document.querySelectorAll('.toast, #notes > *').forEach((toast) => toast.remove())")
    await message.evaluate("(message) => message.scrollIntoView({ block: 'start' })")
    for button in [message, *await message.get_by_role("button").all()]:
        box = await button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    if WRITE:
        await page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


@pytest.mark.parametrize(("words", "suffix"), [(GERMAN, ""), (ENGLISH, "-en")], ids=["German", "English"])
async def test_menu_vote_sheet_and_calculator_fit_a_phone(tmp_path: Path, words: Words, suffix: str) -> None:
    """Pressed where people press them."""
    says = {
        GERMAN: (
            "Regel für Regel",
            "Rangfolge",
            "Abstimmen lassen",
            "drei Würfel",
            "/regeln",
            "/rechner",
            "mindestens so",
        ),
        ENGLISH: (
            "Rule by rule",
            "Order of rolls",
            "Put it to the vote",
            "three dice",
            "/rules",
            "/odds",
            "at least this",
        ),
    }
    one_by_one, ranking, put, dice, rules, odds, legend = says[words]
    questions = {GERMAN: ("Worüber soll", "Abstimmung:"), ENGLISH: ("What shall the table", "Vote:")}
    asks, vote = questions[words]
    gist = {GERMAN: "So wird hier gespielt", ENGLISH: "How we play here"}[words]
    async with table(tmp_path, (4, 2, 1), words=words) as on, phone(on) as page:
        anna = on.people[0]
        await on.tg.say(anna, on.group, words.house)
        await photograph(page, newest(page, words.share), f"house-menu{suffix}")
        await press(page, one_by_one)
        await photograph(page, newest(page, words.pick), f"house-settings{suffix}")
        await press(page, f"{ranking}:")
        await expect(newest(page, put)).to_be_visible()
        await photograph(page, newest(page, put), f"house-setting{suffix}")
        await press(page, put)
        await expect(newest(page, asks)).to_be_visible()
        await press(page, dice)
        await photograph(page, newest(page, vote), f"house-vote{suffix}")
        await on.tg.say(anna, on.group, rules)
        await photograph(page, newest(page, gist), f"house-sheet{suffix}")
        await on.tg.say(anna, on.group, odds)
        await shows(on, legend)
        await photograph(page, newest(page, legend), f"house-odds{suffix}")


async def press(page: Page, label: str) -> None:
    """Press the newest button with this label."""
    await page.locator("#group").get_by_role("button", name=label).last.click()
