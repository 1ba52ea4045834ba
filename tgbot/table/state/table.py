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
    """A group's table (or, with a private id, the bot's desk in a private chat). Times are milliseconds of store time.

    The newest turn came at `moved_at` of what `mover` (None: time, or nobody in particular) did at step `moved_from`.
    `opened_date` is Telegram's date (s) of what opened the newest game, which is not older than that.
    `chat` is the current chat id; `repost` is raised to have the card sent anew; `keyboard_open` shows the
    announcement buttons on the card; `doorbell` is the player whom the card asks to open his private chat;
    `muted_since` is set while the bot may not write there, `swept` if that is because another bot deletes what it writes,
    `probing` once somebody has pressed a button since; `silence_told` is when the host last heard of that;
    `adrift`: the table's forum thread was deleted, it goes on in the chat itself; `unmet`: the greeting is still to come; `end_votes` are who proposed a `/ende` and who confirmed it;
    `posts` counts the posts so far and numbers the next one, as `boards` does for menus and sheets; `changes` are the
    newest changes of the house rules, oldest first. `evening` is the running evening, `evenings` counts them;
    `counted` is what the newest game adds to it, `recap` the last evening that is over. `guests` counts who had himself
    forgotten: his seat is "Gast n" ever after.
    `debts` are what is still owed beside the count, the one whose turn it is first, and `debts_made` numbers them;
    `bills` are what was last told to each payer; `fairplay`: the table's manners have been told.
    `asleep` and `paused` both wait for Weiter geht's: nobody played any more, or somebody asked for a break. `breaks`
    are the pauses of single seats. `fled` left a game of this evening that is over while liable, and have not paid for it.
    `comings` are those of whom the group was told of late that they come or go.
    `ballot` is the open question who gets up, `office` the one who is host from now on.
    `reminders` are who is to be called when the next table opens, `reminders_at` dates the newest word about one; a desk
    keeps in `heard` which words it has passed on.
    """

    id: TableId
    chat: int
    title: str = ""
    language: Language = Language.DE
    version: int = 0
    rules: HouseRules = field(default_factory=HouseRules)
    game: Game | None = None
    games: int = 0
    host: PlayerId | None = None
    members: tuple[Member, ...] = ()
    opened_at: int = 0
    opened_date: int = 0
    ended_at: int = 0
    moved_at: int = 0
    mover: PlayerId | None = None
    moved_from: int = 0
    reposted_at: int = 0
    told_at: int = 0
    repost: int = 0
    posts: int = 0
    reminded: bool = False
    keyboard_open: bool = False
    asleep: bool = False
    doorbell: PlayerId | None = None
    muted_since: int | None = None
    swept: bool = False
    probing: bool = False
    silence_told: int = 0
    adrift: bool = False
    unmet: bool = False
    end_votes: tuple[PlayerId, ...] = ()
    lap: Lap = Lap()
    menu: Menu | None = None
    sheet: Sheet | None = None
    boards: int = 0
    vote: Vote | None = None
    changes: tuple[RulesChanged, ...] = ()
    evening: Evening | None = None
    evenings: int = 0
    paying: Paying = field(default_factory=Paying)
    debts: tuple[Debt, ...] = ()
    debts_made: int = 0
    bills: tuple[Bill, ...] = ()
    box: TaskBox = field(default_factory=TaskBox)
    stakes: Sheet | None = None
    task_list: Sheet | None = None
    purse: Sheet | None = None
    fairplay: bool = False
    counted: Counted | None = None
    recap: Recap | None = None
    guests: int = 0
    paused: bool = False
    breaks: tuple[Break, ...] = ()
    fled: tuple[PlayerId, ...] = ()
    ballot: Ballot | None = None
    office: Sheet | None = None
    reminders: tuple[Reminder, ...] = ()
    reminders_at: int = 0
    heard: tuple[Heard, ...] = ()
    comings: tuple[Coming, ...] = ()

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
