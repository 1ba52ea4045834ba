import pytest

from tests.demo.conftest import BotCaller, Party
from tests.telegram_client import TelegramClient
from tgbot.demo.config import DemoConfig
from tgbot.demo.server import DemoServer


async def _texts(api: BotCaller) -> list[str]:
    updates = (await api("getUpdates")).result
    messages = [update.get("message") or update.get("edited_message") or {} for update in updates]
    return [message["text"] for message in messages if "text" in message]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("/neu", True),
        ("/neu@Maexchen_Demo_Bot", True),
        ("/neu@other_bot", False),
        ("Hallo", False),
        ("bitte /neu", False),
        ("@maexchen_demo_bot hallo", False),
    ],
)
async def test_privacy_mode(api: BotCaller, tg: TelegramClient, party: Party, text: str, *, seen: bool) -> None:
    """In a group the bot hears commands that are bare or its own, and nothing else."""
    await tg.say(party.anna, party.group, text)
    assert await _texts(api) == ([text] if seen else [])


async def test_replies_are_heard(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A reply to the bot is heard and carries what it replies to."""
    asked = (await api("sendMessage", chat_id=party.group.id, text="Wie heißt ihr?")).result["message_id"]
    own = await tg.say(party.anna, party.group, "Hm")
    await tg.say(party.bert, party.group, "weiß nicht", reply_to=own.id)
    await tg.say(party.bert, party.group, "Die Würfler", reply_to=asked)
    (update,) = (await api("getUpdates")).result
    assert update["message"]["reply_to_message"]["message_id"] == asked
    assert update["message"]["text"] == "Die Würfler"


async def test_admin_hears_everything(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """An admin bot hears all talk, but never other bots or itself."""
    await tg.member(party.group, "bot", "administrator", by=party.anna)
    robot = await tg.user("Robo", is_bot=True)
    await tg.say(robot, party.group, "/neu")
    await tg.say(party.anna, party.group, "Hallo")
    await api("sendMessage", chat_id=party.group.id, text="ich")
    assert await _texts(api) == ["Hallo"]


async def test_bot_outside_hears_only_its_leaving(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """After its removal only the removal itself and presses on old boards arrive."""
    keyboard = {"inline_keyboard": [[{"text": "Glauben", "callback_data": "g"}]]}
    await api("sendMessage", chat_id=party.supergroup.id, text="Brett", reply_markup=keyboard)
    await tg.member(party.supergroup, "bot", "kicked", by=party.anna)
    await tg.say(party.anna, party.supergroup, "/neu")
    await tg.press(party.bert, party.supergroup, "Glauben")
    kinds = [list(update)[1] for update in (await api("getUpdates")).result]
    assert kinds == ["my_chat_member", "message", "callback_query"]


async def test_masks(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Anonymous admins, channels and relayed posts come from Telegram's own accounts."""
    channel = await tg.group("Kanal", [party.anna], type="channel", bot=False)
    await tg.say(party.anna, party.supergroup, "/a", mask="anonymous")
    await tg.say(party.anna, party.supergroup, "/b", mask="channel", channel=channel.id)
    await tg.say(party.anna, party.supergroup, "/c", mask="relay", channel=channel.id)
    messages = [update["message"] for update in (await api("getUpdates")).result]
    senders = [(message["from"]["id"], message["sender_chat"]["id"]) for message in messages]
    assert senders == [(1087968824, party.supergroup.id), (136817688, channel.id), (777000, channel.id)]
    assert messages[2]["is_automatic_forward"] is True
    assert messages[2]["forward_origin"]["chat"]["id"] == channel.id


async def test_channel_post(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A post in a channel has no sender and a type of its own."""
    channel = await tg.group("Kanal", [party.anna], type="channel")
    await tg.say(party.anna, channel, "/neu")
    post = (await api("getUpdates")).result[-1]["channel_post"]
    assert (post["text"], "from" in post) == ("/neu", False)


async def test_edited_command(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """An edited message is told as such."""
    message = await tg.say(party.anna, party.group, "Hallo")
    await tg.edit(party.group, message.id, "/neu")
    (update,) = (await api("getUpdates")).result
    assert update["edited_message"]["edit_date"] >= update["edited_message"]["date"]


async def test_coming_and_blocking(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Joining a group leaves an update and a service message; blocking and Start are told in the private chat."""
    await tg.group("Neue Runde", [party.anna])
    await tg.block(party.anna)
    await tg.start(party.anna, "j_42")
    first, greeting, block, unblock, start = (await api("getUpdates")).result
    assert first["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert greeting["message"]["new_chat_members"][0]["username"] == "maexchen_demo_bot"
    assert block["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert unblock["my_chat_member"]["old_chat_member"]["status"] == "kicked"
    assert start["message"]["text"] == "/start j_42"


async def test_press_on_a_deleted_board(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A forged press on a message that is gone carries an inaccessible message."""
    board = (await api("sendMessage", chat_id=party.group.id, text="x")).result["message_id"]
    await tg.delete(party.group, board)
    await tg.forge(party.bert, party.group, "gefälscht", message=board)
    query = (await api("getUpdates")).result[-1]["callback_query"]
    assert query["message"]["date"] == 0
    assert query["data"] == "gefälscht"
    assert query["id"].isdigit()
    assert query["chat_instance"].lstrip("-").isdigit()


async def test_any_update_at_all(api: BotCaller, tg: TelegramClient) -> None:
    """A test can send the bot what Telegram may invent tomorrow."""
    await tg.inject("guest_message", {"id": 1})
    assert (await api("getUpdates")).result[-1]["guest_message"] == {"id": 1}


async def test_seeded_world(tg: TelegramClient) -> None:
    """The demo opens with a group of four that has just added the bot."""
    async with DemoServer(DemoConfig(seeded=True)) as server, await TelegramClient.connect(server.url) as seeded:
        (group,) = [chat for chat in await seeded.request("GET", "/chats") if chat["type"] == "group"]
        assert group["title"] == "Stammtisch Freitag"
        names = [member["first_name"] for member in group["members"]]
        assert names == ["Anna", "Bert", "Clara", "Dieter", "Mäxchen"]
        assert [list(update)[1] for update in await seeded.pending()] == ["my_chat_member", "message"]
