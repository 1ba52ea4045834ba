import asyncio
import json
import time

import aiohttp
import pytest

from tests.demo.conftest import BotCaller, Party
from tests.telegram_client import TelegramClient
from tgbot.demo.config import DemoConfig
from tgbot.demo.server import DemoServer


async def _texts(tg: TelegramClient, party: Party) -> list[str]:
    return [message.text for message in await tg.messages(party.group) if message.from_bot]


@pytest.mark.parametrize(("harm", "kept"), [("drop_after", True), ("drop_before", False)])
async def test_dropped_connection(api: BotCaller, tg: TelegramClient, party: Party, harm: str, *, kept: bool) -> None:
    """The connection breaks after or before the message was sent."""
    await tg.fault(harm, "sendMessage")
    with pytest.raises(aiohttp.ClientConnectionError):
        await api("sendMessage", chat_id=party.group.id, text="x")
    assert await _texts(tg, party) == (["x"] if kept else [])
    assert (await api("sendMessage", chat_id=party.group.id, text="y")).result


async def test_late_answer(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """The message is there long before the answer."""
    await tg.fault("delay", "sendMessage", seconds=0.3)
    sending = asyncio.create_task(api("sendMessage", chat_id=party.group.id, text="x"))
    await tg.wait_for(party.group, "x", within=0.25)
    assert not sending.done()
    assert (await sending).result


async def test_broken_answers(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Half a JSON document, a proxy's HTML page, and any error one can think of."""
    await tg.fault("truncate", "sendMessage")
    await tg.fault("bad_gateway", "sendMessage")
    error = {"error_code": 500, "description": "Internal Server Error: restart"}
    await tg.fault("error", "sendMessage", error=error)
    call = {"chat_id": party.group.id, "text": "x"}
    with pytest.raises(json.JSONDecodeError):
        await api("sendMessage", **call)
    with pytest.raises(aiohttp.ContentTypeError) as html:
        await api("sendMessage", **call)
    assert html.value.status == 502
    assert (await api("sendMessage", **call)).refusal == (500, "Internal Server Error: restart")
    assert await _texts(tg, party) == ["x"]


async def test_growing_flood_wait(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A flood can grow from call to call, spare the first call, and keep to one chat."""
    await tg.fault("flood", "sendMessage", chat_id=party.group.id, skip=1, times=3, retry_after=5, growth=6)
    statuses, waits = [], []
    for _ in range(5):
        reply = await api("sendMessage", chat_id=party.group.id, text="x")
        statuses.append(reply.status)
        waits.append(reply.headers.get("Retry-After"))
        assert (await api("sendMessage", chat_id=party.supergroup.id, text="x")).result
    assert statuses == [200, 429, 429, 429, 200]
    assert waits == [None, "5", "30", "180", None]


async def test_silence(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """The server takes the call and says nothing, until it hangs up."""
    await tg.fault("silence", seconds=0.3)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(api("sendMessage", chat_id=party.group.id, text="x"), 0.1)
    await tg.fault("silence", seconds=0.1)
    with pytest.raises(aiohttp.ClientConnectionError):
        await api("sendMessage", chat_id=party.group.id, text="x")
    assert await _texts(tg, party) == []


async def test_reset_while_idle(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Pooled connections can be reset, and faults be healed."""
    await api("getMe")
    await tg.fault("silence")
    await tg.heal()
    async with api.session.delete(f"{api.url.partition('/bot')[0]}/control/connections") as response:
        assert await response.json() >= 1
    assert (await api("sendMessage", chat_id=party.group.id, text="x")).result


async def test_group_flood(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Sends and edits share the group's 20 per minute; other chats, and the next minute, are free."""
    await tg.limits(group_per_minute=20)
    for number in range(10):
        sent = (await api("sendMessage", chat_id=party.group.id, text=str(number))).result
        edit = {"chat_id": party.group.id, "message_id": sent["message_id"], "text": f"{number}!"}
        assert (await api("editMessageText", **edit)).result
    refused = await api("sendMessage", chat_id=party.group.id, text="x")
    assert refused.status == 429
    assert refused.headers["Retry-After"] == str(refused.body["parameters"]["retry_after"])
    assert 58 <= refused.body["parameters"]["retry_after"] <= 60
    assert (await api("sendMessage", chat_id=party.supergroup.id, text="x")).result
    await tg.advance(61)
    assert (await api("sendMessage", chat_id=party.group.id, text="x")).result


async def test_private_and_overall_flood(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A private chat allows a short burst, and all chats together so many sends a second."""
    await tg.limits(unlimited=True, private_per_second=1, private_burst=3)
    statuses = [(await api("sendMessage", chat_id=party.anna.id, text="x")).status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    await tg.limits(unlimited=True, overall_per_second=2)
    chats = (party.anna, party.group, party.supergroup)
    assert [(await api("sendMessage", chat_id=chat.id, text="x")).status for chat in chats] == [200, 200, 429]


async def test_slow_instead_of_refused(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """With slow limits a short wait is spent by the server, and only a long one is refused."""
    await tg.limits(unlimited=True, private_per_second=4, private_burst=1, slow=True)
    begun = time.monotonic()
    for text in ("x", "y"):
        assert (await api("sendMessage", chat_id=party.anna.id, text=text)).result
    assert time.monotonic() - begun > 0.2
    await tg.limits(slow_longest=0.01)
    await api("sendMessage", chat_id=party.anna.id, text="x")
    assert (await api("sendMessage", chat_id=party.anna.id, text="y")).status == 429


async def test_slow_mode(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A group's slow mode is waited out when it is short and refused when it is long."""
    await tg.change_chat(party.supergroup, slow_mode=0.2)
    begun = time.monotonic()
    for text in ("x", "y"):
        assert (await api("sendMessage", chat_id=party.supergroup.id, text=text)).result
    assert time.monotonic() - begun > 0.15
    await tg.change_chat(party.supergroup, slow_mode=30)
    assert (await api("sendMessage", chat_id=party.supergroup.id, text="z")).status == 429


async def test_defaults_are_telegrams() -> None:
    """Without a word about limits the demo is as strict as Telegram."""
    limits = DemoServer(DemoConfig()).config.limits
    assert (limits.group_per_minute, limits.overall_per_second, limits.slow) == (20, 30, False)


async def test_port_taken(server: DemoServer) -> None:
    """A taken port is an OSError, not a silent second server."""
    with pytest.raises(OSError, match="in use"):
        await DemoServer(DemoConfig(port=int(server.url.rpartition(":")[2]))).start()
