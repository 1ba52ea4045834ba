"""What is told about reminders, in the group and at somebody's desk."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId


@dataclass(frozen=True, slots=True)
class ReminderNeedsDoor:
    """The bot may not write to him yet; the button opens the private chat and asks there. None: an anonymous admin."""

    player: PlayerId | None


@dataclass(frozen=True, slots=True)
class ReminderGone:
    """He has taken his wish back, and could not be told so privately."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RemindersFull:
    """Too many have asked already."""


@dataclass(frozen=True, slots=True)
class ReminderNoted:
    """At his desk: his wish is noted, with a button to take it back. Titles are raw text."""

    table: TableId
    title: str


@dataclass(frozen=True, slots=True)
class ReminderDropped:
    """At his desk: his wish is gone."""

    table: TableId
    title: str


@dataclass(frozen=True, slots=True)
class ReminderRefused:
    """At his desk: he is not in that group, or (`unknown`) Telegram would not say."""

    title: str
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class TableOpened:
    """At his desk: what he asked for. `chat`, `thread` and `message` lead to the lobby; message 0: there is no way.

    `table` is where he asked (None: unknown), and `asked` when.
    """

    title: str
    chat: int
    thread: int = 0
    message: int = 0
    table: TableId | None = None
    asked: int = 0


@dataclass(frozen=True, slots=True)
class ReminderElsewhere:
    """`/erinnern` in private: it belongs into the group."""


DeskReminder: TypeAlias = ReminderNoted | ReminderDropped | ReminderRefused | RemindersFull | TableOpened
ReminderNews: TypeAlias = ReminderNeedsDoor | ReminderGone | DeskReminder | ReminderElsewhere
