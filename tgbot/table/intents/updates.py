"""What an update of Telegram means to a table: which update, from where, by whom."""

from dataclasses import dataclass

from tgbot.game.seats import PlayerId
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.taps import Tap
from tgbot.table.intents.word import Word


@dataclass(frozen=True, slots=True)
class UpdateMark:
    """An update's identity: its id, whether it is a tap (kept 10 minutes, others 25 hours), with which table it is kept."""

    id: int
    tap: bool = False
    at: TableId | None = None  # the one it changes


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message came from: the current chat id, its thread (0: none), its title (raw text), whether it has threads."""

    chat: int
    thread: int = 0
    title: str = ""
    forum: bool = False


@dataclass(frozen=True, slots=True)
class _FromUpdate:
    mark: UpdateMark
    place: Place


@dataclass(frozen=True, slots=True)
class BotAdded(_FromUpdate):
    """The bot came into a group."""


@dataclass(frozen=True, slots=True)
class BotRemoved(_FromUpdate):
    """The bot was removed from a group."""


@dataclass(frozen=True, slots=True)
class WritingAllowed(_FromUpdate):
    """The bot's rights in a group changed and it may write (again)."""


@dataclass(frozen=True, slots=True)
class WritingForbidden(_FromUpdate):
    """The bot's rights in a group changed and it may not write."""


@dataclass(frozen=True, slots=True)
class Commanded(_FromUpdate):
    """A command in a group. `who` None: an anonymous admin, one by nature. `rest`: text behind it. `to`: who is answered."""

    word: Word
    who: Person | None
    rest: str = ""
    to: PlayerId | None = None
    date: int = 0  # when it was typed, in Telegram's seconds; 0: unknown
    answers: int = 0  # the message it answers; 0: none


@dataclass(frozen=True, slots=True)
class Tapped:
    """A button of `message` was pressed in `chat`. `query` is the callback query's id, to be answered exactly once."""

    mark: UpdateMark
    query: str
    who: Person
    tap: Tap
    chat: int
    message: int = 0
    date: int = 0  # when that message was sent, as above


@dataclass(frozen=True, slots=True)
class SpokeInPrivate:
    """A message in a private chat: `/start` (with the table of its link, if any), a command or anything else.

    `rest` is the text behind a command, or the whole text where there is none: raw user text.
    """

    mark: UpdateMark
    who: Person
    start: bool
    table: TableId | None = None
    word: Word | None = None
    rest: str = ""


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """A user opened or blocked his private chat with the bot."""

    mark: UpdateMark
    who: Person
    open: bool


@dataclass(frozen=True, slots=True)
class MemberGone(_FromUpdate):
    """Somebody left a group or was removed from it."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChatUpgraded:
    """A group became a supergroup. `mark` is None when a refused send told us."""

    mark: UpdateMark | None
    old: int
    new: int
