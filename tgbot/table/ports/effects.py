"""What a commit does to a user's own data, which lives with him and not at the table. Applied at least once."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId
from tgbot.table.identity import Language
from tgbot.table.state.purse import Coin
from tgbot.table.state.reminder import Wish


@dataclass(frozen=True, slots=True)
class Seated:
    """An effect on a user's own data: he sits at a table, or is only known there. Applied at least once."""

    player: PlayerId
    seated: bool = True


@dataclass(frozen=True, slots=True)
class Played:
    """A game he played is over. What it adds to his statistics stands in the table's `counted`, not in the queue."""

    player: PlayerId
    game: int


@dataclass(frozen=True, slots=True)
class Switched:
    """He wants statistics (`on`), or no longer; then they are deleted."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class Forgotten:
    """He wants to be forgotten: at every table, and last at his own desk, whose effect this is."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Charged:
    """An effect on a user's own data: `sips` were due. Every payer's, with or without a limit; applied at least once.

    Whether it was a drink his own settings say; `coin` is the group's. None: sips, whatever a unit means.
    """

    player: PlayerId
    number: int
    sips: int
    coin: Coin | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """An effect on a user's own data: his wish changed, and he is told so. `at` tells it from earlier ones.

    `message` of his private chat promised what holds no more; 0: none, or it is not known.
    """

    player: PlayerId
    wish: Wish
    at: int
    language: Language = Language.DE
    message: int = 0


@dataclass(frozen=True, slots=True)
class Called:
    """An effect on a user's own data: the table he asked for is open, with this game. He is told once its card is there.

    `asked`: when he did; 0: unknown.
    """

    player: PlayerId
    game: int
    at: int
    asked: int = 0


Effect: TypeAlias = Seated | Played | Switched | Forgotten | Charged | Remembered | Called
