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


@dataclass(frozen=True, slots=True)
class PrivateBill:
    """What a payer is told in his private chat: what his units come to in his own currency."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class StakesMenu:
    """The menu of what a unit costs the group."""


@dataclass(frozen=True, slots=True)
class TaskList:
    """The group's own tasks."""


@dataclass(frozen=True, slots=True)
class PurseMenu:
    """A player's own settings, in his private chat."""


@dataclass(frozen=True, slots=True)
class KickBoard:
    """The question who gets up, with a button for every seat."""


@dataclass(frozen=True, slots=True)
class HostBoard:
    """The question who gives the sign from now on, as above."""


@dataclass(frozen=True, slots=True)
class RecapButton:
    """The button under a recap, in the message where it was pressed: it shows whether the recap comes again."""

    message: int


Surface: TypeAlias = (
    Card
    | PrivateCup
    | HouseMenu
    | RuleSheet
    | PrivateBill
    | StakesMenu
    | TaskList
    | PurseMenu
    | KickBoard
    | HostBoard
    | RecapButton
)
