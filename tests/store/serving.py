"""One store as a worker sees it that serves all of it."""

from dataclasses import dataclass, replace

from redis.asyncio import Redis

from tests.store.samples import HOME, table
from tgbot.store.keys import beat, partition_of
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.store.outbox import RedisOutbox
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.ports.outbox import Lease, Pending
from tgbot.table.ports.tables import Change, Outcome

FAST = LeaseTiming(renew=0.1, ttl=1.5, pause=0.15)
"""Times a test can wait for. On a busy machine the imitation needs most of a second for some rounds."""


@dataclass(frozen=True, slots=True)
class Store:
    """Everything of one store, with the lease on the sample table's partition."""

    redis: Redis
    tables: RedisTables
    outbox: RedisOutbox
    leases: PartitionLeases
    lease: Lease

    async def put(self, change: Change | None = None, **parts: object) -> Outcome:
        """Commit the sample table's next version with these parts of a change."""
        if change is None:
            now = (await self.tables.load(HOME)).table
            version = 0 if now is None else now.version
            change = Change(table=table(version + 1), expected=version)
        return await self.tables.commit(replace(change, **parts))  # type: ignore[arg-type]

    async def pending(self) -> Pending:
        """Read what the sample table has to deliver."""
        pending = await self.outbox.pending(HOME)
        assert pending is not None
        return pending

    async def now(self) -> int:
        """Ask the store for its time in ms."""
        return (await self.tables.load(HOME)).now

    async def silence(self, ago: int) -> None:
        """Let the sample table's partition have been served last so many ms ago."""
        await self.redis.set(beat(self.lease.partition), await self.now() - ago)

    async def silent_for(self) -> int:
        """Tell how many ms ago the sample table's partition was served last."""
        last = await self.redis.get(beat(self.lease.partition))
        assert last is not None
        return await self.now() - int(last)


def lease_on(leases: PartitionLeases, of: TableId = HOME) -> Lease:
    """Find the lease a worker has on a table's partition."""
    return next(lease for lease in leases.held() if lease.partition == partition_of(of))
