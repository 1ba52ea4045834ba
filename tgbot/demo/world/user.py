"""A person, or a bot, with what stands between them and our bot."""

from dataclasses import dataclass
from enum import IntEnum

from tgbot.demo.wire import Json


class Stranger(IntEnum):
    """Telegram's own accounts, which stand in for senders that are no person."""

    CHANNEL_RELAY = 777000
    ANONYMOUS_ADMIN = 1087968824
    CHANNEL_BOT = 136817688


@dataclass(slots=True)
class User:
    """An account. ``known`` says that the bot has met it in an update, ``started`` that it pressed Start once."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False
    deactivated: bool = False
    known: bool = False
    started: bool = False
    blocked: bool = False

    def card(self) -> Json:
        """Return the ``User`` object of the Bot API; a deleted account has lost its names."""
        card: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": "" if self.deactivated else self.first_name}
        if self.deactivated:
            return card
        optional = {"last_name": self.last_name, "username": self.username, "language_code": self.language_code}
        return card | {key: value for key, value in optional.items() if value}


def strangers() -> list[User]:
    """Telegram's own accounts, as they appear in updates."""
    return [
        User(Stranger.CHANNEL_RELAY, "Telegram"),
        User(Stranger.ANONYMOUS_ADMIN, "Group", username="GroupAnonymousBot", is_bot=True),
        User(Stranger.CHANNEL_BOT, "Channel", username="Channel_Bot", is_bot=True),
    ]
