"""editMessageText and editMessageReplyMarkup."""

from typing import Any

from tgbot.demo.api.access import Access, chat_for, check_may_edit
from tgbot.demo.api.call import Call, Methods
from tgbot.demo.api.markup import check_buttons, markup_for
from tgbot.demo.api.sending import known_mentions
from tgbot.demo.errors import bad_request
from tgbot.demo.text.formatted import formatted
from tgbot.demo.wire import Json
from tgbot.demo.world.cards import message_card
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.talk import text_body

_UNCHANGED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


async def edit_message_text(call: Call) -> Any:
    """Replace text and keyboard of one of the bot's own messages."""
    text = formatted(call.text("text"), call.text("parse_mode"), call.text("entities"))
    markup = markup_for(call, inline_only=True)
    chat, message = _editable(call)
    if message.kind is not Kind.TEXT:
        raise bad_request("there is no text in the message to edit")
    return await _rewrite(call, chat, message, text_body(known_mentions(call.world, text)), markup)


async def edit_message_reply_markup(call: Call) -> Any:
    """Replace only the keyboard."""
    markup = markup_for(call, inline_only=True)
    chat, message = _editable(call)
    return await _rewrite(call, chat, message, message.body, markup)


def _editable(call: Call) -> tuple[Chat, Message]:
    if not call.text("chat_id") and not call.text("message_id"):
        if call.text("inline_message_id"):
            raise bad_request("MESSAGE_ID_INVALID")
        raise bad_request("message identifier is not specified")
    chat = chat_for(call, Access.EDIT)
    message = chat.message(call.number("message_id"))
    if message is None:
        raise bad_request("message to edit not found")
    fixed = message.markup is not None and "inline_keyboard" not in message.markup
    mine = message.sender == call.world.bot.id and message.forward_origin is None
    if not mine or fixed or message.kind is Kind.SERVICE:
        raise bad_request("message can't be edited")
    return chat, message


async def _rewrite(call: Call, chat: Chat, message: Message, body: Json, markup: Json | None) -> Json:
    check_may_edit(call.world, chat)
    check_buttons(markup)
    if (message.body, message.markup) == (body, markup):
        raise bad_request(_UNCHANGED)
    await call.flood.spend(chat)
    message.rewrite(body, markup, call.world.clock.today())
    call.world.journal.note("edit", chat=chat.id, message=message.id)
    return message_card(call.world, message)


METHODS: Methods = {"editMessageText": edit_message_text, "editMessageReplyMarkup": edit_message_reply_markup}
