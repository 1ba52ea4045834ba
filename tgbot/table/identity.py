"""Which table, and who."""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.seats import PlayerId

SUPERGROUPS = -1_000_000_000_000
"""Ids of supergroups lie below this one; the part beyond it is what links to their messages carry."""


def is_supergroup(chat: int) -> bool:
    """Whether a chat may have grown out of another, and may have threads; a channel's ids look the same."""
    return chat < SUPERGROUPS


@dataclass(frozen=True, slots=True)
class TableId:
    """A table is where `/neu` was typed: the chat and its forum thread (0: none).

    `home` is the first id the chat was seen under. It never changes, even when a group becomes a supergroup.
    A private chat's home is its user's id: there the bot only talks, nobody plays.
    """

    home: int
    thread: int = 0

    @property
    def private(self) -> bool:
        """Whether this is a private chat."""
        return self.home > 0


class Language(Enum):
    """The languages the bot speaks."""

    DE = "de"
    EN = "en"

    @classmethod
    def of(cls, code: str | None) -> "Language":
        """Pick a language for a Telegram language code; German unless the code says English."""
        return cls.EN if (code or "").lower().split("-")[0] == "en" else cls.DE


@dataclass(frozen=True, slots=True)
class Person:
    """A Telegram user as an update shows him. `name` is raw user text."""

    id: PlayerId
    name: str
    language: str | None = None


def guest(number: int) -> PlayerId:
    """Make the id of who had himself forgotten as the table's first, second, …: no user of Telegram has a negative one."""
    return PlayerId(-number)


def is_guest(player: PlayerId) -> bool:
    """Whether this is nobody any more: he had himself forgotten, and is shown as "Gast n"."""
    return player < 0


class Reach(Enum):
    """Whether the bot can write to a player privately."""

    UNKNOWN = "unknown"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Member:
    """A player's newest name at this table, and whether his private chat is open."""

    player: PlayerId
    name: str
    reach: Reach = Reach.UNKNOWN
