"""Surfaces: messages that show the current state and may be rewritten. A commit only marks them dirty."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId


@dataclass(frozen=True, slots=True)
class Card:
    """The lobby or the table card in the group."""


@dataclass(frozen=True, slots=True)
class PrivateCup:
    """A player's cup in his private chat."""

    player: PlayerId


Surface: TypeAlias = Card | PrivateCup
