"""Who the bot is, as Telegram tells it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Me:
    """The bot's own account. `reads_all`: privacy mode is off, every message of its groups comes here."""

    id: int
    username: str
    can_join_groups: bool = True
    reads_all: bool = False
