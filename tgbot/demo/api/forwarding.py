"""Forwards and copies. A forwarded die keeps its value and its origin; a copied one is thrown again."""

from typing import Any

from tgbot.demo.api.access import Access, chat_for, check_may_send, thread_for
from tgbot.demo.api.call import Call, Methods
from tgbot.demo.api.markup import check_buttons, markup_for
from tgbot.demo.api.sending import post, reply_target
from tgbot.demo.errors import bad_request
from tgbot.demo.wire import Json
from tgbot.demo.world.cards import chat_card, message_card, user_card
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.talk import throw
from tgbot.demo.world.world import World


async def forward_message(call: Call) -> Any:
    """Forward one message."""
    source = chat_for(call, Access.READ, "from_chat_id")
    target = chat_for(call, Access.WRITE)
    original = _forwardable(source, call.number("message_id"))
    return message_card(call.world, await _forward(call, target, original))


async def forward_messages(call: Call) -> Any:
    """Forward several messages in one call; those that are gone or must not be forwarded are skipped."""
    source = chat_for(call, Access.READ, "from_chat_id")
    target = chat_for(call, Access.WRITE)
    found = [source.message(message_id) for message_id in call.ids("message_ids")]
    originals = [message for message in found if message is not None and _may_go(message)]
    if not originals:
        raise bad_request("there are no messages to forward")
    return [{"message_id": (await _forward(call, target, original)).id} for original in originals]


async def copy_message(call: Call) -> Any:
    """Send the content of a message anew, without a trace of where it comes from."""
    source = chat_for(call, Access.READ, "from_chat_id")
    target = chat_for(call, Access.WRITE)
    markup = markup_for(call)
    original = source.message(call.number("message_id"))
    if original is None:
        raise bad_request("message to copy not found")
    if original.kind is Kind.SERVICE:
        raise bad_request("message can't be copied")
    reply_to = reply_target(call, target)
    die = original.body.get("dice")
    body = original.body if die is None else throw(die["emoji"])
    copied = await _place(call, target, original.kind, body)
    check_buttons(markup)
    copied.reply_to, copied.markup = reply_to, markup
    call.world.store(target, copied)
    return {"message_id": copied.id}


def _forwardable(source: Chat, message_id: int) -> Message:
    message = source.message(message_id)
    if message is None:
        raise bad_request("message to forward not found")
    if not _may_go(message):
        raise bad_request("message can't be forwarded")
    return message


def _may_go(message: Message) -> bool:
    return message.kind is not Kind.SERVICE and not message.protected


async def _forward(call: Call, target: Chat, original: Message) -> Message:
    message = await _place(call, target, original.kind, original.body)
    message.forward_origin = original.forward_origin or _origin(call.world, original)
    return call.world.store(target, message)


async def _place(call: Call, target: Chat, kind: Kind, body: Json) -> Message:
    thread = thread_for(call, target)
    check_may_send(call.world, target, kind, thread)
    await call.flood.spend(target, slow_mode=not call.world.bot_in(target).leads)
    message = post(call.world, target, kind, body)
    message.thread = thread
    message.protected = call.flag("protect_content")
    return message


def _origin(world: World, message: Message) -> Json:
    if message.sender_chat is not None:
        chat = chat_card(world, world.chats[message.sender_chat])
        return {"type": "chat", "sender_chat": chat, "date": message.date}
    assert message.sender is not None, "a message without a chat behind it has a sender"
    return {"type": "user", "sender_user": user_card(world, message.sender), "date": message.date}


METHODS: Methods = {
    "forwardMessage": forward_message,
    "forwardMessages": forward_messages,
    "copyMessage": copy_message,
}
