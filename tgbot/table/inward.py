"""Intents of the bot itself, about what it delivered and about people: no update brings them."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId


@dataclass(frozen=True, slots=True)
class CupRefused:
    """Telegram refused to deliver a private cup."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CupArrived:
    """A private cup reached its player for the first time."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class GroupRefused:
    """Telegram refused to let the bot write in the group (kicked, muted, closed)."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Pictured:
    """Telegram has the picture of an evening now and names it `photo`."""

    table: TableId
    evening: int
    photo: str


@dataclass(frozen=True, slots=True)
class Forget:
    """A player wants to be forgotten. Idempotent."""

    table: TableId
    player: PlayerId


Inward: TypeAlias = CupRefused | CupArrived | GroupRefused | Pictured | Forget
