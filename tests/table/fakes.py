"""Stand-ins for a table's ports: a store in memory, a scripted dice cup, and an evening that drives the service."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from tgbot.decks.deck import Deck
from tgbot.game.roll import Dice, Roll
from tgbot.game.seats import PlayerId
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.deadline import Deadline, Due, TimePassed
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, Place, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import Post
from tgbot.table.news.replies import Reply
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.effects import Charged, Effect, Seated
from tgbot.table.ports.tables import Change, Loaded, Outcome
from tgbot.table.service import TableService
from tgbot.table.state.purse import Purse
from tgbot.table.state.table import Table

GROUP = -1001234567890


class ScriptedCup:
    """Throws the dice it was given, one after another."""

    def __init__(self, dice: Iterable[int]) -> None:
        self._dice = list(dice)

    def throw(self, count: int) -> Dice:
        thrown, self._dice = tuple(self._dice[:count]), self._dice[count:]
        assert len(thrown) == count, "the script ran out of dice"
        return thrown

    @property
    def left(self) -> int:
        return len(self._dice)


@dataclass
class MemoryStore:
    """Keeps tables in a dict; `stale` makes the next so many commits come second."""

    now: int = 1_000_000
    since: int = 0
    stale: int = 0
    commits: int = 0
    tables: dict[TableId, Table] = field(default_factory=dict)
    names: dict[TableId, str] = field(default_factory=dict)
    marks: set[tuple[TableId, UpdateMark]] = field(default_factory=set)
    posts: list[tuple[TableId, Post]] = field(default_factory=list)
    dirty: list[Surface] = field(default_factory=list)
    deadlines: dict[TableId, tuple[Deadline, ...]] = field(default_factory=dict)
    nights: dict[TableId, tuple[Deadline, ...]] = field(default_factory=dict)
    inquiries: list[Inquiry] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    homes: dict[int, int] = field(default_factory=dict)
    seats: dict[PlayerId, list[TableId]] = field(default_factory=dict)
    card: int | None = None

    async def home_of(self, chat: int) -> int:
        return self.homes.get(chat, chat)

    async def adopt(self, old: int, new: int) -> None:
        self.homes[new] = self.homes.get(old, old)

    async def admit(self, table: TableId) -> bool:
        return True

    async def topics_of(self, home: int) -> tuple[TableId, ...]:
        return tuple(table for table in self.tables if table.home == home and table.thread)

    async def load(self, table: TableId) -> Loaded:
        return Loaded(self.tables.get(table), self.now, self.names.get(table, ""), self.since)

    async def card_message(self, table: TableId) -> int | None:
        return self.card

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        return tuple(self.seats.get(player, ()))

    async def commit(self, change: Change) -> Outcome:
        table = change.table.id
        marked = None if change.mark is None else (change.mark.at or table, change.mark)
        if marked in self.marks:
            return Outcome.DUPLICATE
        if self.stale or not self._rests_on_what_is_stored(change):
            self.stale = max(0, self.stale - 1)
            return Outcome.STALE
        if marked is not None:
            self.marks.add(marked)
        self.tables[table] = change.table
        self.commits += 1
        self.names[table] = str(self.commits)
        self.posts += [(table, post) for post in change.posts]
        self.dirty += change.dirty
        self.inquiries += change.inquiries
        if change.deadlines is not None:
            self.deadlines[table] = change.deadlines
        if change.nights is not None:
            self.nights[table] = change.nights
        self.effects += change.effects
        for effect in change.effects:
            if not isinstance(effect, Seated):
                continue
            seats = self.seats.setdefault(effect.player, [])
            if effect.seated and table not in seats:
                seats.append(table)
            if not effect.seated and table in seats:
                seats.remove(table)
        return Outcome.DONE

    def _rests_on_what_is_stored(self, change: Change) -> bool:
        stored, name = self.tables.get(change.table.id), self.names.get(change.table.id, "")
        return (stored.version if stored else 0) == change.expected and change.upon in {"", name}


@dataclass
class MemoryPurses:
    """Keeps purses in a dict, and counts limits down as soon as a charge is committed."""

    store: MemoryStore
    purses: dict[PlayerId, Purse] = field(default_factory=dict)
    applied: int = 0

    async def purse(self, player: PlayerId) -> Purse:
        fresh, self.applied = self.store.effects[self.applied :], len(self.store.effects)
        for effect in fresh:
            purse = self.purses.get(effect.player, Purse())
            if isinstance(effect, Charged) and purse.left is not None and _drinks(effect, purse):
                self.purses[effect.player] = replace(purse, left=max(0, purse.left - effect.sips))
        return self.purses.get(player, Purse())

    async def put(self, player: PlayerId, purse: Purse, settings: frozenset[str]) -> None:
        changed: dict[str, Any] = {name: getattr(purse, name) for name in settings}
        if "left" in settings:
            changed["since"] = self.store.now
        self.purses[player] = replace(self.purses.get(player, Purse()), **changed)


def _drinks(charge: Charged, purse: Purse) -> bool:
    return charge.coin is None or purse.drinks(charge.coin)


async def no_pause(_: int) -> None:
    """Try again at once."""


def person(number: int, name: str = "") -> Person:
    return Person(PlayerId(7_000_000_000 + number), name or f"Gast{number}", "de")


ANNA, BERT, CLARA, DIETER = (person(n, name) for n, name in enumerate(["Anna", "Bert", "Clara", "Dieter"], start=1))


class Evening:
    """One group's table, played through intents as the bot would make them."""

    def __init__(self, dice: Iterable[int] = (), timing: Timing | None = None, decks: tuple[Deck, ...] = ()) -> None:
        self.store = MemoryStore()
        self.cup = ScriptedCup(dice)
        self.purses = MemoryPurses(self.store)
        self.service = TableService(self.store, self.cup, no_pause, timing or Timing(), purses=self.purses, decks=decks)
        self.id = TableId(GROUP)
        self.place = Place(GROUP, title="Stammtisch")
        self._updates = 0

    @property
    def table(self) -> Table:
        return self.store.tables[self.id]

    @property
    def told(self) -> list[object]:
        return [item for table, post in self.store.posts if table == self.id for item in post.items]

    def mark(self, *, tap: bool = False) -> UpdateMark:
        self._updates += 1
        return UpdateMark(self._updates, tap)

    async def say(self, word: Word, who: Person | None, rest: str = "") -> Reply:
        return await self.service.handle(Commanded(self.mark(), self.place, word, who, rest))

    def tapped(
        self,
        who: Person,
        action: Action,
        value: str | None = None,
        *,
        step: int | None = None,
        detail: str = "",
        chat: int | None = None,
    ) -> Tapped:
        game = self.table.game
        now = 0 if game is None or not hasattr(game, "step") else game.step
        tap = Tap(
            self.id,
            self.table.games,
            now if step is None else step,
            action,
            None if value is None else Roll.parse(value),
            detail,
        )
        return Tapped(
            self.mark(tap=True), f"q{self._updates}", who, tap, chat=self.place.chat if chat is None else chat
        )

    async def tap(
        self, who: Person, action: Action, value: str | None = None, *, step: int | None = None, detail: str = ""
    ) -> Reply:
        return await self.service.handle(self.tapped(who, action, value, step=step, detail=detail))

    async def menu(self, who: Person, action: Action, detail: str = "") -> Reply:
        menu = self.table.menu
        return await self.tap(who, action, step=0 if menu is None else menu.number, detail=detail)

    async def seat(self, *people: Person) -> None:
        await self.say(Word.NEW, people[0])
        for guest in people[1:]:
            await self.tap(guest, Action.JOIN)

    async def begin(self, *people: Person) -> None:
        await self.seat(*people)
        await self.tap(people[0], Action.START if len(people) > 2 else Action.START_ANYWAY)

    async def pass_time(self, kind: Due) -> None:
        waiting = (*self.store.deadlines.get(self.id, ()), *self.store.nights.get(self.id, ()))
        deadline = next(due for due in waiting if due.kind is kind)
        self.store.now = deadline.at
        await self.service.handle(TimePassed(self.id, deadline))
