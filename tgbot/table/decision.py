"""What a table decides about an intent: the state after it, what is told, and what has to be asked."""

from dataclasses import dataclass, replace

from tgbot.decks.deck import Deck
from tgbot.game.commands import Command, ThrowDice
from tgbot.game.events import Event
from tgbot.game.play import play
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Dice
from tgbot.game.rules.ranking import dice_count
from tgbot.game.state import Game, Rolling
from tgbot.table.books import booked
from tgbot.table.identity import Person
from tgbot.table.intents import Inquiry
from tgbot.table.notices import Notice
from tgbot.table.ports import DiceCup, Effect
from tgbot.table.replies import NOTHING, Reply
from tgbot.table.surfaces import Surface
from tgbot.table.table import Table
from tgbot.table.timing import Timing


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision takes from outside: the store's time in milliseconds, the dice, the table's patience, the task decks."""

    now: int
    cup: DiceCup
    timing: Timing
    decks: tuple[Deck, ...] = ()

    def throw(self, game: Game) -> Dice:
        """Throw as many dice as the game is played with."""
        return self.cup.throw(dice_count(game.rules.ranking))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`actor` is who moved by himself, for the table's sleep; `dirty` adds to the surfaces a change dirties anyway."""

    table: Table
    items: tuple[Event | Notice, ...] = ()
    reply: Reply = NOTHING
    dirty: tuple[Surface, ...] = ()
    inquiries: tuple[Inquiry, ...] = ()
    effects: tuple[Effect, ...] = ()
    actor: Person | None = None

    def telling(self, *items: Event | Notice) -> "Decision":
        """Add to what is told."""
        return replace(self, items=(*self.items, *items))

    def replying(self, reply: Reply) -> "Decision":
        """Answer the presser."""
        return replace(self, reply=reply)


def act(table: Table, command: Command, moment: Moment) -> Decision | Refusal:
    """Play a command, book what it makes anybody pay, and open the next round unless something is owed."""
    assert table.game is not None
    step = play(table.game, command)
    if isinstance(step, Refusal):
        return step
    played = booked(replace(table, game=step.game), step.events, moment.now)
    return open_round(Decision(table=played, items=step.events), moment)


def open_round(decision: Decision, moment: Moment) -> Decision:
    """Throw for every opener who is next, as soon as nobody owes anything: opening needs no button of its own."""
    game, events = decision.table.game, decision.items
    while isinstance(game, Rolling) and not decision.table.debts:
        thrown = play(game, ThrowDice(game.holder, moment.throw(game)))
        assert not isinstance(thrown, Refusal), thrown
        game, events = thrown.game, (*events, *thrown.events)
    return replace(decision, table=replace(decision.table, game=game), items=events)
