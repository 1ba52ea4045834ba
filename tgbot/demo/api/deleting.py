"""deleteMessage and deleteMessages."""

from typing import Any

from tgbot.demo.api.access import Access, chat_for
from tgbot.demo.api.call import Call, Methods
from tgbot.demo.errors import ApiError, bad_request
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.talk import erase
from tgbot.demo.world.world import World

_TWO_DAYS = 2 * 86_400
_ONE_DAY = 86_400


async def delete_message(call: Call) -> Any:
    """Delete one message."""
    if not call.text("chat_id"):
        raise bad_request("chat identifier is not specified")
    if not call.text("message_id"):
        raise bad_request("message identifier is not specified")
    chat = chat_for(call, Access.WRITE)
    message = chat.message(call.number("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    refusal = _refusal(call.world, chat, message)
    if refusal is not None:
        raise refusal
    erase(call.world, chat, message)
    return True


async def delete_messages(call: Call) -> Any:
    """Delete several messages; unknown ones are skipped, and so are those that must stay."""
    if not call.text("chat_id"):
        raise bad_request("chat identifier is not specified")
    chat = chat_for(call, Access.WRITE)
    for message_id in call.ids("message_ids"):
        message = chat.message(message_id)
        if message is not None and _refusal(call.world, chat, message) is None:
            erase(call.world, chat, message)
    return True


def _refusal(world: World, chat: Chat, message: Message) -> ApiError | None:
    age = world.clock.now() - message.date
    standing = world.bot_in(chat)
    if chat.is_private and message.kind is Kind.DICE and age < _ONE_DAY:
        return bad_request("message can't be deleted for everyone")
    if chat.type is not ChatType.PRIVATE and standing.leads and standing.may("can_delete_messages"):
        return None
    if message.kind is Kind.SERVICE or (message.sender != world.bot.id and not chat.is_private):
        return bad_request("message can't be deleted")
    return bad_request("message can't be deleted for everyone") if age > _TWO_DAYS else None


METHODS: Methods = {"deleteMessage": delete_message, "deleteMessages": delete_messages}
