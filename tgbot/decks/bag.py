"""The evening's shuffle bag: no task comes twice before all that suit have come once."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tgbot.decks.deck import Deck
from tgbot.decks.filters import Filters
from tgbot.decks.task import Task


@dataclass(frozen=True, slots=True)
class Bag:
    """What has been drawn this evening, the latest last."""

    drawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A task, and the bag without it. `reshuffled`: the bag was empty, so that tasks begin to come again."""

    task: Task
    bag: Bag
    reshuffled: bool


def draw(
    decks: Iterable[Deck],
    bag: Bag,
    filters: Filters,
    chooser: Callable[[int], int],
    *,
    own: Iterable[Task] = (),
    banned: AbstractSet[str] = frozenset(),
) -> Draw | None:
    """Draw a task that suits, or none if no task does. `chooser` picks one of so many, from 0.

    Wishes may change between two draws: only tasks that suit now go back into an empty bag, the others stay drawn.
    """
    tasks = suitable(decks, filters, own=own, banned=banned)
    fresh = tuple(task for task in tasks if task.id not in bag.drawn)
    if fresh:
        return _drawn(fresh, bag.drawn, chooser, reshuffled=False)
    if tasks:
        ids = {task.id for task in tasks}
        rest = tuple(task for task in tasks if task.id != bag.drawn[-1]) or tasks  # not the same task twice running
        return _drawn(rest, tuple(old for old in bag.drawn if old not in ids), chooser, reshuffled=True)
    return None


def suitable(
    decks: Iterable[Deck], filters: Filters, *, own: Iterable[Task] = (), banned: AbstractSet[str] = frozenset()
) -> tuple[Task, ...]:
    """List the tasks a table can get: those of its decks and its own, without the banned ones."""
    tasks = (*(task for deck in decks for task in deck.tasks), *own)
    return tuple(task for task in tasks if task.id not in banned and filters.allow(task))


def _drawn(tasks: tuple[Task, ...], drawn: tuple[str, ...], chooser: Callable[[int], int], *, reshuffled: bool) -> Draw:
    task = tasks[chooser(len(tasks))]
    return Draw(task, Bag((*drawn, task.id)), reshuffled)
