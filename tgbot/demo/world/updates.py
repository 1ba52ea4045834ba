"""What happens, told to the bot as updates in the right queue and for the right time."""

import secrets

from tgbot.demo.delivery import queues
from tgbot.demo.delivery.backlog import DAY
from tgbot.demo.wire import Json
from tgbot.demo.world.cards import chat_card, member_card, message_card, unreachable_card, user_card
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member
from tgbot.demo.world.message import Message
from tgbot.demo.world.privacy import bot_sees
from tgbot.demo.world.query import Query
from tgbot.demo.world.world import World

CALLBACK_LIFETIME = 150.0
_CHAT_INSTANCE_SEED = 3_762_349_473


def tell_message(world: World, chat: Chat, message: Message, *, edited: bool = False) -> None:
    """Tell of a message written, posted or edited; stay silent when the bot does not get to see it."""
    if not bot_sees(world, chat, message):
        return
    kind = "channel_post" if chat.type is ChatType.CHANNEL else "message"
    body = message_card(world, message)
    _tell(world, f"edited_{kind}" if edited else kind, body, queues.of_chat(chat.id), chat.id)


def tell_press(world: World, query: Query) -> None:
    """Tell of a pressed button. Whether the bot is still in the chat makes no difference."""
    chat = world.chats[query.chat_id]
    message = chat.message(query.message_id)
    body: Json = {
        "id": query.id,
        "from": user_card(world, query.user_id),
        "message": unreachable_card(world, chat, query.message_id) if message is None else message_card(world, message),
        "chat_instance": str(chat.id * _CHAT_INSTANCE_SEED % 2**63),
        "data": query.data,
    }
    queue = queues.of_callbacks(query.user_id)
    _tell(world, "callback_query", body, queue, chat.id, lifetime=CALLBACK_LIFETIME)


def tell_membership(world: World, chat: Chat, by: int, old: Member, new: Member) -> None:
    """Tell of a changed standing; that of others only to a bot that is admin and has asked for it."""
    body: Json = {
        "chat": chat_card(world, chat),
        "from": user_card(world, by),
        "date": world.clock.today(),
        "old_chat_member": member_card(world, old),
        "new_chat_member": member_card(world, new),
    }
    if new.user_id == world.bot.id:
        _tell(world, "my_chat_member", body, queues.of_bot_membership(chat.id), chat.id)
    elif world.bot_in(chat).leads:
        _tell(world, "chat_member", body, queues.of_membership(new.user_id), chat.id)


def tell_raw(world: World, kind: str, body: Json, queue: int) -> None:
    """Tell the bot anything at all, also what it did not ask for. Queue 0 means a queue of its own."""
    world.backlog.add(kind, body, queue=queue or secrets.randbits(62))


def _tell(world: World, kind: str, body: Json, queue: int, chat_id: int, *, lifetime: float = DAY) -> None:
    """Queue an update. A type the bot does not want is never queued at all."""
    if not world.backlog.wants(kind):
        return
    world.backlog.add(kind, body, queue=queue, chat_id=chat_id, lifetime=lifetime)
    for person in _people_in(body) & world.users.keys():
        world.users[person].known = True
    world.journal.note("update", type=kind, chat=chat_id)


def _people_in(value: object) -> set[int]:
    """Whoever appears in an update is known to the bot from then on."""
    if isinstance(value, list):
        return {person for item in value for person in _people_in(item)}
    if not isinstance(value, dict):
        return set()
    inner = {person for item in value.values() for person in _people_in(item)}
    return inner | {int(value["id"])} if "is_bot" in value else inner
