"""What somebody, or the passing of time, wants of a table. An update becomes exactly one intent, or none."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.inward import Inward
from tgbot.table.intents.taps import Tap


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


class Word(Enum):
    """The commands of a group."""

    NEW = "neu"
    TABLE = "tisch"
    END = "ende"
    RULES = "regeln"
    HELP = "hilfe"
    LANGUAGE = "sprache"
    HOUSE = "hausordnung"
    ODDS = "rechner"
    TASK = "aufgabe"
    TASKS = "aufgaben"
    STAKES = "einsatz"
    FAIRPLAY = "fairplay"
    PURSE = "ich"
    ANSWER = "answer"  # no command: an answer to a message of the bot
    STAND = "stand"
    EVENING = "abend"
    STATISTICS = "statistik"
    MY_DATA = "meinedaten"
    PRIVACY = "datenschutz"
    PAUSE = "pause"
    GET_UP = "raus"
    SIT_DOWN = "dabei"
    KICK = "rauswurf"
    HOST = "gastgeber"
    REMIND = "erinnern"


@dataclass(frozen=True, slots=True)
class Commanded(_FromUpdate):
    """A command in a group. `who` None: an anonymous admin, one by nature. `rest`: text behind it. `to`: who is answered."""

    word: Word
    who: Person | None
    rest: str = ""
    to: PlayerId | None = None
    date: int = 0  # when it was typed, in Telegram's seconds; 0: unknown


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


class Purpose(Enum):
    """What an inquiry's answer decides."""

    START = "start"
    START_ANYWAY = "start_anyway"
    END = "end"
    SEAT = "seat"
    LANGUAGE_DE = "language_de"
    LANGUAGE_EN = "language_en"
    MENU = "menu"  # opens the house rules menu
    MENU_TAP = "menu_tap"  # carries out a press in the house rules menu
    EVENING = "evening"  # ends the evening
    STAKES = "stakes"  # sets what a unit costs; `rest` is the button's detail
    TASK = "task"  # deletes somebody else's task, or brings it back; as above
    PAUSE = "pause"  # stops the whole table
    KICK = "kick"  # has a seat given up, at once or as a vote; `rest` is its player's id, or the board is opened
    HOST = "host"  # names another host; as above
    REMIND = "remind"  # notes the reminder of who came through its link


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A fact to ask of Telegram: whether `who` is an admin (or, for SEAT, a member) of the group.

    Committed with the update that needs it; the answer comes back as `Informed`. `query` is the callback query waiting
    for it, `tap` what was pressed where the answer carries it out, `rest` the text that came with a command.
    """

    purpose: Purpose
    who: Person
    game: int
    query: str | None = None
    rest: str = ""
    tap: Tap | None = None


class Finding(Enum):
    """An inquiry's answer. UNKNOWN (Telegram would not say) is not NO."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Informed:
    """Telegram answered an inquiry."""

    table: TableId
    inquiry: Inquiry
    finding: Finding


class Due(Enum):
    """The kinds of deadlines; a table has at most one of each."""

    TURN = "turn"
    HALF = "half"  # the reminder at half time
    LOBBY = "lobby"  # an untouched lobby expires
    DEBT = "debt"  # what is owed is put off; the step is the debt's number
    GREETING = "greeting"  # a supergroup met for the first time is said hello to
    FRESH = "fresh"  # nobody has served the table for a while: its card is shown anew
    EVENING = "evening"  # nobody has played for hours: the evening is over
    MORNING = "morning"  # the recap is told again


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment to act if the table is then still at this game and step. `at` is milliseconds of store time."""

    kind: Due
    at: int
    game: int
    step: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """A deadline is due."""

    table: TableId
    deadline: Deadline


Intent: TypeAlias = (
    BotAdded
    | BotRemoved
    | WritingAllowed
    | WritingForbidden
    | Commanded
    | Tapped
    | SpokeInPrivate
    | DoorChanged
    | MemberGone
    | ChatUpgraded
    | Informed
    | Inward
    | TimePassed
)
