"""What a table decides about an intent: the state after it, what is told, and what has to be asked."""

from dataclasses import dataclass, field, replace

from tgbot.decks.deck import Deck
from tgbot.game.commands import Command, ThrowDice
from tgbot.game.events import Event
from tgbot.game.play import play
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Dice
from tgbot.game.rules.ranking import dice_count
from tgbot.game.state import Game, Lobby, Rolling
from tgbot.table.books.books import booked, with_evening
from tgbot.table.books.tally import counted, tallied
from tgbot.table.clock.calendar import Calendar
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.news.notices import Notice
from tgbot.table.news.replies import NOTHING, Reply
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.dice import DiceCup
from tgbot.table.ports.effects import Effect
from tgbot.table.state.table import Table
from tgbot.table.state.terms import sips_are_played


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision takes from outside.

    The store's time in milliseconds, the dice, the table's patience, the calendar, the task decks. `since`: people have
    been heard at this table without a gap since then.
    """

    now: int
    cup: DiceCup
    timing: Timing
    calendar: Calendar = field(default_factory=Calendar)
    decks: tuple[Deck, ...] = ()
    since: int = 0

    def throw(self, game: Game) -> Dice:
        """Throw as many dice as the game is played with."""
        return self.cup.throw(dice_count(game.rules.ranking))

    def idle(self, table: Table) -> bool:
        """Whether nobody has moved this table for long, though everybody could: while nobody was heard, nobody idled."""
        return self.now - max(table.moved_at, self.since) > self.timing.idle


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`actor` is who moved by himself, for the table's sleep; `dirty` adds to the surfaces a change dirties anyway.

    `seen` is the state the change is measured against where that is not the stored one: it may name somebody who is to
    be forgotten.
    """

    table: Table
    items: tuple[Event | Notice, ...] = ()
    reply: Reply = NOTHING
    dirty: tuple[Surface, ...] = ()
    inquiries: tuple[Inquiry, ...] = ()
    effects: tuple[Effect, ...] = ()
    actor: Person | None = None
    seen: Table | None = None

    def telling(self, *items: Event | Notice) -> "Decision":
        """Add to what is told."""
        return replace(self, items=(*self.items, *items))

    def replying(self, reply: Reply) -> "Decision":
        """Answer the presser."""
        return replace(self, reply=reply)


def act(table: Table, command: Command, moment: Moment) -> Decision | Refusal:
    """Play a command, count it, book what it makes anybody pay, and open the next round unless something is owed."""
    assert table.game is not None
    step = play(table.game, command)
    if isinstance(step, Refusal):
        return step
    played = _counting(replace(table, game=step.game), step.events, moment)
    return open_round(Decision(table=booked(played, step.events, moment.now), items=step.events), moment)


def open_round(decision: Decision, moment: Moment) -> Decision:
    """Throw for every opener who is next, as soon as nobody owes anything: opening needs no button of its own."""
    while isinstance(game := decision.table.game, Rolling) and not decision.table.debts:
        thrown = play(game, ThrowDice(game.holder, moment.throw(game), unasked=True))
        assert not isinstance(thrown, Refusal), thrown
        table = _counting(replace(decision.table, game=thrown.game), thrown.events, moment)
        decision = replace(decision, table=table).telling(*thrown.events)
    return decision


def _counting(table: Table, events: tuple[Event, ...], moment: Moment) -> Table:
    """Keep the tally; the first game of a night begins an evening."""
    game = table.game
    if game is None or isinstance(game, Lobby):
        return table
    table = with_evening(table, moment.now)
    assert table.evening is not None
    sips = sips_are_played(game.rules.payment, table.paying, moment.decks)
    evening = tallied(table.evening, table.counted, game, events, moment.now, sips=sips)
    return replace(table, evening=evening, counted=counted(table.counted, game, events))
