"""A worker whose event loop is blocked, by a slow disk or a machine that swaps, while something is due."""

import asyncio
import contextlib
import time

import pytest
from redis.asyncio import Redis

from tests.store.samples import HOME, deadline, table
from tests.store.serving import lease_on
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.store.tables import RedisTables
from tgbot.table.intents.deadline import Deadline, Due
from tgbot.table.ports.outbox import LeaseLost
from tgbot.table.ports.tables import Change

TIMING = LeaseTiming(renew=0.05, ttl=1.0, pause=0.05)


@pytest.mark.redis
@pytest.mark.parametrize("blocked", [0.4, 1.5], ids=["shorter than the lease", "longer than the lease"])
async def test_what_comes_due_while_the_loop_is_blocked_comes_late(real: Redis, blocked: float) -> None:
    """F100: it comes all the same, perhaps with its whole time again; a lease that has lapsed is taken up first."""
    tables = RedisTables(real)
    async with PartitionLeases(real, "worker-a", TIMING) as leases:
        await leases.balance()
        await leases.due(lease_on(leases))
        come = deadline((await tables.load(HOME)).now + 200)
        await tables.commit(Change(table=table(1), expected=0, deadlines=(come,)))

        time.sleep(blocked)  # noqa: ASYNC251 -- the input

        assert (await tables.load(HOME)).now > come.at
        found = await until_it_comes(leases)
        assert [(found.kind, found.game, found.step)] == [(come.kind, come.game, come.step)]
        assert found.at >= come.at


async def until_it_comes(leases: PartitionLeases) -> Deadline:
    """Ask as a worker does, round by round: whoever hung may have to take up the lease first, and to give the time anew."""
    while True:
        await leases.balance()
        with contextlib.suppress(LeaseLost):
            for lease in leases.held():  # none yet, on a machine that is slow anew
                for _, found in await leases.due(lease):
                    if found.kind is Due.TURN:
                        return found
        await asyncio.sleep(0.02)
