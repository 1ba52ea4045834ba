"""A table whose rules make people pay, with a deck of made-up tasks."""

from collections.abc import Iterable
from dataclasses import replace

from tests.table.fakes import ANNA, BERT, CLARA, Evening
from tgbot.decks.deck import Deck
from tgbot.decks.tags import Intensity, Tags
from tgbot.decks.task import Task, Wording
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person
from tgbot.table.intents.taps import Action
from tgbot.table.news.replies import Reply
from tgbot.table.state.debts import Debt, Settling, open_debt
from tgbot.table.state.evening import Form
from tgbot.table.state.terms import Paying

LOW, HIGH = (3, 1), (6, 6)
"""A throw for whoever opens: too little for 53, and more than enough."""


def task(name: str, tags: Tags | None = None, soft: str = "") -> Task:
    """Make up a task."""
    said = {code: Wording(f"{name} ({code})", soft) for code in ("de", "en")}
    return Task(name, "harmlos", said, tags or Tags())


def deck(*tasks: Task, name: str = "harmlos") -> Deck:
    """Put tasks into a deck."""
    return Deck(name, {"de": name}, {"de": ""}, tasks)


SING, DANCE, TOAST = (
    task("sing"),
    task("dance", Tags(intensity=Intensity.BOLD)),
    task("toast", Tags(alcohol=True), "tea"),
)


class Paid(Evening):
    """Anna, Bert and Clara at a table that plays for something."""

    def __init__(
        self,
        payment: Payment,
        dice: Iterable[int],
        *tasks: Task,
        paying: Paying | None = None,
        timing: Timing | None = None,
    ) -> None:
        self.terms = paying or Paying()
        super().__init__(dice, timing, (deck(*tasks, name=self.terms.decks[0]),) if tasks else ())
        self.payment = payment

    @property
    def debt(self) -> Debt:
        """What is owed now."""
        debt = open_debt(self.table.game, self.table.debts)
        assert debt is not None
        return debt

    async def open(self, *people: Person, rules: HouseRules | None = None) -> None:
        """Seat people and start under these terms; the rules default to a game without an end."""
        people = people or (ANNA, BERT, CLARA)
        await self.seat(*people)
        table = self.table
        assert table.game is not None
        chosen = replace(rules or HouseRules(limit=30, top_false_cost=2), payment=self.payment)
        game = replace(table.game, rules=chosen)
        self.store.tables[self.id] = replace(table, rules=chosen, game=game, paying=self.terms)
        await self.tap(people[0], Action.START if len(people) > 2 else Action.START_ANYWAY)

    async def lose(self, who: Person, doubter: Person, value: str = "53") -> None:
        """Let the opener say what is not there, and be caught."""
        await self.tap(who, Action.ANNOUNCE, value)
        await self.tap(doubter, Action.DOUBT)

    async def settle(self, who: Person, settling: Settling, *, step: int | None = None) -> Reply:
        """Press a button under the debt."""
        number = self.debt.number if step is None else step
        return await self.tap(who, Action.DEBT, step=number, detail=settling.value)

    def paid(self, who: Person) -> dict[Form, int]:
        """Look into the evening's books."""
        evening = self.table.evening
        assert evening is not None
        return next((dict(score.paid) for score in evening.scores if score.player == who.id), {})
