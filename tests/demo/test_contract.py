"""python-telegram-bot as a second opinion: it must understand whatever the server says."""

from collections.abc import AsyncIterator

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, RetryAfter

from tests.demo.conftest import Party
from tests.telegram_client import TelegramClient
from tgbot.demo.server import DemoServer

KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Glauben", callback_data="g")]])


@pytest.fixture
async def bot(server: DemoServer) -> AsyncIterator[Bot]:
    """Start the library's bot against the server."""
    async with Bot(server.token, f"{server.url}/bot", f"{server.url}/file/bot") as running:
        yield running


@pytest.fixture
def timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take waits as timedeltas, since the library warns of the old type."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


async def test_messages(bot: Bot, tg: TelegramClient, party: Party) -> None:
    """Messages of every kind are sent, edited, forwarded, pinned and deleted through the library."""
    chat = party.group.id
    board = await bot.send_message(chat, "<b>Wer?</b>", parse_mode="HTML", reply_markup=KEYBOARD)
    assert board.entities[0].type == "bold"
    assert board.reply_markup == KEYBOARD
    edited = await bot.edit_message_text("Los", chat, board.message_id)
    assert isinstance(edited, Message)
    assert edited.edit_date is not None
    answer = await bot.send_message(chat, "ja", reply_parameters=ReplyParameters(board.message_id))
    assert answer.reply_to_message is not None
    die = await bot.send_dice(party.anna.id)
    forwarded = await bot.forward_message(chat, party.anna.id, die.message_id)
    assert forwarded.dice == die.dice
    assert forwarded.forward_origin is not None
    assert (await bot.copy_message(chat, party.anna.id, die.message_id)).message_id
    photo = await bot.send_photo(chat, b"\x89PNG", caption="Bild")
    assert photo.caption == "Bild"
    document = await bot.send_document(chat, b"Regeln", filename="regeln.txt")
    assert document.document is not None
    assert document.document.file_name == "regeln.txt"
    assert await (await bot.get_file(photo.photo[0].file_id)).download_as_bytearray() == b"\x89PNG"
    assert await bot.delete_messages(chat, [answer.message_id, photo.message_id])
    assert await bot.send_chat_action(chat, "typing")


async def test_chats(bot: Bot, tg: TelegramClient, party: Party) -> None:
    """Chats and all six standings are understood."""
    assert (await bot.get_me()).can_join_groups
    assert (await bot.get_chat(party.anna.id)).first_name == "Anna"
    assert (await bot.get_chat(party.supergroup.id)).title == "Verein"
    for status in ("administrator", "restricted", "left", "kicked", "member"):
        await tg.member(party.supergroup, party.bert, status, by=party.anna)
        assert (await bot.get_chat_member(party.supergroup.id, party.bert.id)).status == status
    (creator,) = await bot.get_chat_administrators(party.supergroup.id)
    assert creator.user.first_name == "Anna"
    commands = [BotCommand("neu", "Neue Runde")]
    assert await bot.set_my_commands(commands, BotCommandScopeAllGroupChats(), "de")
    assert await bot.get_my_commands(BotCommandScopeAllGroupChats(), "de") == tuple(commands)
    assert await bot.set_my_description("Würfeln")
    assert (await bot.get_my_description()).description == "Würfeln"


async def test_updates(bot: Bot, tg: TelegramClient, party: Party) -> None:
    """Every kind of update is understood."""
    board = await bot.send_message(party.group.id, "x", reply_markup=KEYBOARD)
    await tg.say(party.anna, party.group, "/neu")
    query = await tg.press(party.bert, party.group, "Glauben")
    await tg.member(party.group, "bot", "administrator", by=party.anna)
    await tg.upgrade(party.group)
    updates = await bot.get_updates(allowed_updates=[])
    command, press, promotion = updates[0].message, updates[1].callback_query, updates[2].my_chat_member
    assert command is not None
    assert command.parse_entities(["bot_command"])
    assert press is not None
    assert press.message is not None
    assert (press.id, press.message.message_id) == (query, board.message_id)
    assert await press.answer("Ja", show_alert=True)
    assert promotion is not None
    assert promotion.new_chat_member.status == "administrator"
    assert len(updates) == 7


@pytest.mark.usefixtures("timedelta")
async def test_errors(bot: Bot, tg: TelegramClient, party: Party) -> None:
    """Refusals become the library's own errors."""
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(party.bert.id, "x")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(party.cem.id, "x")
    await tg.limits(group_per_minute=1)
    await bot.send_message(party.supergroup.id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(party.supergroup.id, "x")
    new = await tg.upgrade(party.group)
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(party.group.id, "x")
    assert migrated.value.new_chat_id == new.id
    stranger = Bot("12:34", bot.base_url.partition("8123")[0])
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()
