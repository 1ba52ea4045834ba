"""A table store whose commits are counted."""

from dataclasses import dataclass

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import Change, Loaded, Outcome, StoreUnavailable, TableStore
from tgbot.web.metrics import Metrics


@dataclass(frozen=True, slots=True)
class CountedStore:
    """Passes everything on to a store and counts what became of its commits."""

    store: TableStore
    metrics: Metrics

    async def home_of(self, chat: int) -> int:
        """Return the home id of a chat."""
        return await self.store.home_of(chat)

    async def adopt(self, old: int, new: int) -> None:
        """Note that chat `new` grew out of chat `old`."""
        await self.store.adopt(old, new)

    async def admit(self, table: TableId) -> bool:
        """Whether a chat may have this table too."""
        return await self.store.admit(table)

    async def topics_of(self, home: int) -> tuple[TableId, ...]:
        """List the tables of a chat's topics."""
        return await self.store.topics_of(home)

    async def load(self, table: TableId) -> Loaded:
        """Read a table."""
        return await self.store.load(table)

    async def commit(self, change: Change) -> Outcome:
        """Write all of a change or nothing, and count it."""
        try:
            outcome = await self.store.commit(change)
        except StoreUnavailable:
            self.metrics.commit("unavailable")
            raise
        self.metrics.commit(outcome.value)
        return outcome

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """List the tables a player sits at."""
        return await self.store.tables_of(player)

    async def card_message(self, table: TableId) -> int | None:
        """Return the message id of the table's card."""
        return await self.store.card_message(table)
