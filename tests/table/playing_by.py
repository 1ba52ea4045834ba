"""A table whose house rules a test chooses, and what its answers are about."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, repeat

from tests.table.fakes import Evening
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId, Seat, find
from tgbot.game.state import Over, Playing
from tgbot.table.clock.clockwork import holder_of
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person
from tgbot.table.intents.taps import Action
from tgbot.table.news.replies import Reply, Told


class Table(Evening):
    """Plays by `rules`; every throw is 65 once the given dice are used up."""

    def __init__(self, rules: HouseRules | None = None, dice: Iterable[int] = (), timing: Timing | None = None) -> None:
        super().__init__(chain(dice, *repeat((6, 5), 400)), timing)
        self.rules = rules or HouseRules()

    async def open(self, *people: Person) -> None:
        """Seat people and start under these rules; the first of them opens."""
        await self.seat(*people)
        table = self.table
        assert table.game is not None
        self.store.tables[self.id] = replace(table, rules=self.rules, game=replace(table.game, rules=self.rules))
        await self.tap(people[0], Action.START if len(people) > 2 else Action.START_ANYWAY)

    def forget_updates(self, since: int) -> None:
        """Number updates from here on, so that two tables of one bot never share one."""
        self._updates = since

    async def say_and_lift(self, opener: Person, doubter: Person, value: str = "66") -> None:
        """Play one round: somebody says what is not there and is caught at once."""
        await self.tap(opener, Action.ANNOUNCE, value)
        await self.tap(doubter, Action.DOUBT)

    @property
    def holder(self) -> PlayerId:
        """Who has the cup; 0: nobody."""
        return holder_of(self.table.game) or PlayerId(0)

    def seat_of(self, who: Person) -> Seat:
        """Find a seat, whoever left included."""
        assert isinstance(self.table.game, Playing | Over)
        seat = find(self.table.game.seats, who.id)
        assert seat is not None
        return seat

    def posts_with(self, kind: type) -> list[tuple[object, ...]]:
        """List the posts that tell something of this kind."""
        return [post.items for _, post in self.store.posts if any(isinstance(item, kind) for item in post.items)]


def about(reply: Reply) -> object:
    """Return what a toast is about."""
    assert isinstance(reply, Told), reply
    return reply.what
