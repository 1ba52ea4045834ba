"""Pressed buttons."""

from telegram import CallbackQuery

from tgbot.bot.reflexes import TurnedAway
from tgbot.bot.senders import person
from tgbot.phrases import press
from tgbot.table.identity import Language
from tgbot.table.intents.updates import Tapped, UpdateMark
from tgbot.table.news.replies import Barred, Told


def pressed(query: CallbackQuery, mark: UpdateMark) -> Tapped | TurnedAway:
    """Read a press. Data that is none of ours touches nothing, but gets its answer like every other press.

    The message may be long gone from Telegram's memory (then it is "inaccessible"); what counts is the button's data.
    """
    user = query.from_user
    language = Language.of(user.language_code)
    if user.is_bot:
        return TurnedAway(query.id, Told(Barred.NOT_A_PERSON, language))
    tap = press.decode(query.data) if query.data else None
    if tap is None or query.message is None:
        return TurnedAway(query.id, Told(Barred.NO_SUCH_BUTTON, language))
    return Tapped(mark, query.id, person(user), tap, query.message.chat.id, query.message.message_id)
