"""What the table has to tell of payments, tasks and its manners."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.state.task_box import TaskFault


@dataclass(frozen=True, slots=True)
class BagReshuffled:
    """The shuffle bag was empty: tasks may come a second time from now on."""


@dataclass(frozen=True, slots=True)
class NoTaskFits:
    """No task is left that suits this table, so the payer's unit is paid as the group's neutral penalty."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class WaterRound:
    """So many units were paid that the table drinks water."""


@dataclass(frozen=True, slots=True)
class FairplayTold:
    """`/fairplay`, and once before the first game with sips: the table's manners."""


@dataclass(frozen=True, slots=True)
class TaskAsked:
    """`/aufgabe` without a text: answer this message with one."""

    by: PlayerId | None


@dataclass(frozen=True, slots=True)
class TasksAdded:
    """Own tasks came into the box: their numbers, and which lines of several were none."""

    by: PlayerId | None
    numbers: tuple[int, ...]
    refused: tuple[TaskFault, ...] = ()


@dataclass(frozen=True, slots=True)
class TasksExported:
    """`/aufgaben text`: the box as text to copy, one part of it."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PurseWordsRefused:
    """Those words are no currency: too long, or nothing to read."""


PayingNews: TypeAlias = (
    BagReshuffled | NoTaskFits | WaterRound | FairplayTold | TaskAsked | TasksAdded | TasksExported | PurseWordsRefused
)
