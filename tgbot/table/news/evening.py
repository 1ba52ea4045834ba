"""What the table has to tell of an evening."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.state.evening import Recap, Score


@dataclass(frozen=True, slots=True)
class StandTold:
    """`/stand`: how the evening stands. As in a recap, no score says in which form anything was paid."""

    scores: tuple[Score, ...]
    games: int
    sips: bool


@dataclass(frozen=True, slots=True)
class NoEvening:
    """`/stand` or `/abend`, and nothing has been played yet."""


@dataclass(frozen=True, slots=True)
class EveningGoesOn:
    """Somebody who may not end the evening tried to while a game runs."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class EveningEnded:
    """The evening is over: its recap. `again`: told once more."""

    recap: Recap
    again: bool = False


@dataclass(frozen=True, slots=True)
class RecapPictured:
    """The recap as a picture; its facts are the table's `recap` of this evening. A post of its own."""

    evening: int


EveningNews: TypeAlias = StandTold | NoEvening | EveningGoesOn | EveningEnded | RecapPictured
