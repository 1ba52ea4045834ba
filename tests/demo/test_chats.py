import pytest

from tests.demo.conftest import BotCaller, Party
from tests.telegram_client import Room, TelegramClient

ACCESS = [
    ("group", "kicked", "getChat", None),
    ("group", "kicked", "sendMessage", "bot was kicked from the group chat"),
    ("group", "left", "sendMessage", "bot is not a member of the group chat"),
    ("group", "left", "editMessageText", "bot is not a member of the group chat"),
    ("supergroup", "kicked", "getChat", "bot was kicked from the supergroup chat"),
    ("supergroup", "kicked", "sendMessage", "bot was kicked from the supergroup chat"),
    ("supergroup", "left", "getChat", "bot is not a member of the supergroup chat"),
    ("supergroup", "left", "deleteMessage", "bot is not a member of the supergroup chat"),
    ("channel", "kicked", "sendMessage", "bot was kicked from the channel chat"),
    ("channel", "left", "sendMessage", "bot is not a member of the channel chat"),
]


@pytest.mark.parametrize("row", ACCESS, ids=lambda row: "-".join(row[:3]))
async def test_bot_outside(
    api: BotCaller, tg: TelegramClient, party: Party, row: tuple[str, str, str, str | None]
) -> None:
    """Outside a chat the bot can do nothing in it; only a basic group can still be looked at."""
    kind, status, method, refusal = row
    chat = await tg.group("Runde", [party.anna], type=kind)
    await tg.member(chat, "bot", status, by=party.anna)
    reply = await api(method, chat_id=chat.id, text="x", message_id=1)
    if refusal is None:
        assert reply.result["id"] == chat.id
    else:
        assert reply.refusal == (403, f"Forbidden: {refusal}")


async def test_public_supergroup_can_be_read_from_outside(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A public group is found by its name and readable for all, but not writable."""
    chat = await tg.group("Offen", [party.anna], type="supergroup", username="offen_de", bot=False)
    assert (await api("getChat", chat_id="@Offen_de")).result["id"] == chat.id
    sent = await api("sendMessage", chat_id=chat.id, text="x")
    assert sent.refusal == (403, "Forbidden: bot is not a member of the supergroup chat")


async def test_deleted_group(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A deleted basic group takes nothing."""
    await tg.change_chat(party.group, deleted=True)
    sent = await api("sendMessage", chat_id=party.group.id, text="x")
    assert sent.refusal == (403, "Forbidden: the group chat was deleted")


async def test_channel_needs_an_admin(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A bot posts in a channel only as admin."""
    channel = await tg.group("Kanal", [party.anna], type="channel")
    assert (await api("sendMessage", chat_id=channel.id, text="x")).result
    await tg.member(channel, "bot", "member", by=party.anna)
    sent = await api("sendMessage", chat_id=channel.id, text="x")
    assert sent.refusal == (400, "Bad Request: need administrator rights in the channel chat")


async def test_upgrade(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """After an upgrade sending tells the new id, an old board is still edited, and both chats hear of it."""
    board = (await api("sendMessage", chat_id=party.group.id, text="Brett")).result["message_id"]
    new = await tg.upgrade(party.group)
    for method in ("sendMessage", "deleteMessage", "getChatAdministrators", "getChatMember"):
        refused = await api(method, chat_id=party.group.id, text="x", message_id=board, user_id=party.anna.id)
        assert refused.refusal == (400, "Bad Request: group chat was upgraded to a supergroup chat")
        assert refused.body["parameters"] == {"migrate_to_chat_id": new.id}
    assert (await api("editMessageText", chat_id=party.group.id, message_id=board, text="neu")).result
    assert (await api("getChat", chat_id=party.group.id)).result
    assert (await api("sendMessage", chat_id=new.id, text="weiter")).result["message_id"] < board
    told = [update["message"] for update in (await api("getUpdates")).result if "message" in update]
    assert [message.get("migrate_to_chat_id") for message in told] == [new.id, None]
    assert [message.get("migrate_from_chat_id") for message in told] == [None, party.group.id]


async def test_members(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Everybody's standing can be asked, also of who was never there; strangers are not found."""
    here = {"chat_id": party.group.id}
    assert (await api("getChatMember", **here, user_id=party.anna.id)).result["status"] == "creator"
    dora = await tg.user("Dora", started=True)
    assert (await api("getChatMember", **here, user_id=dora.id)).result["status"] == "left"
    stranger = await api("getChatMember", **here, user_id=party.cem.id)
    assert stranger.refusal == (400, "Bad Request: user not found")
    for wrong in ("", "0", "anna"):
        refused = await api("getChatMember", **here, user_id=wrong)
        assert refused.refusal == (400, "Bad Request: invalid user_id specified")
    admins = (await api("getChatAdministrators", **here)).result
    assert [admin["user"]["id"] for admin in admins] == [party.anna.id]
    private = await api("getChatAdministrators", chat_id=party.anna.id)
    assert private.refusal == (400, "Bad Request: there are no administrators in the private chat")
    assert (await api("getChatMemberCount", **here)).result == 3


@pytest.mark.parametrize("status", ["administrator", "restricted", "kicked"])
async def test_member_cards(api: BotCaller, tg: TelegramClient, party: Party, status: str) -> None:
    """Administrators carry their rights, restricted members what is left to them, kicked ones until when."""
    await tg.member(party.supergroup, party.bert, status, by=party.anna, rights=["can_pin_messages"])
    card = (await api("getChatMember", chat_id=party.supergroup.id, user_id=party.bert.id)).result
    assert card["status"] == status
    assert card.get("can_pin_messages") == (None if status == "kicked" else True)
    assert ("until_date" in card) == (status != "administrator")


async def test_leaving(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A bot that leaves hears so itself, and the group sees it."""
    assert (await api("leaveChat", chat_id=party.group.id)).result is True
    updates = (await api("getUpdates")).result
    assert updates[0]["my_chat_member"]["new_chat_member"]["status"] == "left"
    assert updates[1]["message"]["left_chat_member"]["is_bot"] is True
    assert "bot" not in [member["first_name"] for member in (await tg.chat(party.group))["members"]]


async def test_pins_and_reactions(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Pinning needs an admin; a reaction needs an emoji of Telegram's list."""
    message = (await api("sendMessage", chat_id=party.supergroup.id, text="Brett")).result["message_id"]
    board = {"chat_id": party.supergroup.id, "message_id": message}
    refused = await api("pinChatMessage", **board)
    assert refused.refusal == (400, "Bad Request: not enough rights to manage pinned messages in the chat")
    await tg.member(party.supergroup, "bot", "administrator", by=party.anna)
    assert (await api("pinChatMessage", **board)).result is True
    assert (await api("getChat", chat_id=party.supergroup.id)).result["pinned_message"]["message_id"] == message
    assert (await api("unpinChatMessage", chat_id=party.supergroup.id)).result is True
    assert (await api("setMessageReaction", **board, reaction=[{"type": "emoji", "emoji": "🏆"}])).result is True
    odd = await api("setMessageReaction", **board, reaction=[{"type": "emoji", "emoji": "🎲"}])
    assert odd.refusal == (400, "Bad Request: REACTION_INVALID")


async def test_commands_and_texts(api: BotCaller) -> None:
    """Command lists and texts are kept per scope and language, and the name falls back to the bot's own."""
    commands = [{"command": "neu", "description": "Neue Runde"}]
    scope = {"type": "all_group_chats"}
    assert (await api("setMyCommands", commands=commands, scope=scope, language_code="de")).result is True
    assert (await api("getMyCommands", scope=scope, language_code="de")).result == commands
    assert (await api("getMyCommands")).result == []
    assert (await api("deleteMyCommands", scope=scope, language_code="de")).result is True
    assert (await api("getMyCommands", scope=scope, language_code="de")).result == []
    refused = await api("setMyCommands", commands=[{"command": "mäxchen", "description": "x"}])
    assert refused.refusal == (400, "Bad Request: BOT_COMMAND_INVALID")
    assert (await api("getMyName")).result == {"name": "Mäxchen"}
    assert (await api("setMyShortDescription", short_description="Würfeln", language_code="de")).result is True
    assert (await api("getMyShortDescription", language_code="de")).result == {"short_description": "Würfeln"}


async def test_topic_of_a_new_forum_is_told(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Messages in a topic carry its thread, replies elsewhere only the thread of their chain."""
    forum: Room = await tg.group("Forum", [party.anna], type="supergroup", is_forum=True)
    topic = await tg.topic(forum, "Würfel")
    await tg.say(party.anna, forum, "/neu", thread=topic)
    first = await tg.say(party.anna, party.supergroup, "/eins")
    await tg.say(party.bert, party.supergroup, "/zwei", reply_to=first.id)
    updates = (await api("getUpdates")).result
    messages = {update["message"].get("text"): update["message"] for update in updates if "message" in update}
    assert (messages["/neu"]["message_thread_id"], messages["/neu"]["is_topic_message"]) == (topic, True)
    assert messages["/zwei"]["message_thread_id"] == first.id
    assert "is_topic_message" not in messages["/zwei"]
