"""Deadlines of a partition as its holder asks for them. Each function returns the script's answer: b"LOST" without the lease."""

from typing import cast

from redis.asyncio import Redis

from tgbot.store import keys, moments, scripts
from tgbot.store.lease_timing import LeaseTiming
from tgbot.store.scripts import Script
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.ports.outbox import Lease


async def hand_out(
    redis: Redis, lease: Lease, timing: LeaseTiming, silence: float | None, most: int
) -> list[bytes] | bytes:
    """List at most so many deadlines that have come, as name, value, name, value ...; what came in a silence begins anew.

    `silence` is for how many seconds the holder has not looked; None: never yet, so the store tells.
    """
    partition = lease.partition
    answer = await scripts.DUE.run(
        redis,
        [
            keys.lease(partition),
            keys.beat(partition),
            keys.due(partition),
            keys.deadlines(partition),
            keys.since(partition),
        ],
        lease.fence,
        round(timing.gap * 1000),
        round(timing.pause * 1000),
        most,
        "" if silence is None else round(silence * 1000),
    )
    return cast("list[bytes] | bytes", answer)


async def forget(redis: Redis, lease: Lease, table: TableId, deadline: Deadline) -> bytes:
    """Forget a deadline that was handed out, unless a commit has replaced it."""
    return await _about(scripts.PASSED, redis, lease, table, deadline)


async def begin_anew(redis: Redis, lease: Lease, table: TableId, deadline: Deadline) -> bytes:
    """Give a deadline that was handed out its whole time again, unless a commit has replaced it."""
    return await _about(scripts.ANEW, redis, lease, table, deadline)


async def _about(script: Script, redis: Redis, lease: Lease, table: TableId, deadline: Deadline) -> bytes:
    partition = lease.partition
    answer = await script.run(
        redis,
        [keys.lease(partition), keys.due(partition), keys.deadlines(partition)],
        lease.fence,
        moments.name(table, deadline.kind),
        deadline.at,
        moments.step(deadline),
    )
    return cast("bytes", answer)
