"""Drawing a task out of the evening's shuffle bag."""

from dataclasses import dataclass, replace
from typing import Final

from tgbot.decks import bag
from tgbot.decks.filters import Filters
from tgbot.decks.tags import Intensity, Tags
from tgbot.decks.task import Task, own_task
from tgbot.game.rules.payment import Payment
from tgbot.table.books.books import with_evening
from tgbot.table.decisions.decision import Moment
from tgbot.table.paying.lots import lot
from tgbot.table.state.debts import Debt
from tgbot.table.state.purse import Wish
from tgbot.table.state.table import Table
from tgbot.table.state.terms import sips_are_played

UNKNOWN: Final = Tags(intensity=Intensity.BOLD, alcohol=True)
"""A group's own sentence may ask for anything, so it suits nobody who does without something."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn task and the table whose bag it is missing from.

    `reshuffled`: the bag had to be filled again; `sip`: the words ask for one.
    """

    table: Table
    task: str
    text: str
    reshuffled: bool
    sip: bool


def draw(table: Table, wishes: frozenset[Wish], moment: Moment) -> Drawn | None:
    """Draw a task that suits everybody; None if there is none."""
    sober = Wish.SOBER in wishes
    table = with_evening(table, moment.now)
    assert table.evening is not None
    drawn = bag.draw(
        (deck for deck in moment.decks if deck.id in table.paying.decks),
        bag.Bag(table.evening.drawn),
        Filters(alcohol_free=sober, gentle_only=Wish.HARMLESS in wishes),
        lambda count: lot(moment.cup, count),
        own=(own_task(own.number, own.text, UNKNOWN) for own in table.box.tasks if table.paying.own_tasks),
        banned=frozenset(table.box.banned),
    )
    if drawn is None:
        return None
    sips = table.evening.sips or sips_are_played(Payment.TASKS, table.paying, moment.decks)
    kept = replace(table.evening, drawn=drawn.bag.drawn, sips=sips)
    text = drawn.task.say(table.language.value, soft=sober)
    return Drawn(replace(table, evening=kept), drawn.task.id, text, drawn.reshuffled, _asks_for_a_sip(drawn.task, text))


def asks_for_a_sip(debt: Debt, moment: Moment) -> bool:
    """Whether a deck's task, in the words in which it was drawn, asks for a sip."""
    tasks = (task for deck in moment.decks for task in deck.tasks)
    return any(_asks_for_a_sip(task, debt.text) for task in tasks if task.id == debt.task)


def _asks_for_a_sip(task: Task, text: str) -> bool:
    return task.has_soft_form and any(text == wording.text for wording in task.wordings.values())
