"""Where people's own settings are kept."""

from dataclasses import dataclass
from typing import Protocol

from tgbot.game.seats import PlayerId
from tgbot.table.state.purse import Purse


class PurseStore(Protocol):
    """Where purses are kept. Raises `StoreUnavailable`."""

    async def purse(self, player: PlayerId) -> Purse:
        """Read a purse; an empty one for whoever has chosen nothing."""
        ...

    async def put(self, player: PlayerId, purse: Purse, settings: frozenset[str]) -> None:
        """Write these fields of a purse and leave the others alone. A limit holds from this moment on."""
        ...


@dataclass(frozen=True, slots=True)
class NoPurses:
    """Nobody has chosen anything."""

    async def purse(self, player: PlayerId) -> Purse:  # noqa: ARG002 -- the same for everybody
        """Return an empty purse."""
        return Purse()

    async def put(self, player: PlayerId, purse: Purse, settings: frozenset[str]) -> None:
        """Forget it."""
