"""Intents of the bot itself, about what it delivered and about people: no update brings them."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.identity import Language, TableId
from tgbot.table.news.reminders import DeskReminder


@dataclass(frozen=True, slots=True)
class CupRefused:
    """Telegram refused to deliver a private cup. `gone`: the player's account has been deleted."""

    table: TableId
    player: PlayerId
    gone: bool = False


@dataclass(frozen=True, slots=True)
class CupArrived:
    """A private cup reached its player for the first time."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class GroupRefused:
    """Telegram refused to let the bot write in the group (kicked, muted, closed). `swept`: another bot deletes it at once."""

    table: TableId
    swept: bool = False


@dataclass(frozen=True, slots=True)
class ProbeDue:
    """Somebody pressed while the bot could not write, and it is time to try again."""

    table: TableId


@dataclass(frozen=True, slots=True)
class ThreadLost:
    """The forum thread where the table stood was deleted."""

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


@dataclass(frozen=True, slots=True)
class DeskTold:
    """Somebody is to be told something about a reminder at his desk, once. `about` is the group's table.

    `at` grows from word to word about one table; `language` is spoken if he has no desk yet.
    """

    table: TableId
    about: TableId
    at: int
    notice: DeskReminder
    language: Language


@dataclass(frozen=True, slots=True)
class ReminderUnheard:
    """A player's private chat is shut, and what was said there about his reminder was not heard."""

    table: TableId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CalledInVain:
    """The table a player had `asked` for (ms; 0: unknown) closed before it was seen, or his private chat was shut.

    `game` is what it opened for; 0: it may be open still, but he cannot be told.
    """

    table: TableId
    player: PlayerId
    asked: int = 0
    game: int = 0


Inward: TypeAlias = (
    CupRefused
    | CupArrived
    | GroupRefused
    | ProbeDue
    | ThreadLost
    | Pictured
    | Forget
    | DeskTold
    | ReminderUnheard
    | CalledInVain
)
