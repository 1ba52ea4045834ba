"""What a button means. `phrases.press` writes it into callback data and reads it back."""

from dataclasses import dataclass
from enum import Enum, unique

from tgbot.game.roll import Roll
from tgbot.table.identity import TableId


@unique
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
    RULES = "R"  # Hausordnung: what holds here
    SHEET_PAGE = "h"  # a page of the rule sheet, by its name
    MENU_PAGE = "m"  # a page of the house rules menu, by its name
    MENU_SET = "M"  # a setting and its choice: `limit-5`
    MENU_PRESET = "N"  # a preset, by its name
    MENU_CODE = "C"  # take over the rules of a share code
    MENU_CLOSE = "x"
    VOTE_ON = "v"  # put a setting's choice to the vote: `limit-5`
    VOTE_YES = "y"
    VOTE_NO = "z"
    LANGUAGE_DE = "D"
    LANGUAGE_EN = "G"
    DEBT = "e"  # under a debt, its number as step: a `Settling` as detail
    STAKES = "i"  # the menu of what a unit costs: `sips-2`
    PURSE = "t"  # a player's own settings: `coin-water`
    TASK = "f"  # the group's own tasks: `drop-7`
    MORNING = "g"  # the recap once more at eleven
    STATISTICS_ON = "Y"
    STATISTICS_OFF = "U"
    FORGET = "F"  # asks once more
    FORGET_SURE = "X"
    STAY_AWAY = "O"  # Noch 5 Runden
    KICK = "K"  # a player's id: his seat is to be given up
    REMIND = "J"  # takes the own reminder back
    HOST = "H"  # a player's id: he gives the sign from now on


@dataclass(frozen=True, slots=True)
class Tap:
    """One button: its table, the game number and step it belongs to, its action, and a value or a detail where it has one.

    A detail is a short ASCII word of a-z, A-Z, 0-9, `_` and `-`: a page, a setting with its choice, a share code.
    Buttons of menus, lists and the sheet carry the number of their message as step, those of a recap the evening's number.
    """

    table: TableId
    game: int
    step: int
    action: Action
    value: Roll | None = None
    detail: str = ""
