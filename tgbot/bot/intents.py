"""An update becomes one intent, a reflex, or nothing. Pure."""

from telegram import Chat, Message, Update

from tgbot.bot import memberships, messages
from tgbot.bot.me import Me
from tgbot.bot.presses import pressed
from tgbot.bot.reflexes import Reflex
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import UpdateMark


def intent_of(update: Update, me: Me) -> Intent | Reflex | None:
    """Read an update; None: not for us. Kinds we do not know, edits and channel posts are not for us."""
    if update.callback_query is not None:
        return pressed(update.callback_query, UpdateMark(update.update_id, tap=True))
    mark = UpdateMark(update.update_id)
    if update.message is not None:
        return _said(update.message, mark, me)
    if update.my_chat_member is not None:
        return memberships.of_the_bot(update.my_chat_member, mark)
    if update.chat_member is not None:
        return memberships.of_somebody(update.chat_member, mark)
    return None


def _said(message: Message, mark: UpdateMark, me: Me) -> Intent | None:
    match message.chat.type:
        case Chat.PRIVATE:
            return messages.in_private(message, mark, me)
        case Chat.GROUP | Chat.SUPERGROUP:
            return messages.in_group(message, mark, me)
        case _:
            return None
