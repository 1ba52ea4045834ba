"""What is asked of Telegram before something is decided, and what it answers."""

from dataclasses import dataclass
from enum import Enum

from tgbot.table.identity import Person, TableId
from tgbot.table.intents.taps import Tap
from tgbot.table.intents.updates import Commanded


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
    THREAD = "thread"  # obeys what was said in the chat itself, if the table's topic is gone


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A fact to ask of Telegram: whether `who` is an admin (or, for SEAT, a member) of the group; or if a topic stands.

    Committed with the update that needs it (`asked_by`, its number); the answer comes back as `Informed`. `query` waits
    for it, `tap` is what it carries out, `rest` the text that came with a command. For THREAD `said` is obeyed if the topic
    is gone; else the tables of `others` are asked, one after the other.
    """

    purpose: Purpose
    who: Person
    game: int
    query: str | None = None
    rest: str = ""
    tap: Tap | None = None
    asked_by: int = 0
    said: Commanded | None = None
    others: tuple[TableId, ...] = ()


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
