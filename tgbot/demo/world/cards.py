"""Chats, people and messages as the Bot API shows them to the bot."""

from tgbot.demo.wire import Json
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.member import Member
from tgbot.demo.world.message import Message
from tgbot.demo.world.world import World


def user_card(world: World, user_id: int) -> Json:
    """Return the ``User`` object; the bot never learns its own language."""
    return world.users[user_id].card()


def chat_card(world: World, chat: Chat) -> Json:
    """Return the ``Chat`` object; a private chat is named like its person."""
    if not chat.is_private:
        return chat.card()
    person = world.users[chat.id].card()
    card: Json = {"id": chat.id, "type": chat.type}
    return card | {key: person[key] for key in ("first_name", "last_name", "username") if key in person}


def member_card(world: World, member: Member) -> Json:
    """Return the ``ChatMember`` object."""
    return member.card(user_card(world, member.user_id))


def message_card(world: World, message: Message, *, with_reply: bool = True) -> Json:
    """Return the ``Message`` object; a message replied to is shown once, without its own reply."""
    chat = world.chats[message.chat_id]
    card: Json = {"message_id": message.id}
    if message.sender is not None:
        card["from"] = user_card(world, message.sender)
    if message.sender_chat is not None:
        card["sender_chat"] = chat_card(world, world.chats[message.sender_chat])
    card |= {"chat": chat_card(world, chat), "date": message.date}
    card |= _circumstances(chat, message)
    target = chat.message(message.reply_to) if message.reply_to and with_reply else None
    if target is not None:
        card["reply_to_message"] = message_card(world, target, with_reply=False)
    card |= message.body
    if message.markup is not None and "inline_keyboard" in message.markup:
        card["reply_markup"] = message.markup
    return card


def _circumstances(chat: Chat, message: Message) -> Json:
    card: Json = {}
    if message.edited is not None:
        card["edit_date"] = message.edited
    if message.thread is not None:
        card |= {"message_thread_id": message.thread}
        if message.thread in chat.topics:
            card["is_topic_message"] = True
    if message.forward_origin is not None:
        card["forward_origin"] = message.forward_origin
    if message.relayed:
        card["is_automatic_forward"] = True
    if message.protected:
        card["has_protected_content"] = True
    return card


def unreachable_card(world: World, chat: Chat, message_id: int) -> Json:
    """Return the ``InaccessibleMessage`` object: the bot server no longer has the message."""
    return {"chat": chat_card(world, chat), "message_id": message_id, "date": 0}
