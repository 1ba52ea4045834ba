"""What the bot can ask about a chat, and how it leaves one."""

from typing import Any

from tgbot.demo.api.access import Access, chat_for, user_for
from tgbot.demo.api.call import Call, Methods
from tgbot.demo.errors import bad_request
from tgbot.demo.world.cards import chat_card, member_card, message_card
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import SEND_RIGHTS, Member
from tgbot.demo.world.membership import leave

_ACTIONS = frozenset(
    {"typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document"}
    | {"choose_sticker", "find_location", "record_video_note", "upload_video_note"}
)


async def get_chat(call: Call) -> Any:
    """Describe a chat."""
    chat = chat_for(call, Access.READ)
    info = chat_card(call.world, chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), False
        ),
    }
    if not chat.is_private:
        info["permissions"] = dict.fromkeys(SEND_RIGHTS, chat.writable)
    if chat.type is ChatType.SUPERGROUP and chat.slow_mode:
        info["slow_mode_delay"] = int(chat.slow_mode)
    pinned = None if chat.pinned is None else chat.message(chat.pinned)
    return info if pinned is None else info | {"pinned_message": message_card(call.world, pinned)}


async def get_chat_member(call: Call) -> Any:
    """Tell somebody's standing; who was never in the chat has left it."""
    chat = chat_for(call, _asking(call))
    user = user_for(call)
    standing = Member(user.id) if chat.id == user.id else chat.member(user.id)
    return member_card(call.world, standing)


async def get_chat_administrators(call: Call) -> Any:
    """List the administrators, bots left out."""
    chat = chat_for(call, _asking(call))
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    leaders = (member for member in chat.inside() if member.leads)
    return [member_card(call.world, member) for member in leaders if not call.world.users[member.user_id].is_bot]


async def get_chat_member_count(call: Call) -> Any:
    """Count the members; a private chat has two."""
    chat = chat_for(call, Access.READ)
    return 2 if chat.is_private else len(chat.inside())


async def leave_chat(call: Call) -> Any:
    """Leave a group or channel."""
    chat = _group_for(call, Access.READ)
    leave(call.world, chat, call.world.bot.id)
    return True


async def send_chat_action(call: Call) -> Any:
    """Show that the bot is busy; nothing of it is stored."""
    if call.text("action").lower() not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat_for(call, Access.WRITE)
    return True


def _asking(call: Call) -> Access:
    """Asking about members of a basic group that was upgraded fails like sending to it does."""
    found = call.world.find_chat(call.text("chat_id"))
    return Access.WRITE if found is not None and found.migrated_to is not None else Access.READ


def _group_for(call: Call, access: Access) -> Chat:
    chat = chat_for(call, access)
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    return chat


METHODS: Methods = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
    "sendChatAction": send_chat_action,
}
