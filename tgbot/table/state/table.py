"""The stored state of one table. Frozen; `version` serves the compare-and-set alone and stands in no button."""

from dataclasses import dataclass, field, replace

from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game, Over, Playing
from tgbot.table.identity import Language, Member, Person, Reach, TableId
from tgbot.table.state.ballot import Ballot
from tgbot.table.state.boards import Menu, Sheet
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.debts import Bill, Debt
from tgbot.table.state.evening import Counted, Evening, Recap
from tgbot.table.state.reminder import Heard, Reminder
from tgbot.table.state.task_box import TaskBox
from tgbot.table.state.terms import Paying


@dataclass(frozen=True, slots=True)
class Lap:
    """Since the lap began: which seats have had the cup, and which of them acted by themselves."""

    held: tuple[PlayerId, ...] = ()
    actors: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Break:
    """Somebody's own pause (Klopause): so many rounds have begun without him; one too many: he has been asked."""

    player: PlayerId
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Coming:
    """Somebody came or went, and the group was told: until then it counts."""

    player: PlayerId
    until: int


@dataclass(frozen=True, slots=True)
class Vote:
    """A house rule put to the table in the lobby: who is for this choice, and who against."""

    by: PlayerId
    setting: str
    choice: str
    yes: tuple[PlayerId, ...] = ()
    no: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A group's table (or, with a private id, the bot's desk in a private chat). Times are milliseconds of store time."""

    id: TableId
    chat: int
    """The current chat id."""
    version: int = 0
    """Raised by each commit that changes anything; serves the compare-and-set alone."""
    title: str = ""
    """The group's title, raw text."""
    language: Language = Language.DE
    members: tuple[Member, ...] = ()
    """Who is known by name, in the order they were first seen in."""
    guests: int = 0
    """How many had themselves forgotten: their seats are "Gast n" ever after."""

    game: Game | None = None
    """The newest game; None: there was none yet, or its lobby was closed."""
    games: int = 0
    """The number of the newest game."""
    host: PlayerId | None = None
    """Who opened the newest game or inherited it; None: the first to join becomes it."""
    opened_at: int = 0
    """When its lobby was opened."""
    opened_date: int = 0
    """Telegram's date (s) of what opened it; it is not older than that."""
    ended_at: int = 0
    """When a game was last over."""
    moved_at: int = 0
    """When the newest turn came, or the table last went on after it stood still."""
    mover: PlayerId | None = None
    """Who made the newest turn come; None: time, or nobody in particular."""
    moved_from: int = 0
    """The step at which he did."""
    lap: Lap = Lap()
    """What tells whether the table falls asleep."""
    asleep: bool = False
    """Waits for Weiter geht's: nobody played any more."""
    paused: bool = False
    """Waits for Weiter geht's: somebody asked for a break."""
    halts: int = 0
    """Raised to have the card sent anew because the table pauses or goes on."""
    halted_at: int = 0
    """When it was last sent anew for that."""
    end_votes: tuple[PlayerId, ...] = ()
    """Who proposed a `/ende`, and behind him who confirmed it."""

    breaks: tuple[Break, ...] = ()
    """The pauses of single seats."""
    fled: tuple[PlayerId, ...] = ()
    """Who left a game of this evening that is over while liable, and has not paid for it."""
    comings: tuple[Coming, ...] = ()
    """Of whom the group was told of late that they come or go."""
    reminders: tuple[Reminder, ...] = ()
    """Who is to be called when the next table opens."""
    reminders_at: int = 0
    """Dates the newest word about a reminder."""
    heard: tuple[Heard, ...] = ()
    """Which words about reminders a desk has passed on."""

    rules: HouseRules = field(default_factory=HouseRules)
    """The group's rules, for the next game; `in_force` are those that hold now."""
    changes: tuple[RulesChanged, ...] = ()
    """The newest changes of the rules, oldest first."""
    vote: Vote | None = None
    """The question that is put to the lobby."""

    evening: Evening | None = None
    """The running evening."""
    evenings: int = 0
    """The number of the newest evening."""
    counted: Counted | None = None
    """What the newest game adds to it."""
    recap: Recap | None = None
    """The last evening that is over."""

    paying: Paying = field(default_factory=Paying)
    """The group's terms: what a unit costs."""
    debts: tuple[Debt, ...] = ()
    """What is still owed beside the count, the one whose turn it is first."""
    debts_made: int = 0
    """The number of the newest debt."""
    bills: tuple[Bill, ...] = ()
    """What was last told to each payer."""
    box: TaskBox = field(default_factory=TaskBox)
    """The group's own tasks."""
    fairplay: bool = False
    """Whether the table's manners have been told."""

    posts: int = 0
    """How many posts there were; numbers the next one."""
    told_at: int = 0
    """When the last place for an answer to everybody is free again."""
    paced_at: int = 0
    """When the last place for a choice that everybody is told of is free again; at a desk, for an answer."""
    repost: int = 0
    """Raised to have the card sent anew."""
    reposted_at: int = 0
    """When somebody last asked for that."""
    reminded: bool = False
    """Whether the card says that half of the turn's time is over."""
    keyboard_open: bool = False
    """Whether the card has the announcement buttons."""
    doorbell: PlayerId | None = None
    """Whom the card asks to open his private chat."""

    boards: int = 0
    """The number of the newest board, of whatever kind."""
    menu: Menu | None = None
    """The house rules, to be changed."""
    sheet: Sheet | None = None
    """The house rules, to be read."""
    stakes: Sheet | None = None
    """What a unit costs."""
    task_list: Sheet | None = None
    """The group's own tasks."""
    ballot: Ballot | None = None
    """Who gets up."""
    office: Sheet | None = None
    """Who is host from now on."""
    purse: Sheet | None = None
    """At a desk: its user's own settings."""

    muted_since: int | None = None
    """Since when the bot may not write there."""
    swept: bool = False
    """Whether that is because another bot deletes what it writes."""
    probing: bool = False
    """Whether somebody has wished for something since, so that the bot will try again."""
    silence_told: int = 0
    """When the host last heard of that."""
    adrift: bool = False
    """Whether the forum thread was deleted: the table goes on in the chat itself."""
    sought_at: int = 0
    """When it was last asked whether it was."""
    unmet: bool = False
    """Whether the greeting is still to come."""

    @property
    def in_force(self) -> HouseRules:
        """The rules that hold now: those of the open lobby or the running game, else the group's."""
        return self.rules if self.game is None or isinstance(self.game, Over) else self.game.rules

    @property
    def playing(self) -> bool:
        """Whether a lobby is open or a game runs."""
        return self.game is not None and not isinstance(self.game, Over)

    @property
    def running(self) -> bool:
        """Whether a game has begun and is not over."""
        return isinstance(self.game, Playing)

    def titled(self, title: str) -> "Table":
        """Take in the group's newest title, if it tells one."""
        return replace(self, title=title) if title and title != self.title else self

    def member(self, player: PlayerId) -> Member | None:
        """Find a player's name and reach."""
        return next((member for member in self.members if member.player == player), None)

    def knowing(self, person: Person) -> "Table":
        """Take in a person's newest name; members keep the order they were first seen in."""
        known = self.member(person.id)
        if known is None:
            return replace(self, members=(*self.members, Member(person.id, person.name)))
        return self._with_member(replace(known, name=person.name))

    def reaching(self, player: PlayerId, reach: Reach) -> "Table":
        """Note whether a known player can be written to; unknown players change nothing."""
        known = self.member(player)
        return self if known is None else self._with_member(replace(known, reach=reach))

    def _with_member(self, changed: Member) -> "Table":
        members = tuple(changed if member.player == changed.player else member for member in self.members)
        return self if members == self.members else replace(self, members=members)
