"""What the workers of one bot share: who serves which tables, who hears of a commit, who does what only one may do."""

from typing import Protocol

from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.ports.outbox import Lease


class Leases(Protocol):
    """Which partitions this worker serves, and what is due in them."""

    def held(self) -> tuple[Lease, ...]:
        """List the leases held now."""
        ...

    async def deliveries(self, lease: Lease) -> tuple[TableId, ...]:
        """Tables of a partition with something to deliver now."""
        ...

    async def due(self, lease: Lease) -> tuple[tuple[TableId, Deadline], ...]:
        """Deadlines of a partition that have come. When nobody has served it for a while, all begin anew and none has come.

        After a short while without service those begin anew that came meanwhile or come soon. A deadline comes again after
        some seconds, unless a commit replaced it, or it has been noted as `passed` or begun anew.
        """
        ...

    async def begin_anew(self, lease: Lease, table: TableId, deadline: Deadline) -> None:
        """Give a deadline its whole time again, unless a commit has replaced it."""
        ...

    def deafened(self) -> None:
        """Note that nobody can be heard now: what comes meanwhile begins anew once deadlines are asked for again."""
        ...

    async def leave(self, lease: Lease) -> None:
        """Give a partition up to workers that can read what a newer release has written there."""
        ...

    async def passed(self, lease: Lease, table: TableId, deadline: Deadline) -> None:
        """Forget a deadline that was dealt with, unless a commit has replaced it."""
        ...


class Wakes(Protocol):
    """Commits wake the worker that delivers their partition. Best effort: what is missed, a sweep finds."""

    async def wait(self, seconds: float) -> frozenset[tuple[int, TableId]]:
        """Return the tables committed to since the last call, each with its partition.

        Waits at most `seconds` for the first, then returns none.
        """
        ...


class Roles(Protocol):
    """Parts only one worker plays at a time, such as the poller. A claim lapses unless it is made again in time."""

    async def claim(self, role: str, seconds: float) -> bool:
        """Take a role, or keep it; False while another worker has it."""
        ...

    async def resign(self, role: str) -> None:
        """Give a role back at once; nothing happens if it is somebody else's."""
        ...


class Notes(Protocol):
    """Small facts all workers share, such as what was last registered with Telegram."""

    async def read(self, name: str) -> str | None:
        """Return a note; None if there is none."""
        ...

    async def write(self, name: str, text: str) -> None:
        """Write or replace a note."""
        ...


class Ears(Protocol):
    """What all workers know of whether Telegram's updates reach any of them."""

    async def shut(self, seconds: float) -> None:
        """Note that none does. It is forgotten after so long, unless it is noted again."""
        ...

    async def open(self) -> None:
        """Note that they come."""
        ...

    async def are_shut(self) -> bool:
        """Whether somebody has noted that none comes."""
        ...


class Failures(Protocol):
    """How often an update has failed, counted across workers and redeliveries, forgotten after a day."""

    async def failed(self, update: int) -> int:
        """Count one more failure of an update and return how many there are now."""
        ...
