import asyncio

import aiohttp
import pytest

from tests.demo.conftest import BotCaller, Hook, Party
from tests.telegram_client import TelegramClient
from tgbot.demo.server import DemoServer

ACTIVE = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
OTHER_POLL = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


async def test_get_me_by_every_kind_of_request(api: BotCaller) -> None:
    """GET and POST, JSON, form and multipart mean the same, and method names ignore case."""
    async with api.session.get(f"{api.url}/GETME") as response:
        me = await response.json()
    assert me["result"]["username"] == "maexchen_demo_bot"
    assert response.headers["Content-Type"] == "application/json"
    form = {"description": "Würfel & Becher", "language_code": "de"}
    multipart = aiohttp.MultipartWriter("form-data")
    for name, value in form.items():
        multipart.append(value).set_content_disposition("form-data", name=name)
    for body in ({"data": form}, {"json": form}, {"params": form}, {"data": multipart}):
        await api("setMyDescription", description="", language_code="de")
        async with api.session.post(f"{api.url}/setMyDescription", **body) as response:
            assert (await response.json())["result"] is True
        assert (await api("getMyDescription", language_code="de")).result == {"description": "Würfel & Becher"}


@pytest.mark.parametrize(
    ("path", "status", "description"),
    [
        ("bot{token}/sendNothing", 404, "Not Found: method not found"),
        ("bot{token}", 404, "Not Found"),
        ("botnonsense/getMe", 401, "Unauthorized: invalid token specified"),
        ("bot12:34/getMe", 401, "Unauthorized"),
    ],
)
async def test_wrong_address(server: DemoServer, api: BotCaller, path: str, status: int, description: str) -> None:
    """A wrong token or method is told apart from a wrong address."""
    async with api.session.get(f"{server.url}/{path.format(token=server.token)}") as response:
        assert await response.json() == {"ok": False, "error_code": status, "description": description}
        assert response.status == status


async def test_revoked_token(api: BotCaller, tg: TelegramClient) -> None:
    """A revoked token opens nothing any more."""
    await tg.request("PATCH", "/token", {"revoked": True})
    assert (await api("getMe")).refusal == (401, "Unauthorized")


async def test_polling(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """An update comes back until a larger offset confirms it, and a waiting poll is woken by the next one."""
    await tg.say(party.anna, party.group, "/eins")
    first = (await api("getUpdates")).result
    assert first == (await api("getUpdates")).result
    waiting = asyncio.create_task(api("getUpdates", offset=first[0]["update_id"] + 1, timeout=5))
    await asyncio.sleep(0.05)
    await tg.say(party.anna, party.group, "/zwei")
    (second,) = (await waiting).result
    assert second["message"]["text"] == "/zwei"
    assert second["update_id"] == first[0]["update_id"] + 1


async def test_second_poll_ends_the_first(api: BotCaller) -> None:
    """Only the newest poll goes on."""
    first = asyncio.create_task(api("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    assert (await api("getUpdates")).result == []
    assert (await first).refusal == (409, OTHER_POLL)


async def test_webhook_ends_a_poll(api: BotCaller, hook: Hook) -> None:
    """Setting a webhook ends a running poll and forbids the next."""
    poll = asyncio.create_task(api("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    assert (await api("setWebhook", url=hook.url)).result is True
    assert (await poll).refusal == (409, "Conflict: terminated by setWebhook request")
    assert (await api("getUpdates")).refusal == (409, ACTIVE)
    assert (await api("deleteWebhook")).result is True
    assert (await api("getUpdates")).result == []


@pytest.mark.parametrize(
    ("params", "description"),
    [
        ({"secret_token": "x" * 257}, "Bad Request: secret token is too long"),
        ({"secret_token": "ä"}, "Bad Request: secret token contains unallowed characters"),
        ({"url": "mailto:x"}, "Bad Request: invalid webhook URL specified"),
    ],
)
async def test_bad_webhook(api: BotCaller, hook: Hook, params: dict[str, str], description: str) -> None:
    """A webhook's secret and address are checked."""
    assert (await api("setWebhook", **({"url": hook.url} | params))).refusal == (400, description)


async def test_set_webhook_twice_in_a_second(api: BotCaller, hook: Hook) -> None:
    """A second setWebhook within a second has to wait, and 429 says so in a header too."""
    assert (await api("setWebhook", url=hook.url, max_connections=500)).result is True
    again = await api("setWebhook", url=hook.url)
    assert again.refusal == (429, "Too Many Requests: retry after 1")
    assert again.body["parameters"] == {"retry_after": 1}
    assert again.headers["Retry-After"] == "1"
    assert (await api("getWebhookInfo")).result["max_connections"] == 100


async def test_allowed_updates(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A type that is not allowed is never queued; the choice stays until the next, and an empty one means default."""
    assert (await api("getUpdates", allowed_updates=["callback_query"])).result == []
    await tg.say(party.anna, party.group, "/eins")
    assert (await api("getUpdates")).result == []
    await api("getUpdates", allowed_updates=[])
    await tg.say(party.anna, party.group, "/zwei")
    assert [update["message"]["text"] for update in (await api("getUpdates")).result] == ["/zwei"]


async def test_members_are_told_to_an_admin_that_asks(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """chat_member updates need the type allowed and the bot to be admin; its own standing is always told."""
    await api("getUpdates", allowed_updates=["chat_member", "my_chat_member"])
    await tg.member(party.supergroup, party.bert, "left")
    await tg.member(party.supergroup, "bot", "administrator", by=party.anna)
    await tg.member(party.supergroup, party.bert, "kicked", by=party.anna)
    own, other = (await api("getUpdates")).result
    assert own["my_chat_member"]["new_chat_member"]["status"] == "administrator"
    assert other["chat_member"]["old_chat_member"]["status"] == "left"
    assert other["chat_member"]["from"]["id"] == party.anna.id


async def test_poll_at_the_end(server: DemoServer, api: BotCaller) -> None:
    """A server that stops tells a waiting poll so."""
    poll = asyncio.create_task(api("getUpdates", timeout=30))
    await asyncio.sleep(0.05)
    await server.stop()
    assert (await poll).refusal == (500, "Internal Server Error: restart")
