"""Who came, who left, and where the bot may write."""

from telegram import Chat, ChatMember, ChatMemberRestricted, ChatMemberUpdated

from tgbot.bot.reflexes import LeaveChannel
from tgbot.bot.senders import person
from tgbot.game.seats import PlayerId
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    DoorChanged,
    MemberGone,
    Place,
    UpdateMark,
    WritingAllowed,
    WritingForbidden,
)
from tgbot.table.limits import LONGEST_TITLE


def of_the_bot(change: ChatMemberUpdated, mark: UpdateMark) -> Intent | LeaveChannel | None:
    """Read a change of the bot's own membership. A group's greeting comes from here alone, so it comes once."""
    inside = _inside(change.new_chat_member)
    match change.chat.type:
        case Chat.PRIVATE:
            return DoorChanged(mark, person(change.from_user), open=inside)
        case Chat.GROUP | Chat.SUPERGROUP:
            return _in_group(change, mark, inside=inside)
        case _:
            return LeaveChannel(change.chat.id) if inside else None


def of_somebody(change: ChatMemberUpdated, mark: UpdateMark) -> MemberGone | None:
    """Read a change of somebody else's membership. Who is muted still holds his cup; only who is gone is gone."""
    user = change.new_chat_member.user
    if change.chat.type not in {Chat.GROUP, Chat.SUPERGROUP} or user.is_bot or _inside(change.new_chat_member):
        return None
    return MemberGone(mark, _place(change), PlayerId(user.id))


def _in_group(change: ChatMemberUpdated, mark: UpdateMark, *, inside: bool) -> Intent:
    place = _place(change)
    if not inside:
        return BotRemoved(mark, place)
    if not _inside(change.old_chat_member):
        return BotAdded(mark, place)
    return WritingAllowed(mark, place) if _writes(change.new_chat_member) else WritingForbidden(mark, place)


def _place(change: ChatMemberUpdated) -> Place:
    return Place(change.chat.id, title=(change.chat.title or "")[:LONGEST_TITLE])


def _inside(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return bool(member.is_member)
    return member.status not in {ChatMember.LEFT, ChatMember.BANNED}


def _writes(member: ChatMember) -> bool:
    return not isinstance(member, ChatMemberRestricted) or bool(member.can_send_messages)
