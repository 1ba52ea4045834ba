"""The delivery side of the store. Every write checks in its own script that the lease still holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from redis.asyncio import Redis

from tgbot.store import fields, keys, moments, scripts
from tgbot.store.codec import EFFECTS, INQUIRIES, SHOWN
from tgbot.store.connection import store_errors
from tgbot.store.pending import read_pending
from tgbot.store.replicas import Replicas
from tgbot.store.scripts import Arg, Script
from tgbot.store.users import apply_effect
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.news.surfaces import Card, Surface
from tgbot.table.ports.effects import Effect
from tgbot.table.ports.outbox import Lease, LeaseLost, NotQueued, Pending, Shown


@dataclass(frozen=True, slots=True)
class RedisOutbox:
    """The `Outbox` in Redis. All writing calls raise `LeaseLost` and `StoreUnavailable`."""

    redis: Redis
    replicas: Replicas = field(default_factory=Replicas)

    async def pending(self, table: TableId) -> Pending | None:
        """Read what a table has to deliver; None if the table is gone.

        Raises:
            NewerFormat: a newer release wrote some of it.

        """
        return await read_pending(self.redis, table)

    async def attempt(self, lease: Lease, table: TableId, post: str) -> None:
        """Mark a post as being sent, before the call: a failover that forgot the mark would have it sent twice.

        Raises:
            NotQueued: somebody has settled it.

        """
        edits = (("need", fields.POST + post, ""), ("set", fields.TRIED + post, str(lease.fence)))
        call = [keys.lease(lease.partition), keys.outbox(table)]
        parts = (part for edit in edits for part in edit)
        _check(lease, await self.replicas.run(scripts.EDIT, self.redis, call, lease.fence, *parts))

    async def retract(self, lease: Lease, table: TableId, post: str) -> None:
        """Take this lease's mark back, even where it has lapsed: the post certainly was not sent."""
        await scripts.RETRACT.run(self.redis, [keys.outbox(table)], fields.TRIED + post, lease.fence)

    async def settle(self, lease: Lease, table: TableId, post: str, *, lost: bool = False) -> None:
        """Remove a post from the queue: sent, or `lost` (perhaps sent: never again)."""
        queued = fields.POST + post
        removal = ("move", queued, fields.LOST + post) if lost else ("drop", queued, "")
        await self._edit(lease, table, removal, ("drop", fields.TRIED + post, ""))

    async def show(self, lease: Lease, table: TableId, surface: Surface, shown: Shown | None, mark: int | None) -> None:
        """Note what a surface shows now (None: nothing) and clear its dirty mark if it is still `mark`.

        A different message that was shown before and has a closing line joins `stale`. Showing the card clears `lost`.
        Without the lease the message is to be closed; if it may hide what the holder shows, that is sent anew.
        """
        await self._run(
            scripts.SHOW,
            lease,
            [keys.outbox(table), keys.out(lease.partition)],
            keys.table_text(table),
            fields.surface_text(surface),
            "" if shown is None else fields.message_text(shown),
            int(shown is not None and shown.closing is not None),
            b"" if shown is None else SHOWN.dump(shown),
            "" if mark is None else mark,
            int(shown is not None and isinstance(surface, Card)),
            keys.TABLE_TTL,
        )

    async def close(self, lease: Lease, table: TableId, shown: Shown) -> None:
        """Note that an old card was turned into its closing line (or given up)."""
        await self._edit(lease, table, ("drop", fields.STALE + fields.message_text(shown), ""))

    async def answered(self, lease: Lease, table: TableId, inquiry: Inquiry) -> None:
        """Remove an inquiry, unless another of its name has come while it was asked: that one waits for its own answer."""
        field = fields.inquiry_field(inquiry)
        stored = await self._stored(table, field)
        done = stored is not None and INQUIRIES.load(fields.stamped(stored)[1]) == inquiry
        await self._edit(lease, table, *([("drop", field, stored)] if stored is not None and done else []))

    async def apply(self, lease: Lease, table: TableId, effect: Effect) -> None:
        """Apply an effect to the user's own data, then remove it, unless a newer one has taken its place."""
        await self._edit(lease, table)
        field = fields.effect_field(effect)
        stored = await self._stored(table, field)
        if stored is None:
            return
        stamp, payload = fields.stamped(stored)
        await apply_effect(self.redis, table, EFFECTS.load(payload), stamp)
        await self._edit(lease, table, ("drop", field, stored))

    async def arm(self, lease: Lease, table: TableId, deadlines: tuple[Deadline, ...]) -> None:
        """Move deadlines forward: each only if it still waits for the same game and step, and never later."""
        await self._run(
            scripts.ARM,
            lease,
            [keys.due(lease.partition), keys.deadlines(lease.partition)],
            *(
                part
                for deadline in deadlines
                for part in (moments.name(table, deadline.kind), deadline.at, moments.step(deadline))
            ),
        )

    async def later(self, lease: Lease, table: TableId, at: int, *, since: int | None = None) -> None:
        """Do not look at this table's deliveries before `at` (ms), unless a commit wakes it.

        `since` is the `now` of the `Pending` this rests on; a commit after it has woken the table already.
        """
        await self._run(
            scripts.LATER,
            lease,
            [keys.out(lease.partition)],
            keys.table_text(table),
            at,
            "" if since is None else since,
        )

    async def finish(self, lease: Lease, table: TableId) -> None:
        """Take the table off the delivery set if nothing is left to deliver, or the table is gone."""
        await self._run(
            scripts.FINISH,
            lease,
            [keys.state(table), keys.outbox(table), keys.out(lease.partition)],
            keys.table_text(table),
        )

    async def holds(self, lease: Lease) -> bool:
        """Whether the lease still holds."""
        with store_errors():
            fence = await self.redis.get(keys.lease(lease.partition))
        return fence is not None and int(fence) == lease.fence

    async def _stored(self, table: TableId, field: str) -> bytes | None:
        with store_errors():
            return cast("bytes | None", await self.redis.hget(keys.outbox(table), field))

    async def _edit(self, lease: Lease, table: TableId, *edits: tuple[str, str, str | bytes]) -> None:
        await self._run(scripts.EDIT, lease, [keys.outbox(table)], *(part for edit in edits for part in edit))

    async def _run(self, script: Script, lease: Lease, of_table: Sequence[str], *args: Arg) -> None:
        _check(lease, await script.run(self.redis, [keys.lease(lease.partition), *of_table], lease.fence, *args))


def _check(lease: Lease, answer: object) -> None:
    if answer == b"LOST":
        raise LeaseLost(lease.partition)
    if answer == b"MISSING":
        raise NotQueued
