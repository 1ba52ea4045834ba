"""What the presser of a button is told at once. Values; `phrases` turns them into toasts and alerts."""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.table.identity import Language
from tgbot.table.state.terms import Equal


class Barred(Enum):
    """Why the table refuses, beyond the game's own refusals."""

    OLD_BUTTON = "old_button"  # the button belongs to an earlier step
    ANSWER_NOW = "answer_now"  # as above, and it is his turn to answer an announcement (`name`, `value`)
    CALL_NOW = "call_now"  # as above, and it is his turn to announce
    COUNTED = "counted"  # as above, and the newer step came of his own press
    OLD_GAME = "old_game"  # the button belongs to an earlier game
    NO_TABLE = "no_table"  # nothing is stored for the button's table
    NO_SUCH_BUTTON = "no_such_button"  # the data is none of ours
    NOT_A_PERSON = "not_a_person"  # bots and channels do not play
    NOT_HOST = "not_host"  # only the host, an admin or, after a minute, any seat may start
    NOT_YOURS = "not_yours"  # the cup is somebody else's; nothing to see
    NO_ROLL = "no_roll"  # there is nothing under the cup to see
    NOT_AWAY = "not_away"  # Bin wieder da without having been away
    NOT_ASLEEP = "not_asleep"  # Weiter geht's at a table that is awake
    TABLE_OPEN = "table_open"  # a table is open already
    ALREADY_VOTED = "already_voted"  # confirmed the end already
    ADMIN_ONLY = "admin_only"  # a setting for the host and admins
    AUTHOR_ONLY = "author_only"  # a task of somebody else
    MENU_OTHERS = "menu_others"  # somebody else is at the menu (`name`)
    OLD_MENU = "old_menu"  # the button belongs to an earlier menu
    CLASH = "clash"  # two settings contradict each other (`details`: their names)
    NO_VOTE = "no_vote"  # nothing is being voted on
    VOTE_IN_LOBBY = "vote_in_lobby"  # votes are held in the lobby, and the host puts them
    MUTED = "muted"  # the bot may not write in the group
    SWEPT = "swept"  # what the bot writes there is deleted at once
    NOT_YOUR_DEBT = "not_your_debt"  # somebody else owes this (`name`)
    OWN_DEBT = "own_debt"  # applause and thumbs down are for the others
    SWAPPED = "swapped"  # another task was asked for already
    OLD_DEBT = "old_debt"  # settled or put off meanwhile
    NO_TASK = "no_task"  # that task is gone, or the box is full
    PAUSED = "paused"  # the whole table pauses
    ADMIN_UNKNOWN = "admin_unknown"  # Telegram would not say whether he is an admin; try again
    SEAT_GONE = "seat_gone"  # nobody sits there any more
    OWN_SEAT = "own_seat"  # one's own seat is given up in another way
    SEATS_VOTE = "seats_vote"  # only who plays decides who gets up
    HOST_OR_ADMIN = "host_or_admin"  # the host's office is the host's or an admin's to give
    NOT_THAT_EVENING = "not_that_evening"  # he did not play that evening
    NO_REMINDER = "no_reminder"  # there is none to take back
    SLOWLY = "slowly"  # presses more often than anybody who plays
    BUSY = "busy"  # too many at once; try again
    FAILED = "failed"  # our fault, said plainly


class Note(Enum):
    """Good news for the presser."""

    SEATED = "seated"
    UNSEATED = "unseated"
    ANNOUNCED = "announced"
    BELIEVED = "believed"
    DOUBTED = "doubted"
    KEYBOARD_OPEN = "keyboard_open"
    WELCOME_BACK = "welcome_back"
    WOKEN = "woken"
    VOTED = "voted"
    STARTED = "started"
    OPENED = "opened"
    RULE_SET = "rule_set"
    RULE_SET_LATER = "rule_set_later"  # it holds from the next game on
    VOTE_COUNTED = "vote_counted"
    VOTE_OPENED = "vote_opened"
    PAID = "paid"
    DECLINED = "declined"  # rather not: what stands in for the task (`equal`)
    SWAPPED = "swapped"
    CLAPPED = "clapped"
    BANNED = "banned"
    TASK_DROPPED = "task_dropped"
    TASK_BACK = "task_back"
    MORNING_ON = "morning_on"
    MORNING_OFF = "morning_off"
    SEATED_LATER = "seated_later"  # from the next round on
    STAYS_AWAY = "stays_away"
    VOTE_BACK = "vote_back"
    SEAT_FREED = "seat_freed"
    HANDED_OVER = "handed_over"
    REMINDER_OFF = "reminder_off"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Nothing:
    """No answer in the response: nothing was pressed, or the answer follows by a call."""


@dataclass(frozen=True, slots=True)
class Told:
    """A toast. `name` is the raw name of whom we wait for, `value` the bar to beat, `count` a number in the text.

    `details` are settings' names, in the order the text tells them; `rules` are the table's, for its words; `equal` is
    what stands in for a task.
    """

    what: Refusal | Barred | Note
    language: Language
    name: str | None = None
    value: Roll | None = None
    count: int | None = None
    details: tuple[str, ...] = ()
    rules: HouseRules = field(default_factory=HouseRules)
    equal: Equal | None = None


@dataclass(frozen=True, slots=True)
class RollShown:
    """An alert with the presser's own roll; for his eyes alone, so it is never logged or stored.

    `said` is what he has announced of it: then the bar is somebody else's to beat.
    """

    dice: Roll
    bar: Roll | None
    language: Language
    rules: HouseRules = field(default_factory=HouseRules)
    said: Roll | None = None


NOTHING = Nothing()

Reply: TypeAlias = Nothing | Told | RollShown
