"""Coming, going, and being promoted or muted, with the service messages and updates this causes."""

from dataclasses import replace

from tgbot.demo.wire import Json
from tgbot.demo.world.cards import user_card
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member, Status
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.updates import tell_membership, tell_message
from tgbot.demo.world.world import World


def change_member(world: World, chat: Chat, new: Member, *, by: int) -> None:
    """Give somebody a new standing: updates first, then the service message of a coming or going."""
    old = replace(chat.member(new.user_id))
    if old.inside == new.inside and old == new:
        return
    chat.members[new.user_id] = new
    tell_membership(world, chat, by, old, new)
    card = user_card(world, new.user_id)
    if chat.type is not ChatType.CHANNEL and old.inside != new.inside:
        happened: Json = {"new_chat_members": [card]} if new.inside else {"left_chat_member": card}
        say_service(world, chat, happened, by=by)
    world.journal.note("members", chat=chat.id)


def join(world: World, chat: Chat, user_id: int, *, by: int | None = None) -> None:
    """Let somebody join, or be added by another member."""
    change_member(world, chat, Member(user_id), by=user_id if by is None else by)


def leave(world: World, chat: Chat, user_id: int) -> None:
    """Let somebody leave of their own accord."""
    change_member(world, chat, Member(user_id, Status.LEFT), by=user_id)


def kick(world: World, chat: Chat, user_id: int, *, by: int) -> None:
    """Throw somebody out for good."""
    change_member(world, chat, Member(user_id, Status.KICKED), by=by)


def block(world: World, user_id: int, *, blocked: bool) -> None:
    """Let a person block or unblock the bot."""
    user, chat = world.users[user_id], world.chats[user_id]
    if user.blocked == blocked:
        return
    user.blocked = blocked
    standing = {True: Member(world.bot.id, Status.KICKED), False: Member(world.bot.id)}
    tell_membership(world, chat, user_id, standing[not blocked], standing[blocked])
    world.journal.note("user", user=user_id)


def say_service(world: World, chat: Chat, body: Json, *, by: int, thread: int | None = None) -> Message:
    """Write a service message into a chat, or a topic of it, and tell the bot."""
    message = Message(world.next_message_id(chat), chat.id, world.clock.today(), Kind.SERVICE, body, sender=by)
    message.thread = thread
    world.store(chat, message)
    tell_message(world, chat, message)
    return message


def upgrade(world: World, chat: Chat, *, by: int) -> Chat:
    """Turn a basic group into a supergroup. Its message ids start anew; the old group only forwards."""
    new = world.add_chat(Chat(world.new_id(ChatType.SUPERGROUP), ChatType.SUPERGROUP, chat.title))
    new.writable = chat.writable
    new.members = {member.user_id: replace(member) for member in chat.members.values()}
    if world.bot_in(chat).inside:
        gone, here = Member(world.bot.id, Status.LEFT), world.bot_in(new)
        tell_membership(world, chat, by, world.bot_in(chat), gone)
        tell_membership(world, new, by, gone, here)
    say_service(world, chat, {"migrate_to_chat_id": new.id}, by=by)
    say_service(world, new, {"migrate_from_chat_id": chat.id}, by=by)
    chat.migrated_to = new.id
    world.journal.note("chat", chat=chat.id)
    return new
