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


@dataclass(frozen=True, slots=True)
class HouseMenu:
    """The menu of the house rules."""


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The rule sheet with its pages; in a group or in a private chat."""


Surface: TypeAlias = Card | PrivateCup | HouseMenu | RuleSheet
