import aiohttp
import pytest

from tests.demo.conftest import BotCaller, Party
from tests.telegram_client import TelegramClient


@pytest.mark.parametrize(
    ("method", "what"), [("sendMessage", "text messages"), ("sendDice", "dice"), ("sendPhoto", "photos")]
)
async def test_muted_group(api: BotCaller, tg: TelegramClient, party: Party, method: str, what: str) -> None:
    """Where members may not write, the refusal names what was to be sent, and an admin bot may write all the same."""
    await tg.change_chat(party.supergroup, writable=False)
    photo = (await _upload(api, party)) if method == "sendPhoto" else ""
    call = {"chat_id": party.supergroup.id, "text": "x", "photo": photo}
    refused = await api(method, **call)
    assert (400, f"Bad Request: not enough rights to send {what} to the chat") == refused.refusal
    await tg.member(party.supergroup, "bot", "administrator", by=party.anna)
    assert (await api(method, **call)).result


async def _upload(api: BotCaller, party: Party) -> str:
    form = aiohttp.FormData({"chat_id": str(party.group.id), "caption": "<b>Bild</b>", "parse_mode": "HTML"})
    form.add_field("photo", b"\x89PNG", filename="wurf.png", content_type="image/png")
    async with api.session.post(f"{api.url}/sendPhoto", data=form) as response:
        message = (await response.json())["result"]
    assert message["caption_entities"] == [{"offset": 0, "length": 4, "type": "bold"}]
    return str(message["photo"][0]["file_id"])


async def test_photo_is_reused_and_downloaded(api: BotCaller, party: Party) -> None:
    """An uploaded photo can be sent again by its id and fetched as a file."""
    file_id = await _upload(api, party)
    assert (await api("sendPhoto", chat_id=party.anna.id, photo=file_id)).result["photo"][0]["file_id"] == file_id
    path = (await api("getFile", file_id=file_id)).result["file_path"]
    async with api.session.get(f"{api.url.replace('/bot', '/file/bot')}/{path}") as response:
        assert await response.read() == b"\x89PNG"


async def test_dice_forwarded_and_copied(api: BotCaller, party: Party) -> None:
    """A forwarded die keeps its value and tells its origin; a copy is a new throw without one."""
    die = (await api("sendDice", chat_id=party.anna.id)).result
    source = {"chat_id": party.group.id, "from_chat_id": party.anna.id, "message_id": die["message_id"]}
    forwarded = (await api("forwardMessage", **source)).result
    assert forwarded["dice"] == die["dice"]
    assert forwarded["forward_origin"]["date"] == die["date"]
    assert (await api("copyMessage", **source)).result["message_id"] > forwarded["message_id"]
    protected = (await api("sendDice", chat_id=party.anna.id, protect_content=True)).result
    refused = await api("forwardMessage", **(source | {"message_id": protected["message_id"]}))
    assert refused.refusal == (400, "Bad Request: message can't be forwarded")


async def test_topics(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A forum has only the topics that were opened, a closed one takes nothing, a plain group ignores the thread."""
    forum = await tg.group("Forum", [party.anna], type="supergroup", is_forum=True)
    topic = await tg.topic(forum, "Würfel")
    sent = (await api("sendMessage", chat_id=forum.id, text="x", message_thread_id=topic)).result
    assert (topic, True) == (sent["message_thread_id"], sent["is_topic_message"])
    for unknown in (1, topic + 77):
        refused = await api("sendMessage", chat_id=forum.id, text="x", message_thread_id=unknown)
        assert refused.refusal == (400, "Bad Request: message thread not found")
    private = await api("sendMessage", chat_id=party.anna.id, text="x", message_thread_id=5)
    assert private.refusal == (400, "Bad Request: message thread not found")
    await tg.close_topic(forum, topic)
    closed = await api("sendMessage", chat_id=forum.id, text="x", message_thread_id=topic)
    assert closed.refusal == (400, "Bad Request: TOPIC_CLOSED")
    plain = await api("sendMessage", chat_id=party.supergroup.id, text="x", message_thread_id=77)
    assert "message_thread_id" not in plain.result
