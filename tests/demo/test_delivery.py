import asyncio
from typing import Any

import pytest
from aiohttp import web

from tests.demo.conftest import SECRET, BotCaller, Hook, Party
from tests.telegram_client import TelegramClient
from tgbot.demo.delivery.postman import retry_delay

Json = dict[str, Any]
KEYBOARD: Json = {"inline_keyboard": [[{"text": "Glauben", "callback_data": "g"}]]}


def _scripted(*statuses: int, headers: dict[str, str] | None = None) -> Any:
    left = list(statuses)

    async def answer(_update: Json) -> web.Response:
        return web.Response(status=left.pop(0) if left else 200, headers=headers)

    return answer


async def test_update_on_the_wire(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """A delivery is one update as JSON, its id first, with the secret in the header."""
    assert (await api("setWebhook", url=hook.url, secret_token=SECRET)).result is True
    await tg.say(party.anna, party.group, "/neu@maexchen_demo_bot")
    (update,) = await hook.wait(1)
    assert list(update) == ["update_id", "message"]
    assert update["message"]["entities"] == [{"offset": 0, "length": 22, "type": "bot_command"}]
    assert hook.headers[0]["X-Telegram-Bot-Api-Secret-Token"] == SECRET
    assert hook.headers[0]["Content-Type"] == "application/json"
    await tg.quiet()


async def test_redelivery_until_taken(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """A failed delivery comes again with the same id, while later messages of the chat wait and other chats go on."""
    hook.answer = _scripted(500, 503)
    await api("setWebhook", url=hook.url)
    await tg.say(party.anna, party.group, "/eins")
    await tg.say(party.anna, party.group, "/zwei")
    await hook.wait(4)
    await tg.quiet()
    assert hook.texts() == ["/eins", "/eins", "/eins", "/zwei"]
    assert len({update["update_id"] for update in hook.got}) == 2
    info = (await api("getWebhookInfo")).result
    assert info["last_error_message"] == "Wrong response from the webhook: 503 Service Unavailable"
    assert info["pending_update_count"] == 0


async def test_silence_is_a_failure(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """A bot that does not answer in time gets the update again."""

    async def dawdle(_update: Json) -> web.Response:
        if len(hook.got) == 1:
            await asyncio.sleep(1)
        return web.Response()

    hook.answer = dawdle
    await api("setWebhook", url=hook.url)
    await tg.say(party.anna, party.group, "/neu")
    await hook.wait(2)
    await tg.quiet()
    assert hook.texts() == ["/neu", "/neu"]


async def test_asked_delay(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """Retry-After of the bot's own answer sets the pause before the next try."""
    hook.answer = _scripted(503, headers={"Retry-After": "20"})
    await api("setWebhook", url=hook.url)
    await tg.say(party.anna, party.group, "/neu")
    await hook.wait(2)
    first, second = [delivery["at"] for delivery in await tg.deliveries()]
    assert 0.2 <= second - first < 1


def test_retry_delays() -> None:
    """The pauses double after an immediate second try and end between one and two minutes."""
    assert [retry_delay(failures) for failures in range(1, 7)] == [0, 2, 4, 8, 16, 32]
    assert 60 <= retry_delay(7) <= 120


async def test_queues(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """One person's presses wait for each other; another's, and messages, overtake them."""
    free = asyncio.Event()

    async def hold_anna(update: Json) -> web.Response:
        if update.get("callback_query", {}).get("from", {}).get("id") == party.anna.id:
            await free.wait()
        return web.Response()

    hook.answer = hold_anna
    await api("sendMessage", chat_id=party.group.id, text="x", reply_markup=KEYBOARD)
    await api("setWebhook", url=hook.url)
    for person in (party.anna, party.anna, party.bert):
        await tg.press(person, party.group, "Glauben")
    await tg.say(party.anna, party.group, "/neu")
    await hook.wait(3)
    await asyncio.sleep(0.05)
    presses = [update["callback_query"]["from"]["id"] for update in hook.got if "callback_query" in update]
    assert sorted(presses) == [party.anna.id, party.bert.id]
    assert hook.texts() == ["/neu"]
    assert len(await tg.pending()) == 2
    free.set()
    await tg.quiet()
    assert len(hook.got) == 4


async def test_max_connections(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """Never more deliveries at once than connections."""
    most = running = 0

    async def count(_update: Json) -> web.Response:
        nonlocal most, running
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        return web.Response()

    hook.answer = count
    groups = [await tg.group(f"G{number}", [party.anna]) for number in range(6)]
    await api("setWebhook", url=hook.url, max_connections=2)
    for group in groups:
        await tg.say(party.anna, group, "/neu")
    await tg.quiet()
    assert most == 2


async def test_expiry(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Presses wait 150 seconds for the bot, messages a day; then they are dropped without a word."""
    await api("sendMessage", chat_id=party.group.id, text="x", reply_markup=KEYBOARD)
    await tg.press(party.anna, party.group, "Glauben")
    await tg.say(party.anna, party.group, "/neu")
    await tg.advance(151)
    assert [list(update)[1] for update in (await api("getUpdates")).result] == ["message"]
    await tg.advance(86_400)
    assert (await api("getUpdates")).result == []


async def test_gone_for_good(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """A webhook that answers 410 for 23 hours is closed."""
    hook.answer = _scripted(*[410] * 50)
    await api("setWebhook", url=hook.url)
    await tg.say(party.anna, party.group, "/neu")
    await hook.wait(1)
    await tg.advance(23 * 3600 + 1)
    await hook.wait(len(hook.got) + 1)

    async def closed() -> bool | None:
        return None if (await api("getWebhookInfo")).result["url"] else True

    assert await tg.until(closed, "webhook closed")


@pytest.mark.parametrize("kind", ["json", "form"])
async def test_call_in_the_answer(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook, kind: str) -> None:
    """A method in the answer to a delivery is carried out like a call."""

    async def reply(update: Json) -> web.Response:
        call = {"method": "answerCallbackQuery", "callback_query_id": update["callback_query"]["id"], "text": "Ja"}
        form = "&".join(f"{name}={value}" for name, value in call.items())
        content_type = "application/x-www-form-urlencoded"
        return web.json_response(call) if kind == "json" else web.Response(text=form, content_type=content_type)

    hook.answer = reply
    await api("sendMessage", chat_id=party.group.id, text="x", reply_markup=KEYBOARD)
    await api("setWebhook", url=hook.url)
    query = await tg.press(party.anna, party.group, "Glauben")
    assert (await tg.answer(query)).text == "Ja"
    assert [call["via"] for call in await tg.calls("answerCallbackQuery")] == ["webhook"]


@pytest.mark.parametrize("method", ["deleteWebhook", "setWebhook", "getMe", "close", "logOut"])
async def test_calls_never_carried_out(
    api: BotCaller, tg: TelegramClient, party: Party, hook: Hook, method: str
) -> None:
    """Some methods are ignored in an answer."""

    async def reply(_update: Json) -> web.Response:
        return web.json_response({"method": method})

    hook.answer = reply
    await api("setWebhook", url=hook.url)
    await tg.say(party.anna, party.group, "/neu")
    await tg.quiet()
    assert (await api("getWebhookInfo")).result["url"] == hook.url
    assert [call for call in await tg.calls() if call["via"] == "webhook"] == []


async def test_duplicates(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """A twist delivers an update twice, side by side or one after the other."""
    await api("setWebhook", url=hook.url)
    await tg.twist("message", copies=1, copy_to=hook.url, beside=True)
    await tg.say(party.anna, party.group, "/eins")
    await tg.quiet()
    await tg.twist("message", copies=2)
    await tg.say(party.anna, party.group, "/zwei")
    await hook.wait(5)
    assert hook.texts() == ["/eins"] * 2 + ["/zwei"] * 3


async def test_reordering(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """A twist lets later updates of other queues go first, or holds one back for a while."""
    await api("setWebhook", url=hook.url)
    await tg.twist("message", chat_id=party.group.id, after=1)
    await tg.twist("message", chat_id=party.supergroup.id, delay=0.1)
    await tg.say(party.anna, party.group, "/eins")
    await tg.say(party.anna, party.supergroup, "/zwei")
    await tg.say(party.anna, party.anna, "drei")
    await hook.wait(3)
    assert hook.texts() == ["drei", "/eins", "/zwei"]


async def test_dropping_what_is_pending(api: BotCaller, tg: TelegramClient, party: Party, hook: Hook) -> None:
    """drop_pending_updates forgets what was not delivered."""
    await tg.say(party.anna, party.group, "/eins")
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    await tg.say(party.anna, party.group, "/zwei")
    await tg.quiet()
    assert hook.texts() == ["/zwei"]
