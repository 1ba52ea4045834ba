"""sendMessage and sendDice, and the path every sent message takes."""

from typing import Any

from tgbot.demo.api.access import Access, chat_for, check_may_send, thread_for
from tgbot.demo.api.call import Call, Methods
from tgbot.demo.api.markup import check_buttons, markup_for
from tgbot.demo.errors import bad_request
from tgbot.demo.text.formatted import Formatted, formatted
from tgbot.demo.wire import Json
from tgbot.demo.world.cards import message_card
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.talk import DICE_FACES, text_body, throw
from tgbot.demo.world.world import World


async def send_message(call: Call) -> Any:
    """Send a text."""
    text = formatted(call.text("text"), call.text("parse_mode"), call.text("entities"))
    return await deliver(call, Kind.TEXT, text_body(known_mentions(call.world, text)))


async def send_dice(call: Call) -> Any:
    """Throw a die into the chat."""
    emoji = call.text("emoji") or "🎲"
    if emoji not in DICE_FACES:
        raise bad_request("invalid dice emoji specified")
    return await deliver(call, Kind.DICE, throw(emoji))


async def deliver(call: Call, kind: Kind, body: Json) -> Json:
    """Send one message of any kind into the chat that the call names. Raises ApiError in the server's order."""
    markup = markup_for(call)
    chat = chat_for(call, Access.WRITE)
    thread = thread_for(call, chat)
    reply_to = reply_target(call, chat)
    check_may_send(call.world, chat, kind, thread)
    check_buttons(markup)
    await call.flood.spend(chat, slow_mode=not call.world.bot_in(chat).leads)
    message = post(call.world, chat, kind, body)
    message.thread, message.reply_to, message.markup = thread, reply_to, markup
    message.protected, message.silent = call.flag("protect_content"), call.flag("disable_notification")
    call.world.store(chat, message)
    return message_card(call.world, message)


def post(world: World, chat: Chat, kind: Kind, body: Json) -> Message:
    """Make the bot's next message in a chat; storing it is left to the caller."""
    return Message(world.next_message_id(chat), chat.id, world.clock.today(), kind, body, sender=world.bot.id)


def reply_target(call: Call, chat: Chat) -> int | None:
    """Return the message replied to, None without one. Raises ApiError when it is gone and that was not allowed for."""
    given = call.json("reply_parameters", "can't parse reply parameters JSON object")
    if given is not None and not isinstance(given, dict):
        raise bad_request("object expected as reply parameters")
    parameters = given or {
        "message_id": call.number("reply_to_message_id"),
        "allow_sending_without_reply": call.flag("allow_sending_without_reply"),
    }
    message_id = int(parameters.get("message_id") or 0)
    if not message_id:
        return None
    if chat.message(message_id) is not None:
        return message_id
    if parameters.get("allow_sending_without_reply") in {True, "true"}:
        return None
    raise bad_request("message to be replied not found")


def known_mentions(world: World, text: Formatted) -> Formatted:
    """Give mentions by id the person's card; a person the bot has never met is not mentioned at all."""
    entities = []
    for entity in text.entities:
        user = world.users.get(int(entity["user"]["id"])) if entity["type"] == "text_mention" else None
        if user is not None and user.known:
            entities.append(entity | {"user": user.card()})
        elif entity["type"] != "text_mention":
            entities.append(entity)
    return Formatted(text.text, tuple(entities))


METHODS: Methods = {"sendMessage": send_message, "sendDice": send_dice}
