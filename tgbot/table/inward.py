"""Intents of the bot itself, about an evening's picture and about people: no update brings them."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId


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


Inward: TypeAlias = Pictured | Forget
