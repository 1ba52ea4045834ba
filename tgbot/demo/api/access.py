"""Whether the bot may read, edit or write in a chat, checked in the order of the real server."""

from enum import IntEnum

from tgbot.demo.api.call import Call
from tgbot.demo.errors import ApiError, bad_request, forbidden
from tgbot.demo.world.chat import GENERAL_TOPIC, Chat, ChatType
from tgbot.demo.world.member import Member, Status
from tgbot.demo.world.message import Kind
from tgbot.demo.world.user import User
from tgbot.demo.world.world import World

_RIGHT = {
    Kind.TEXT: "can_send_messages",
    Kind.DICE: "can_send_other_messages",
    Kind.PHOTO: "can_send_photos",
    Kind.DOCUMENT: "can_send_documents",
    Kind.SERVICE: "can_send_messages",
}


class Access(IntEnum):
    """How much a method wants of a chat. An edit reaches places where nothing can be sent any more."""

    READ = 0
    EDIT = 1
    WRITE = 2


def chat_for(call: Call, access: Access, name: str = "chat_id") -> Chat:
    """Return the chat a call names. Raises ApiError when it is unknown or closed to the bot."""
    given = call.text(name)
    if not given:
        raise bad_request("chat_id is empty")
    chat = call.world.find_chat(given)
    if chat is None or (chat.is_private and not call.world.users[chat.id].known):
        raise bad_request("chat not found")
    refusal = _refusal(call.world, chat, access)
    if refusal is not None:
        raise refusal
    return chat


def _refusal(world: World, chat: Chat, access: Access) -> ApiError | None:
    standing = world.bot_in(chat)
    match chat.type:
        case ChatType.PRIVATE:
            gone = world.users[chat.id].deactivated and access is not Access.READ
            return forbidden("user is deactivated") if gone else None
        case ChatType.GROUP:
            return None if access is Access.READ else _group_refusal(chat, standing, access)
        case ChatType.SUPERGROUP | ChatType.CHANNEL:
            if standing.status is Status.KICKED:
                return forbidden(f"bot was kicked from the {chat.type} chat")
            readable = bool(chat.username) and access is Access.READ
            if not standing.inside and not readable:
                return forbidden(f"bot is not a member of the {chat.type} chat")
            return None


def _group_refusal(chat: Chat, standing: Member, access: Access) -> ApiError | None:
    if chat.migrated_to is not None:
        # Old boards stay editable after an upgrade, only sending tells the new id.
        text = "group chat was upgraded to a supergroup chat"
        return None if access is Access.EDIT else bad_request(text, migrate_to_chat_id=chat.migrated_to)
    if chat.deleted:
        return forbidden("the group chat was deleted")
    if standing.status is Status.KICKED:
        return forbidden("bot was kicked from the group chat")
    return None if standing.inside else forbidden("bot is not a member of the group chat")


def check_may_send(world: World, chat: Chat, kind: Kind, thread: int | None) -> None:
    """Check what only the server finds out when it is asked to send. Raises ApiError."""
    if chat.is_private:
        _check_person(world.users[chat.id])
        return
    standing = world.bot_in(chat)
    if chat.type is ChatType.CHANNEL:
        if not standing.leads:
            raise bad_request("need administrator rights in the channel chat")
        return
    if standing.leads:
        return
    if not chat.writable or not standing.may(_RIGHT[kind]):
        raise bad_request(f"not enough rights to send {kind} to the chat")
    if thread is not None and chat.topics[thread].closed:
        raise bad_request("TOPIC_CLOSED")


def check_may_edit(world: World, chat: Chat) -> None:
    """Check what only the server finds out when it is asked to edit. Raises ApiError."""
    standing = world.bot_in(chat)
    muted = not chat.writable or not standing.may("can_send_messages")
    if not chat.is_private and chat.migrated_to is None and muted and not standing.leads:
        raise bad_request("CHAT_WRITE_FORBIDDEN")


def _check_person(user: User) -> None:
    if user.is_bot:
        raise forbidden("the bot can't send messages to the bot")
    if user.blocked:
        raise forbidden("bot was blocked by the user")
    if not user.started:
        raise forbidden("bot can't initiate conversation with a user")


def thread_for(call: Call, chat: Chat) -> int | None:
    """Return the topic a message goes to, None where the chat has none. Raises ApiError for one that does not exist."""
    thread = call.number("message_thread_id")
    if not thread or not (chat.is_forum or chat.is_private):
        return None
    if thread == GENERAL_TOPIC or thread not in chat.topics:
        raise bad_request("message thread not found")
    return thread


def user_for(call: Call) -> User:
    """Return the person a call names. Raises ApiError when the id is no id, or nobody the bot has met."""
    user_id = call.number("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    user = call.world.users.get(user_id)
    if user is None or not user.known:
        raise bad_request("user not found")
    return user
