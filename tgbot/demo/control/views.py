"""Users, chats and messages as the control API shows them: complete, and with nothing hidden from the players."""

from tgbot.demo.text.render import to_html
from tgbot.demo.wire import Json
from tgbot.demo.world.cards import chat_card
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.member import Member
from tgbot.demo.world.message import Message
from tgbot.demo.world.query import Query
from tgbot.demo.world.user import Stranger, User
from tgbot.demo.world.world import World


def user_view(user: User) -> Json:
    """Return a person, and how they stand to the bot."""
    return {
        "id": user.id,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "username": user.username,
        "language_code": user.language_code,
        "is_bot": user.is_bot,
        "is_person": not user.is_bot and user.id not in set(Stranger),
        "known": user.known,
        "started": user.started,
        "blocked": user.blocked,
        "deactivated": user.deactivated,
    }


def chat_view(world: World, chat: Chat) -> Json:
    """Return a chat with everybody in it."""
    return chat_card(world, chat) | {
        "members": [_member_view(world, member) for member in chat.inside()],
        "topics": [{"id": topic.id, "title": topic.title, "closed": topic.closed} for topic in chat.topics.values()],
        "writable": chat.writable,
        "slow_mode": chat.slow_mode,
        "migrated_to": chat.migrated_to,
        "deleted": chat.deleted,
        "pinned": chat.pinned,
    }


def _member_view(world: World, member: Member) -> Json:
    user = world.users[member.user_id]
    return {"id": user.id, "first_name": user.first_name, "status": member.status, "is_bot": user.is_bot}


def message_view(world: World, message: Message) -> Json:
    """Return a message as it is now, with everything it was before."""
    entities = message.body.get("entities") or message.body.get("caption_entities") or []
    sender = None if message.sender is None else world.users[message.sender].first_name
    return {
        "id": message.id,
        "chat": message.chat_id,
        "date": message.date,
        "edited": message.edited,
        "kind": message.kind.name.lower(),
        "sender": message.sender,
        "sender_name": sender if message.sender_chat is None else world.chats[message.sender_chat].title,
        "sender_chat": message.sender_chat,
        "from_bot": message.sender == world.bot.id,
        "thread": message.thread,
        "reply_to": message.reply_to,
        "text": message.text,
        "entities": entities,
        "html": to_html(message.text, entities),
        "body": message.body,
        "keyboard": (message.markup or {}).get("inline_keyboard", []),
        "markup": message.markup,
        "forward_origin": message.forward_origin,
        "protected": message.protected,
        "silent": message.silent,
        "reaction": message.reaction,
        "deleted": message.deleted,
        "history": [{"date": past.date, "body": past.body, "markup": past.markup} for past in message.past],
    }


def query_view(query: Query) -> Json:
    """Return a press and its answers."""
    return {
        "id": query.id,
        "user": query.user_id,
        "chat": query.chat_id,
        "message": query.message_id,
        "data": query.data,
        "born": query.born,
        "answers": query.answers,
    }
