"""What a command leads to."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.events import Event
from tgbot.game.refusals import Refusal
from tgbot.game.state import Game


@dataclass(frozen=True, slots=True)
class Step:
    """The game after an accepted command, and what has happened, in order."""

    game: Game
    events: tuple[Event, ...]


Outcome: TypeAlias = Step | Refusal
