"""Which messages of a chat the bot gets to see."""

from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.message import Kind, Message
from tgbot.demo.world.world import World


def bot_sees(world: World, chat: Chat, message: Message) -> bool:
    """Whether a new or edited message becomes an update.

    With privacy mode on, a bot that is no admin gets commands that are bare or addressed to it, replies to its own
    messages, and service messages. Its own messages and those of other bots never come back, but service messages do.
    """
    if chat.is_private:
        return message.sender != world.bot.id or message.kind is Kind.SERVICE
    if not world.bot_in(chat).inside:
        return _removed(message) == world.bot.id
    if message.kind is Kind.SERVICE:
        return True
    if message.sender is not None and message.sender_chat is None and world.users[message.sender].is_bot:
        return False
    if not world.config.privacy or world.bot_in(chat).leads or chat.type is ChatType.CHANNEL:
        return True
    return _is_command_for(world.bot.username, message) or _answers_bot(world, chat, message)


def _removed(message: Message) -> int | None:
    gone = message.body.get("left_chat_member")
    return None if gone is None else int(gone["id"])


def _is_command_for(username: str, message: Message) -> bool:
    entities = message.body.get("entities", [])
    if not entities or entities[0]["type"] != "bot_command" or entities[0]["offset"] != 0:
        return False
    command = message.text[: entities[0]["length"]]
    _, at, name = command.partition("@")
    return not at or name.lower() == username.lower()


def _answers_bot(world: World, chat: Chat, message: Message) -> bool:
    target = chat.messages.get(message.reply_to) if message.reply_to is not None else None
    return target is not None and target.sender == world.bot.id
