"""What a renderer sees of a table: names, settings and a view, never the game itself with its hidden dice."""

from dataclasses import dataclass, field

from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId
from tgbot.game.view import Phase, View, view
from tgbot.table.identity import Language, Member, Reach, TableId
from tgbot.table.state.ballot import Ballot
from tgbot.table.state.boards import Menu, Sheet
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.debts import Bill, Debt, open_debt
from tgbot.table.state.own import Stored
from tgbot.table.state.purse import Purse
from tgbot.table.state.table import Table, Vote
from tgbot.table.state.task_box import TaskBox
from tgbot.table.state.terms import Paying

ZONE = "Europe/Berlin"
"""Where people live unless somebody says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One table seen by `view.viewer` (None: by the whole group). Names are raw user text.

    `bot` is the bot's username without @, for links; `zone` the time zone its people live in. `rules` are the group's
    house rules for the next game; a running game's own are in the view. `own` is all that is stored about the user of a
    private chat, where he is told it.
    """

    bot: str
    table: TableId
    chat: int
    title: str
    language: Language
    rules: HouseRules
    host: PlayerId | None
    members: tuple[Member, ...]
    view: View | None
    asleep: bool
    reminded: bool
    keyboard_open: bool
    doorbell: PlayerId | None
    menu: Menu | None = None
    sheet: Sheet | None = None
    vote: Vote | None = None
    changes: tuple[RulesChanged, ...] = ()
    zone: str = ZONE
    paying: Paying = field(default_factory=Paying)
    debt: Debt | None = None
    bill: Bill | None = None
    box: TaskBox = field(default_factory=TaskBox)
    stakes: Sheet | None = None
    task_list: Sheet | None = None
    purse_menu: Sheet | None = None
    purse: Purse = field(default_factory=Purse)
    now: int = 0
    rounds_lost: tuple[tuple[PlayerId, int], ...] = ()
    own: Stored | None = None
    paused: bool = False
    ballot: Ballot | None = None
    office: Sheet | None = None

    @property
    def in_force(self) -> HouseRules:
        """The rules that hold now, as `Table.in_force` tells them."""
        return self.rules if self.view is None or self.view.phase is Phase.OVER else self.view.rules

    def name(self, player: PlayerId) -> str:
        """Return a player's newest raw name; empty when unknown."""
        return next((member.name for member in self.members if member.player == player), "")

    def reach(self, player: PlayerId) -> Reach:
        """Whether the bot can write to a player privately."""
        return next((member.reach for member in self.members if member.player == player), Reach.UNKNOWN)


def scene(
    table: Table, viewer: PlayerId | None, bot: str, zone: str = ZONE, *, purse: Purse | None = None, now: int = 0
) -> Scene:
    """Look at a table through a viewer's eyes. `purse` is his own, for his private chat alone; `now` is store time."""
    return Scene(
        bot=bot,
        table=table.id,
        chat=table.chat,
        title=table.title,
        language=table.language,
        rules=table.rules,
        host=table.host,
        members=table.members,
        view=None if table.game is None else view(table.game, viewer),
        asleep=table.asleep,
        reminded=table.reminded,
        keyboard_open=table.keyboard_open,
        doorbell=table.doorbell,
        menu=table.menu,
        sheet=table.sheet,
        vote=table.vote,
        changes=table.changes,
        zone=zone,
        paying=table.paying,
        debt=open_debt(table.game, table.debts),
        bill=next((bill for bill in table.bills if bill.player == viewer), None),
        box=table.box,
        stakes=table.stakes,
        task_list=table.task_list,
        purse_menu=table.purse,
        purse=purse or Purse(),
        now=now,
        rounds_lost=_rounds_lost(table),
        paused=table.paused,
        ballot=table.ballot,
        office=table.office,
    )


def _rounds_lost(table: Table) -> tuple[tuple[PlayerId, int], ...]:
    """Tell who has lost how many rounds tonight: an evening just over is told once more with its last game."""
    told = table.evening or table.recap
    return () if told is None else tuple((score.player, score.rounds_lost) for score in told.scores)
