"""What people do in a chat: write, edit, delete, press buttons, press Start."""

import secrets
from dataclasses import dataclass
from enum import StrEnum

from tgbot.demo.text.formatted import Formatted, spoken
from tgbot.demo.wire import Json
from tgbot.demo.world.cards import chat_card
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.membership import block
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.query import Query
from tgbot.demo.world.updates import tell_message, tell_press
from tgbot.demo.world.user import Stranger
from tgbot.demo.world.world import World

DICE_FACES = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}


class Mask(StrEnum):
    """In whose name a message appears."""

    SELF = "self"
    ANONYMOUS = "anonymous"
    CHANNEL = "channel"
    RELAY = "relay"


@dataclass(frozen=True, slots=True)
class Words:
    """Something a person says. ``channel`` is the chat id behind the masks ``channel`` and ``relay``."""

    text: str
    thread: int | None = None
    reply_to: int | None = None
    mask: Mask = Mask.SELF
    channel: int | None = None


def throw(emoji: str) -> Json:
    """Throw a die as Telegram's server does."""
    return {"dice": {"emoji": emoji, "value": 1 + secrets.randbelow(DICE_FACES[emoji])}}


def text_body(formatted: Formatted) -> Json:
    """Return the fields of a text message."""
    body: Json = {"text": formatted.text}
    return body | {"entities": list(formatted.entities)} if formatted.entities else body


def say(world: World, chat: Chat, user_id: int, words: Words) -> Message:
    """Let somebody write; a lone dice emoji is thrown."""
    is_die = words.text in DICE_FACES
    message = Message(
        world.next_message_id(chat),
        chat.id,
        world.clock.today(),
        Kind.DICE if is_die else Kind.TEXT,
        throw(words.text) if is_die else text_body(spoken(words.text)),
        thread=words.thread or _reply_chain(chat, words.reply_to),
        reply_to=words.reply_to,
    )
    _sign(world, chat, message, user_id, words)
    if chat.is_private:
        world.users[user_id].started = True
    world.store(chat, message)
    tell_message(world, chat, message)
    return message


def _reply_chain(chat: Chat, reply_to: int | None) -> int | None:
    """Name the thread that Telegram reports for replies in a supergroup without topics. Nothing can be sent to it."""
    target = None if reply_to is None else chat.message(reply_to)
    if target is None or chat.is_forum or chat.type is not ChatType.SUPERGROUP:
        return None
    return target.thread or target.id


def _sign(world: World, chat: Chat, message: Message, user_id: int, words: Words) -> None:
    if chat.type is ChatType.CHANNEL:
        message.sender_chat = chat.id
        return
    match words.mask:
        case Mask.SELF:
            message.sender = user_id
        case Mask.ANONYMOUS:
            message.sender, message.sender_chat = Stranger.ANONYMOUS_ADMIN, chat.id
        case Mask.CHANNEL:
            message.sender, message.sender_chat = Stranger.CHANNEL_BOT, words.channel
        case Mask.RELAY:
            message.sender, message.sender_chat = Stranger.CHANNEL_RELAY, words.channel
            message.relayed = True
            channel = world.chats[words.channel or chat.id]
            message.forward_origin = {
                "type": "channel",
                "chat": chat_card(world, channel),
                "message_id": channel.last_message_id,
                "date": message.date,
            }


def rewrite(world: World, chat: Chat, message: Message, text: str) -> None:
    """Let the author edit a message."""
    message.rewrite(text_body(spoken(text)), message.markup, world.clock.today())
    world.journal.note("edit", chat=chat.id, message=message.id)
    tell_message(world, chat, message, edited=True)


def erase(world: World, chat: Chat, message: Message) -> None:
    """Delete a message for everyone; bots are never told."""
    message.deleted = True
    world.journal.note("delete", chat=chat.id, message=message.id)


def press(world: World, chat: Chat, user_id: int, message_id: int, data: str) -> Query:
    """Press a button, or claim to have pressed one with any data at all."""
    query = Query(user_id, chat.id, message_id, data, world.clock.now())
    world.queries[query.id] = query
    tell_press(world, query)
    world.journal.note("press", chat=chat.id, message=message_id, user=user_id, query=query.id)
    return query


def press_start(world: World, user_id: int, payload: str = "") -> Message:
    """Press Start in the bot's private chat, which also ends a block."""
    block(world, user_id, blocked=False)
    message = say(world, world.chats[user_id], user_id, Words(f"/start {payload}".rstrip()))
    world.journal.note("user", user=user_id)
    return message
