"""Marks on messages: pins and reactions."""

from typing import Any

from tgbot.demo.api.access import Access, chat_for
from tgbot.demo.api.call import Call, Methods
from tgbot.demo.errors import bad_request
from tgbot.demo.world.cards import message_card
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.membership import say_service

_REACTIONS = frozenset(
    "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾😡"
)


async def pin_chat_message(call: Call) -> Any:
    """Pin a message, which leaves a service message."""
    chat = _pinnable(call)
    message = chat.message(call.number("message_id"))
    if message is None:
        raise bad_request("message to pin not found")
    chat.pinned = message.id
    say_service(call.world, chat, {"pinned_message": message_card(call.world, message)}, by=call.world.bot.id)
    call.world.journal.note("chat", chat=chat.id)
    return True


async def unpin_chat_message(call: Call) -> Any:
    """Unpin one message, or the newest pin."""
    chat = _pinnable(call)
    if call.text("message_id") and call.number("message_id") != chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned = None
    call.world.journal.note("chat", chat=chat.id)
    return True


async def set_message_reaction(call: Call) -> Any:
    """React to a message with at most one emoji of Telegram's list."""
    chat = chat_for(call, Access.EDIT)
    message = chat.message(call.number("message_id"))
    if message is None:
        raise bad_request("message to react not found")
    given = call.json("reaction", "can't parse reaction types JSON object") or []
    emojis = [str(reaction.get("emoji", "")).removesuffix("\ufe0f") for reaction in given]
    if len(emojis) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    if not _REACTIONS.issuperset(emojis):
        raise bad_request("REACTION_INVALID")
    message.reaction = emojis[0] if emojis else None
    call.world.journal.note("edit", chat=chat.id, message=message.id)
    return True


def _pinnable(call: Call) -> Chat:
    chat = chat_for(call, Access.WRITE)
    standing = call.world.bot_in(chat)
    if not chat.is_private and not (standing.leads and standing.may("can_pin_messages")):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


METHODS: Methods = {
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "setMessageReaction": set_message_reaction,
}
