"""What really lies under the cups, told by the commits themselves: whose roll must stay hidden from whom, and since when.

The dice are thrown so that a hidden roll is never equal to anything that may be said at its table meanwhile.
"""

import asyncio
from collections import defaultdict
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import Random

from tgbot.game.events import CupLifted, LapEnded, TopShown
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.raise_rule import sayable
from tgbot.game.rules.ranking import Ranking, ladder, top
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Over, Rolling, Waiting
from tgbot.game.turn import bar, sees_dice
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import Change
from tgbot.table.state.table import Table

LONGEST = 3
"""Announcements in a round: with more of them there would be no roll left that nobody has said."""

_deciding: ContextVar["Round | None"] = ContextVar("_deciding", default=None)


@dataclass
class Round:
    """One table as last committed. `hidden` maps this round's rolls, and `before` the last one's, to who may see them."""

    table: Table | None = None
    key: tuple[int, int] = (0, 0)
    hidden: dict[Roll, set[PlayerId]] = field(default_factory=dict)
    before: dict[Roll, set[PlayerId]] = field(default_factory=dict)
    said: set[Roll] = field(default_factory=set)
    said_before: set[Roll] = field(default_factory=set)
    lifted: set[Roll] = field(default_factory=set)
    moments: dict[tuple[int, int], tuple[Announcing | Answering, Roll]] = field(default_factory=dict)
    bell: asyncio.Event = field(default_factory=asyncio.Event)

    def secret_from(self, player: PlayerId | None) -> set[Roll]:
        """List the rolls that this player (None: the whole group) must not see."""
        rolls = self.hidden.keys() | self.before.keys()
        return {roll for roll in rolls if player not in self.hidden.get(roll, set()) | self.before.get(roll, set())}

    def safe(self, values: tuple[Roll, ...]) -> list[Roll]:
        """Leave out what must not be said, for somebody has really thrown it."""
        return [value for value in values if value not in self.hidden and value not in self.before]

    def note(self, change: Change) -> None:
        """Take over what was committed."""
        self.table = change.table
        for post in change.posts:
            for event in post.items:
                if isinstance(event, CupLifted | LapEnded | TopShown):
                    self.hidden.pop(event.dice, None)
                    self.lifted = {event.dice}
        game = change.table.game
        if isinstance(game, Rolling | Announcing | Answering | Waiting | Over):
            self._turn_to((game.number, game.round.number))
            self.said |= {said.value for said in game.round.chain}
        if isinstance(game, Announcing | Answering):
            seers = self.hidden.setdefault(game.cup.roll, set())
            if sees_dice(game.cup):
                seers.add(game.cup.roller)
            self.moments[game.number, game.step] = (game, game.cup.roll)

    def _turn_to(self, key: tuple[int, int]) -> None:
        if self.key != key:
            self.key, self.before, self.said_before = key, self.hidden, self.said
            self.hidden, self.said = {}, set()

    def throwable(self, ranking: Ranking) -> list[Roll]:
        """List the rolls that were not said, and that leave something to say."""
        game = None if self.table is None else self.table.game
        spoken = self.said | self.said_before | self.lifted | self.hidden.keys() | self.before.keys()
        if isinstance(game, Announcing | Answering) and game.highlights.boldest is not None:
            spoken |= {game.highlights.boldest.value}
        free = [roll for roll in ladder(ranking) if roll not in spoken]
        if not isinstance(game, Announcing | Answering) or bar(game) == top(ranking):
            return free
        values = self.safe(sayable(game.rules.raise_rule, ranking, bar(game)))
        return [roll for roll in free if values != [roll]]


@dataclass
class Truth:
    """All tables, and the cup they are played with."""

    random: Random
    rounds: dict[TableId, Round] = field(default_factory=lambda: defaultdict(Round))
    seats: dict[int, TableId] = field(default_factory=dict)
    thrown: int = 0

    def of_chat(self, chat: int) -> Round:
        """Find the table of a group, or that of a person by his private chat."""
        return self.rounds[self.seats.get(chat, TableId(chat))]

    def decides(self, table: TableId) -> None:
        """Note at which table the running task decides something."""
        _deciding.set(self.rounds[table])

    def throw(self, count: int) -> Dice:
        """Throw what nobody has said at the table whose turn it is."""
        place = _deciding.get()
        assert place is not None
        ranking = Ranking.SCHOCKEN if count == len(top(Ranking.SCHOCKEN).digits) else Ranking.NORMAL
        self.thrown += 1
        return tuple(
            self.random.sample((roll := self.random.choice(place.throwable(ranking))).digits, len(roll.digits))
        )
