"""Who sent a message: a person, an anonymous admin, or nobody who could play."""

from enum import Enum
from typing import Final

from telegram import Message, User

from tgbot.game.seats import PlayerId
from tgbot.table.identity import Person
from tgbot.table.limits import LONGEST_NAME

ANONYMOUS_ADMIN: Final = 1087968824  # "GroupAnonymousBot"; a bot by its flag, an admin by nature
CHANNEL: Final = 136817688  # "Channel_Bot": somebody who speaks as a channel
_LONGEST_CODE: Final = 16  # characters of a language's code
TELEGRAM: Final = 777000  # a linked channel's post, forwarded by Telegram itself; no bot by its flag


class Nobody(Enum):
    """A sender who is no person."""

    ADMIN = "admin"
    OTHER = "other"


def person(user: User) -> Person:
    """Take over a user as he is called now; a deleted account's name is empty."""
    return Person(
        PlayerId(user.id),
        (user.first_name or "")[:LONGEST_NAME],
        user.language_code and user.language_code[:_LONGEST_CODE],
    )


def sender(message: Message) -> Person | Nobody:
    """Say who sent a message of a group."""
    user, channel = message.from_user, message.sender_chat
    if user is None or user.id in {CHANNEL, TELEGRAM}:
        return Nobody.OTHER
    if user.id == ANONYMOUS_ADMIN:
        return Nobody.ADMIN if channel is not None and channel.id == message.chat.id else Nobody.OTHER
    return Nobody.OTHER if user.is_bot or channel is not None else person(user)
