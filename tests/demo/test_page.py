import os
import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.demo.conftest import BotCaller, Hook
from tests.telegram_client import TelegramClient
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer

pytestmark = pytest.mark.browser

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESK = {"width": 375, "height": 720}, {"width": 1400, "height": 900}
BOARD = {
    "text": '<b>Wer</b> ist dabei? <a href="https://t.me/maexchen_demo_bot?start=j_1">Privat</a> &lt;img src=x&gt;',
    "parse_mode": "HTML",
    "reply_markup": {
        "inline_keyboard": [
            [{"text": "Mitspielen", "callback_data": "join"}],
            [{"text": "Dazuholen", "url": "https://t.me/maexchen_demo_bot?startgroup=neu"}],
        ]
    },
}


@pytest.fixture
async def server() -> AsyncIterator[DemoServer]:
    """Run the world of the demo."""
    async with DemoServer(DemoConfig(limits=UNLIMITED, seeded=True)) as running:
        yield running


@pytest.fixture
async def bot(api: BotCaller, hook: Hook) -> Hook:
    """Let a bot answer /neu with a board, /start with a greeting, and every press with an alert."""

    async def answer(update: dict[str, Any]) -> web.Response:
        if "callback_query" in update:
            query = update["callback_query"]
            text = f"{query['from']['first_name']} ist dabei"
            return web.json_response(
                {"method": "answerCallbackQuery", "callback_query_id": query["id"], "text": text, "show_alert": True}
            )
        message = update.get("message", {})
        here = {"method": "sendMessage", "chat_id": message.get("chat", {}).get("id")}
        if message.get("text") == "/neu":
            return web.json_response(here | BOARD)
        if message.get("text", "").startswith("/start"):
            return web.json_response(here | {"text": f"Hallo, {message['text']}!"})
        return web.Response()

    hook.answer = answer
    assert (await api("setWebhook", url=hook.url)).result is True
    return hook


@pytest.fixture
async def browser(server: DemoServer) -> AsyncIterator[Browser]:
    """Start the installed Chromium, and close it before the server; only a CI run must have one."""
    del server
    found = shutil.which("chromium")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI is set, but there is no chromium")
        pytest.skip("no chromium on this machine")
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=found, args=ARGS)
        yield running
        await running.close()


async def _open(browser: Browser, server: DemoServer, size: Any) -> tuple[Page, list[str]]:
    page = await browser.new_page(viewport=size)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    await page.goto(server.url)
    return page, errors


async def test_playing_from_the_page(browser: Browser, server: DemoServer, bot: Hook, tg: TelegramClient) -> None:
    """Anna writes, the board appears live, Bert presses, and the alert appears at Bert's seat alone."""
    page, errors = await _open(browser, server, DESK)
    group = page.locator("#group")
    await expect(group.locator("h2")).to_have_text("Stammtisch Freitag")
    await group.get_by_label("Nachricht an die Gruppe").fill("/neu")
    await page.keyboard.press("Enter")
    board = group.locator("li", has=page.get_by_role("button", name="Mitspielen"))
    await expect(board.locator("b")).to_have_text("Wer")
    await expect(board).to_contain_text("<img src=x>")
    await page.get_by_label("Bert", exact=True).check()
    await board.get_by_role("button", name="Mitspielen").click()
    bert = page.locator(".private", has=page.get_by_role("heading", name="Bert"))
    await expect(bert.locator(".toast.alert")).to_contain_text("Bert ist dabei")
    await expect(page.locator(".toast.alert:visible")).to_have_count(1)
    await bert.get_by_role("button", name="OK").click()
    await expect(bert.locator(".toast")).to_have_count(0)
    assert errors == []


async def test_links_into_telegram(browser: Browser, server: DemoServer, bot: Hook, tg: TelegramClient) -> None:
    """A start link presses Start as the acting seat, a startgroup link brings the bot in, and Start is a button too."""
    page, errors = await _open(browser, server, DESK)
    await page.get_by_label("Nachricht an die Gruppe").fill("/neu")
    await page.keyboard.press("Enter")
    await page.locator("#group a", has_text="Privat").click()
    anna = page.locator(".private", has=page.get_by_role("heading", name="Anna"))
    await expect(anna).to_contain_text("Hallo, /start j_1!")
    await page.locator("#group").get_by_role("button", name="Dazuholen").click()
    await expect(page.locator("#group")).to_contain_text("/start@maexchen_demo_bot neu")
    clara = page.locator(".private", has=page.get_by_role("heading", name="Clara"))
    await clara.get_by_role("button", name="Start", exact=True).click()
    await expect(clara).to_contain_text("Hallo, /start!")
    await expect(clara.get_by_role("button", name="Start", exact=True)).to_be_hidden()
    assert errors == []


async def test_people_come_and_go(browser: Browser, server: DemoServer, bot: Hook) -> None:
    """A player can be added and taken out of the group, and a group upgrade is followed."""
    page, errors = await _open(browser, server, DESK)
    await page.get_by_role("button", name="Mitspieler dazuholen").click()
    await page.get_by_label("Name").fill("Emil <b>")
    await page.get_by_role("button", name="Dazusetzen").click()
    await expect(page.locator("#group .about")).to_contain_text("Emil <b>")
    await page.get_by_label("Mehr für Dieter").click()
    await page.get_by_role("button", name="Aus der Gruppe nehmen").click()
    await expect(page.locator("#group .messages")).to_contain_text("Dieter ist gegangen")
    await page.get_by_label("Gruppe verwalten").click()
    await page.get_by_role("button", name="Zur Supergruppe machen").click()
    await expect(page.locator("#group .messages")).to_have_text("Die Gruppe ist jetzt eine Supergruppe")
    assert errors == []


async def test_on_a_phone(browser: Browser, server: DemoServer, bot: Hook) -> None:
    """A phone shows one chat at a time, fits its width, and marks unseen private messages."""
    page, errors = await _open(browser, server, PHONE)
    await expect(page.locator("#privates")).to_be_hidden()
    await page.get_by_label("Nachricht an die Gruppe").fill("/neu")
    await page.keyboard.press("Enter")
    await page.locator("#group").get_by_role("button", name="Mitspielen").click()
    await expect(page.locator("#notes .alert")).to_contain_text("Anna: Anna ist dabei")
    await page.locator("#notes").get_by_role("button", name="OK").click()
    await page.get_by_role("tab", name="Privat").click()
    await page.locator(".private:visible").get_by_role("button", name="Start").click()
    await expect(page.locator(".private:visible")).to_contain_text("Hallo, /start!")
    assert await page.locator(".private:visible").count() == 1
    assert await page.evaluate("document.documentElement.scrollWidth") == 375
    assert errors == []


async def test_a_phone_opens_a_chat_at_its_end(
    browser: Browser, server: DemoServer, bot: Hook, tg: TelegramClient
) -> None:
    """What came while another chat was in front is seen at once, in the group as in private."""
    page, errors = await _open(browser, server, PHONE)
    anna, group = await tg.person("Anna"), await tg.room("Stammtisch Freitag")
    await tg.start(anna)
    for line in range(12):
        await tg.say(anna, anna, f"/start {line}")
        await tg.wait_for(anna, f"Hallo, /start {line}!")
    await page.get_by_role("tab", name="Privat").click()
    await expect(page.get_by_text("Hallo, /start 11!")).to_be_in_viewport()
    for line in range(12):
        await tg.say(anna, group, f"Zeile {line}.")
    await expect(page.get_by_text("Zeile 11.")).to_have_count(1)
    await page.get_by_role("tab", name="Gruppe").click()
    await expect(page.get_by_text("Zeile 11.")).to_be_in_viewport()
    assert errors == []
