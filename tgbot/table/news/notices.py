"""What the table itself has to tell, beside the game's own events. Posts carry both and are rendered on the way out."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.events import Event
from tgbot.game.roll import Roll
from tgbot.game.rules.share import CodeFault
from tgbot.game.seats import PlayerId
from tgbot.table.news.evening import EveningNews
from tgbot.table.news.own import OwnNews
from tgbot.table.news.paying import PayingNews
from tgbot.table.news.people import PeopleNews
from tgbot.table.news.reminders import ReminderNews
from tgbot.table.news.seats import SeatNews
from tgbot.table.state.changes import RulesChanged


@dataclass(frozen=True, slots=True)
class BotGreeted:
    """The bot came into the group: at most 4 lines and the button Tisch eröffnen."""


@dataclass(frozen=True, slots=True)
class HelpGiven:
    """`/hilfe` in the group."""


@dataclass(frozen=True, slots=True)
class OddsTold:
    """`/rechner`: the odds of every announcement, or of `value` alone; `fault`: what was typed is none."""

    value: Roll | None = None
    fault: bool = False


@dataclass(frozen=True, slots=True)
class VoteRejected:
    """The table voted against a change."""

    setting: str
    choice: str
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """`/hausordnung CODE` with a code that cannot be read."""

    fault: CodeFault


@dataclass(frozen=True, slots=True)
class MenuForAdmins:
    """`/hausordnung` by somebody who may not change it; what holds is told instead."""


@dataclass(frozen=True, slots=True)
class LanguageAsked:
    """`/sprache`: two buttons."""


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """The group speaks another language from now on."""


@dataclass(frozen=True, slots=True)
class NoTableHere:
    """A command needs a table and there is none; with the button Tisch eröffnen.

    `thread` is a topic of the chat where one is, `message` its card there; 0: there is none, or it is not known.
    """

    chat: int = 0
    thread: int = 0
    message: int = 0


@dataclass(frozen=True, slots=True)
class TooManyTables:
    """`/neu` in one topic too many of a chat that has all the tables it may have; told where no topic is."""


@dataclass(frozen=True, slots=True)
class LobbyClosed:
    """The lobby was closed by hand (`by`; None: an anonymous admin) or expired untouched (`expired`)."""

    by: PlayerId | None = None
    expired: bool = False


@dataclass(frozen=True, slots=True)
class EndProposed:
    """Somebody without the right to end wants to; two other seats confirm by button."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class EndNotAllowed:
    """Somebody without a seat and without rights typed `/ende`."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The host left; another seat is host now."""

    host: PlayerId


@dataclass(frozen=True, slots=True)
class MoveLost:
    """The store has lost a move (`play/setback.py`); the card that follows shows where the game stands."""


@dataclass(frozen=True, slots=True)
class FellAsleep:
    """Fewer than two seats acted by themselves during a lap: the table sleeps."""


@dataclass(frozen=True, slots=True)
class DeskGreeted:
    """`/start` in private: what this is, and In eine Gruppe holen."""


@dataclass(frozen=True, slots=True)
class DeskSeated:
    """`/start` through a table's link, by somebody who sits there. `chat` and `message` lead back; 0: unknown."""

    title: str
    chat: int = 0
    message: int = 0


@dataclass(frozen=True, slots=True)
class DeskTurnedAway:
    """`/start` through a table's link, by somebody who cannot be seated there."""

    title: str


@dataclass(frozen=True, slots=True)
class DeskSilenced:
    """To a host in private: the bot may not write in his group. `swept`: another bot deletes at once what it writes."""

    title: str
    swept: bool = False


@dataclass(frozen=True, slots=True)
class DeskHelped:
    """Help, or anything else said in private: the game lives in groups."""


@dataclass(frozen=True, slots=True)
class DeskHouse:
    """`/hausordnung CODE` in private, or a code's link: the rules it carries, and how to bring them to a group."""

    code: str


Notice: TypeAlias = (
    BotGreeted
    | HelpGiven
    | OddsTold
    | RulesChanged
    | VoteRejected
    | CodeRefused
    | MenuForAdmins
    | LanguageAsked
    | LanguageChosen
    | NoTableHere
    | TooManyTables
    | LobbyClosed
    | EndProposed
    | EndNotAllowed
    | HostChanged
    | MoveLost
    | FellAsleep
    | DeskGreeted
    | DeskSeated
    | DeskTurnedAway
    | DeskSilenced
    | DeskHelped
    | DeskHouse
    | PayingNews
    | EveningNews
    | OwnNews
    | SeatNews
    | PeopleNews
    | ReminderNews
)


@dataclass(frozen=True, slots=True)
class Post:
    """A message that appears once, in order, and stays. `id` is unique within the table and seeds its wording."""

    id: str
    game: int
    step: int
    items: tuple[Event | Notice, ...]
