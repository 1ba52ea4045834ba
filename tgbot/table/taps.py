"""What a button means. `phrases.press` writes it into callback data and reads it back."""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.roll import Roll
from tgbot.table.identity import TableId


class Action(Enum):
    """Every button's action; the values are short because callback data has 64 bytes."""

    OPEN = "o"  # Tisch eröffnen, Nochmal!
    JOIN = "j"
    LEAVE = "l"
    START = "s"
    START_ANYWAY = "S"
    BELIEVE = "b"
    DOUBT = "d"
    ANNOUNCE = "a"  # with a value
    PEEK = "p"  # Mein Wurf
    KEYBOARD = "k"  # Ansagen: opens the announcement buttons on the card
    LOOK = "L"
    REROLL = "r"
    SHOW = "w"
    PASS = "P"  # noqa: S105 -- with a value: handing the cup on, no password
    PASS_TOP = "T"  # noqa: S105 -- handing the cup on, no password
    PUSH = "u"
    ACCEPT = "c"
    ASK = "q"
    REPEAT = "Q"
    KEEP_QUIET = "n"  # Sag ich nicht
    COME_BACK = "B"
    WAKE = "W"  # Weiter geht's
    CONFIRM_END = "E"
    RULES = "R"  # Hausordnung
    LANGUAGE_DE = "D"
    LANGUAGE_EN = "G"


@dataclass(frozen=True, slots=True)
class Tap:
    """One button: its table, the game number and step it belongs to, its action, and a value where it has one."""

    table: TableId
    game: int
    step: int
    action: Action
    value: Roll | None = None
