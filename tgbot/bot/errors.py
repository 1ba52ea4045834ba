"""The one place that reads Telegram's errors.

python-telegram-bot rewrites their texts (it cuts "Bad Request: " off and lower-cases the rest), and its classes do not
follow what matters here: `BadRequest` is a `NetworkError`, a group that forbids writing is sometimes a 400 and sometimes
a 403. So a text is compared in lower case with the rows below, first match first.
"""

from datetime import timedelta
from typing import Final, TypeAlias

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from tgbot.bot.outcomes import (
    ChatClosed,
    Contested,
    DoorClosed,
    Failure,
    Fault,
    Faulty,
    Flooded,
    Gone,
    Migrated,
    NoThread,
    NotSent,
    TokenRefused,
    Unchanged,
    Unsure,
)
from tgbot.bot.request import NotReached

_Row: TypeAlias = tuple[str, Failure]

_SWEPT: Final[_Row] = ("immediately deleted", ChatClosed(swept=True))
"""Another bot deletes ours at once: as good as not being allowed to write."""

_WRONG: Final[tuple[_Row, ...]] = (
    _SWEPT,
    ("message is not modified", Unchanged()),
    ("message to edit not found", Gone()),
    ("message can't be edited", Gone()),  # a foreign message, or one with another kind of keyboard
    ("there is no text in the message to edit", Gone()),
    ("message_id_invalid", Gone()),
    ("wrong file identifier", Gone()),
    ("wrong remote file identifier", Gone()),
    ("query is too old", Gone()),
    ("message thread not found", NoThread()),
    ("topic_deleted", NoThread()),
    ("can't parse entities", Faulty(Fault.MARKUP)),
    ("can't parse messageentity", Faulty(Fault.MARKUP)),
    ("message is too long", Faulty(Fault.LENGTH)),
    ("text is too long", Faulty(Fault.LENGTH)),
    ("message_too_long", Faulty(Fault.LENGTH)),
    ("bad gateway", Unsure()),  # an inner fault of Telegram's, transient although it comes as a 400
)
"""What a 400 says about the message or the request."""

_UNWELCOME: Final = ("not enough rights to send photos", "chat_send_photos_forbidden")
"""What a 400 says about pictures in a chat that takes text all the same."""

_SHUT: Final[tuple[str, ...]] = (
    "chat not found",  # also "private chat not found"; for a user it means: never started
    "user not found",
    "user_is_blocked",
    "peer_id_invalid",
    "not enough rights to send",
    "have no write access",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send_plain_forbidden",
    "chat_admin_required",
    "user_banned_in_channel",
    "channel_private",
    "topic_closed",
    "need administrator rights",
    "group chat was deleted",
    "group chat was deactivated",
)
"""What a 400 says about the chat: no message will get there for now."""

_DELETED: Final = ("user is deactivated", "input_user_deactivated")
"""What a 400 or a 403 says about a deleted account: no message will ever get there."""

_BROKEN: Final[tuple[_Row, ...]] = (
    ("internal server error: restart", NotSent()),  # the server drops what it has not begun
    _SWEPT,
)
"""What a 5xx says. Any other leaves open whether the call was executed."""


def read_error(error: TelegramError, *, private: bool) -> Failure:
    """Say what became of a call that failed. `private`: it was about a private chat."""
    shut: Failure = DoorClosed(gone=_says(_DELETED, error.message)) if private else ChatClosed()
    match error:
        case ChatMigrated(new_chat_id=chat):
            return Migrated(chat)
        case RetryAfter(retry_after=wait):
            return Flooded(wait.total_seconds() if isinstance(wait, timedelta) else float(wait))
        case Forbidden():
            return shut
        case BadRequest(message=text) if _says(_UNWELCOME, text):
            return Faulty(Fault.KIND)
        case BadRequest(message=text):
            return shut if _says(_SHUT + _DELETED, text) else _first(_WRONG, text, Faulty())
        case NotReached():
            return NotSent()
        case NetworkError(message=text):
            return _first(_BROKEN, text, Unsure())
        case Conflict(message=text):
            return Contested(webhook="while webhook is active" in text.lower())
        case InvalidToken():
            return TokenRefused()
        case _:  # a 200 whose body was cut off or is none of Telegram's
            return Unsure()


def _says(parts: tuple[str, ...], text: str) -> bool:
    return any(part in text.lower() for part in parts)


def _first(rows: tuple[_Row, ...], text: str, otherwise: Failure) -> Failure:
    return next((outcome for part, outcome in rows if part in text.lower()), otherwise)
