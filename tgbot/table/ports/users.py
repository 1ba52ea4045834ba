"""The port to what is stored about users."""

from typing import Protocol

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId
from tgbot.table.state.own import Statistics, Stored


class Users(Protocol):
    """What is stored about users, by user. Nothing of it goes anywhere but to the user himself."""

    async def statistics(self, player: PlayerId) -> Statistics | None:
        """Read his statistics; None while they are switched off."""
        ...

    async def stored(self, player: PlayerId) -> Stored:
        """Collect all that is stored about him."""
        ...

    async def wants_reminder(self, player: PlayerId, table: TableId) -> bool:
        """Whether he still wants to be called to this table."""
        ...

    async def known_at(self, player: PlayerId) -> tuple[TableId, ...]:
        """List every table that may still hold his id or his name."""
        ...

    async def scrub(self, table: TableId, player: PlayerId) -> None:
        """Take him out of what waits for delivery at a table that has forgotten him; idempotent."""
        ...

    async def erase(self, player: PlayerId) -> None:
        """Delete everything that is his alone, his desk included; idempotent."""
        ...
