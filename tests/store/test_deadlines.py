"""Deadlines: kept in the store, in its time, fired once, and begun anew after a gap in our service."""

import asyncio
from dataclasses import replace
from typing import cast

from tests.store.samples import HOME, deadline, table
from tests.store.serving import FAST, Store, lease_on
from tgbot.store import keys, moments
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline, Due
from tgbot.table.ports.tables import Change

GAP = round(LeaseTiming().gap * 1000)


async def due(store: Store, *kinds: Due) -> tuple[Deadline, ...]:
    """List what has come at the sample table, of these kinds or of all."""
    come = (found for _, found in await store.leases.due(store.lease))
    return tuple(deadline for deadline in come if not kinds or deadline.kind in kinds)


async def waiting(store: Store) -> dict[bytes, float]:
    """Read all deadlines of the partition with the moment of their next look."""
    found = await store.redis.zrange(keys.due(store.lease.partition), 0, -1, withscores=True)
    return dict(cast("list[tuple[bytes, float]]", found))


async def armed_before(store: Store, ms: int) -> None:
    """Let all deadlines of the partition have been set so much earlier."""
    partition = store.lease.partition
    stored = cast("dict[bytes, bytes]", await store.redis.hgetall(keys.deadlines(partition)))
    for name, value in stored.items():
        step, at, duration = value.decode().split("|")
        await store.redis.hset(keys.deadlines(partition), name, f"{step}|{int(at) - ms}|{duration}")
        await store.redis.zadd(keys.due(partition), {name: int(at) - ms})


async def test_a_deadline_comes_at_its_moment(store: Store) -> None:
    """A deadline is not due before its moment of store time, and then carries what it waited for."""
    now = await store.now()
    late, soon = deadline(now + 60_000), deadline(now + 500, Due.HALF)
    await store.put(deadlines=(late, soon))

    assert await due(store) == ()
    await asyncio.sleep(0.52)

    assert await store.leases.due(store.lease) == ((HOME, soon),)


async def test_a_deadline_not_dealt_with_comes_again(store: Store) -> None:
    """A deadline handed out rests, and comes again unless it was dealt with: its server may have died."""
    come = deadline(await store.now())
    await store.put(deadlines=(come,))

    assert await due(store) == (come,)
    assert await due(store) == ()
    await asyncio.sleep(FAST.pause + 0.02)
    assert await due(store) == (come,)

    await store.leases.passed(store.lease, HOME, come)
    await asyncio.sleep(FAST.pause + 0.02)
    assert await due(store) == ()
    assert await waiting(store) == {}


async def test_passing_spares_what_took_its_place(store: Store) -> None:
    """A deadline that a commit has replaced meanwhile is not forgotten with the old one."""
    now = await store.now()
    await store.put(deadlines=(deadline(now),))
    (come,) = await due(store)
    await store.put(deadlines=(deadline(now, step=8),))

    await store.leases.passed(store.lease, HOME, come)

    assert await due(store) == (deadline(now, step=8),)


async def test_a_commit_replaces_all_deadlines_or_none(store: Store) -> None:
    """None leaves a table's deadlines alone; a tuple is all there are from then on. Other tables keep theirs."""
    now = await store.now()
    topic = TableId(HOME.home, 4)
    await store.tables.commit(Change(table=table(1, topic), expected=0, deadlines=(deadline(now),)))
    await store.put(deadlines=(deadline(now), deadline(now, Due.HALF)))
    await store.put(deadlines=None)
    assert len(await waiting(store)) == 3

    await store.put(deadlines=(deadline(now, Due.LOBBY),))
    found = await store.leases.due(store.lease)
    assert sorted(found, key=str) == [(HOME, deadline(now, Due.LOBBY)), (topic, deadline(now))]

    await store.put(deadlines=())
    assert len(await waiting(store)) == 1


async def test_arming_moves_only_what_waits_for_this_step(store: Store) -> None:
    """A card delivered late, for an earlier step or another game, moves no deadline."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 600_000),))

    await store.outbox.arm(
        store.lease, HOME, (deadline(now, step=6), Deadline(Due.TURN, now, 2, 7), deadline(now, Due.HALF))
    )
    assert await due(store) == ()

    await store.outbox.arm(store.lease, HOME, (deadline(now),))
    assert await due(store) == (deadline(now),)


async def test_arming_never_gives_more_time(store: Store) -> None:
    """A card shown again cannot push a deadline into the future."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 600_000),))
    for at in (now + 1_000, now + 2_000):
        await store.outbox.arm(store.lease, HOME, (deadline(at),))

    assert list((await waiting(store)).values()) == [now + 1_000]


async def test_nobody_pays_for_a_gap_in_our_service(store: Store) -> None:
    """After a gap all deadlines of the partition begin anew with the time they had, and none has come."""
    now = await store.now()
    gone, near = deadline(now + 300), deadline(now + 5_000, Due.HALF)
    await store.put(deadlines=(gone, near))
    await asyncio.sleep(0.35)
    await store.silence(GAP + 1_000)

    assert await due(store) == ()

    after = await store.now()
    anew = sorted(moment - after for name, moment in (await waiting(store)).items() if not name.endswith(b"|fresh"))
    assert 100 < anew[0] <= 300
    assert 4_800 < anew[1] <= 5_000
    await asyncio.sleep(0.35)
    (come,) = await due(store, Due.TURN)
    assert (come.kind, come.step) == (gone.kind, gone.step)
    assert come.at > gone.at


async def successor(store: Store) -> Store:
    """Let another worker take everything over, which the first gives up."""
    await store.leases.release()
    leases = PartitionLeases(store.redis, "worker-b", LeaseTiming(pause=FAST.pause, renew=0.0))
    await leases.balance()
    return replace(store, leases=leases, lease=lease_on(leases))


def unlooked(store: Store, seconds: float) -> None:
    """Let the worker have looked last so many seconds ago."""
    store.leases._looks._last[store.lease.partition] -= seconds


async def test_what_came_while_a_worker_was_replaced_begins_anew(store: Store) -> None:
    """However short that was; what comes within as long again too: what was pressed meanwhile comes about as late. No other."""
    now = await store.now()
    gone, near, far = deadline(now - 2_000), deadline(now + 5_000, Due.HALF), deadline(now + 60_000, Due.LOBBY)
    await store.put(deadlines=(deadline(now + 300), near, far))
    await _move(store, gone)
    night = Deadline(Due.EVENING, now - 2_000, 4, 0)
    await store.put(nights=(night,))
    await store.silence(8_000)
    store = await successor(store)

    assert await due(store) == (night,)

    after, table = await store.now(), keys.table_text(HOME).encode()
    found = await waiting(store)
    assert after - 500 < found[table + b"|turn"] <= after + 300
    assert found[table + b"|half"] > near.at
    assert found[table + b"|lobby"] == far.at
    assert {name.rpartition(b"|")[2] for name in found} == {b"turn", b"half", b"lobby", b"evening"}
    assert (await store.tables.load(HOME)).since < now


async def _move(store: Store, to: Deadline) -> None:
    """Let a deadline have come, with the time it has."""
    name, partition = moments.name(HOME, to.kind), store.lease.partition
    duration = cast("bytes", await store.redis.hget(keys.deadlines(partition), name)).decode().rpartition("|")[2]
    await store.redis.hset(keys.deadlines(partition), name, f"{moments.step(to)}|{to.at}|{duration}")
    await store.redis.zadd(keys.due(partition), {name: to.at})


async def test_what_came_while_a_worker_hung_begins_anew(store: Store) -> None:
    """Stopped for six seconds it keeps its lease; and its presses wait in its own sockets."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 300),))
    await _move(store, deadline(now - 1_000))
    unlooked(store, 6)

    assert await due(store) == ()
    await asyncio.sleep(0.35)
    assert [come.kind for come in await due(store)] == [Due.TURN]


async def test_a_busy_worker_is_no_gap(store: Store) -> None:
    """Or no deadline would ever come: one long wait after the other is how long it takes."""
    unlooked(store, 6)
    await due(store)
    come = deadline(await store.now())
    await store.put(deadlines=(come,))
    unlooked(store, 6)

    assert await due(store) == (come,)


async def test_a_worker_that_looks_all_the_time_leaves_nothing_out(store: Store) -> None:
    """A deadline that came between two of its looks has come."""
    come = deadline(await store.now())
    await store.put(deadlines=(come,))
    await store.silence(GAP - 3_000)

    assert await due(store) == (come,)


async def test_what_came_while_nobody_was_heard_begins_anew(store: Store) -> None:
    """However short it was: it began before it was noticed. And while it lasts the partition does not count as served."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 300), deadline(now + 10_000, Due.HALF)))
    await store.silence(GAP - 3_000)
    store.leases.deafened()
    await store.leases.balance()
    assert await store.silent_for() >= GAP - 3_000
    await _move(store, deadline(now - 1))

    assert await due(store) == ()
    half = (await waiting(store))[keys.table_text(HOME).encode() + b"|half"]
    assert half > now + 10_000
    await asyncio.sleep(0.35)
    assert [come.kind for come in await due(store)] == [Due.TURN]


async def test_a_deadline_begins_anew_unless_a_commit_has_replaced_it(store: Store) -> None:
    """Instead of passing, where a card could not come: with the whole time it had."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 300),))
    await asyncio.sleep(0.35)
    (come,) = await due(store)

    await store.leases.begin_anew(store.lease, HOME, come)
    at = (await waiting(store))[keys.table_text(HOME).encode() + b"|turn"]
    assert await store.now() < at <= await store.now() + 300

    await store.put(deadlines=(replacement := deadline(now + 60_000, step=8),))
    await store.leases.begin_anew(store.lease, HOME, come)
    assert list((await waiting(store)).values()) == [replacement.at]


async def test_a_gap_is_remembered_and_so_is_that_nobody_serves_now(store: Store) -> None:
    """Nobody idles while nobody is heard: what counts is the time since then."""
    began = (await store.tables.load(HOME)).since
    assert began
    await store.silence(GAP + 1_000)
    unserved = await store.tables.load(HOME)
    assert unserved.since == unserved.now

    await store.leases.due(store.lease)

    assert began < (await store.tables.load(HOME)).since <= await store.now()


async def test_an_armed_deadline_begins_anew_with_its_armed_time(store: Store) -> None:
    """What begins anew after a gap is the time of the turn, not the longer fallback from the commit."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 600_000),))
    await store.outbox.arm(store.lease, HOME, (deadline(now + 2_000),))
    await store.silence(GAP + 1_000)
    await store.leases.due(store.lease)

    moment = (await waiting(store))[keys.table_text(HOME).encode() + b"|turn"]
    assert moment - await store.now() <= 2_000


async def test_a_quiet_partition_counts_as_served(store: Store) -> None:
    """With nothing due, keeping the lease is service, however long nobody asks for deadlines."""
    await store.put(deadlines=(deadline(await store.now() + 60_000),))
    await store.silence(GAP - 3_000)

    await store.leases.balance()

    assert await store.silent_for() < 1_000


async def test_a_partition_with_deadlines_waiting_is_not_served(store: Store) -> None:
    """A worker that keeps its leases but lets deadlines lie has not served them."""
    await store.put(deadlines=(deadline(await store.now()),))
    await store.silence(GAP - 3_000)

    await store.leases.balance()

    assert await store.silent_for() >= GAP - 3_000


async def test_keeping_a_lease_does_not_hide_a_gap(store: Store) -> None:
    """A worker that takes over after a gap finds it out from the deadlines, whatever it renews before."""
    await store.put(deadlines=(deadline(await store.now() + 500),))
    await store.silence(GAP + 60_000)

    await store.leases.balance()
    assert await due(store) == ()

    moment = (await waiting(store))[keys.table_text(HOME).encode() + b"|turn"]
    assert moment > await store.now() + 300


async def test_eleven_oclock_is_not_put_off_by_a_gap(store: Store) -> None:
    """An evening's deadlines stand at their moment: one that came meanwhile comes late, one still ahead comes in time."""
    now = await store.now()
    evening, morning = Deadline(Due.EVENING, now - 5_000, 4, 0), Deadline(Due.MORNING, now + 60_000, 3, 0)
    await store.put(deadlines=(deadline(now + 90_000),), nights=(evening, morning))
    await store.silence(GAP + 1_000)

    assert await due(store) == ()
    assert await due(store, Due.EVENING) == (evening,)
    table = keys.table_text(HOME).encode()
    assert (await waiting(store))[table + b"|morning"] == morning.at


async def test_a_games_deadlines_and_an_evenings_leave_each_other_alone(store: Store) -> None:
    """A commit replaces the ones or the others: who wishes for the morning gives nobody more time for his turn."""
    now = await store.now()
    turn, evening = deadline(now + 60_000), Deadline(Due.EVENING, now + 90_000, 4, 0)
    table = keys.table_text(HOME).encode()
    await store.put(deadlines=(turn,), nights=(evening,))
    await store.put(nights=())
    assert set(await waiting(store)) == {table + b"|turn"}
    await store.put(nights=(evening,))
    await store.put(deadlines=())
    assert set(await waiting(store)) == {table + b"|evening"}


async def test_after_a_gap_running_games_are_shown_anew_and_nobody_elses(store: Store) -> None:
    """A turn or a debt that waits has its card sent afresh, once; a commit makes that needless. A lobby is left alone."""
    now = await store.now()
    other = replace(HOME, thread=9)
    await store.put(deadlines=(deadline(now + 60_000), deadline(now + 30_000, Due.HALF)))
    lobby = (deadline(now + 60_000, Due.LOBBY),)
    await store.tables.commit(Change(table=table(home=other), expected=0, deadlines=lobby))
    await armed_before(store, GAP + 2_000)
    await store.silence(GAP + 1_000)

    assert await store.leases.due(store.lease) == ()
    ((where, fresh),) = await store.leases.due(store.lease)
    assert (where, fresh.kind, fresh.game) == (HOME, Due.FRESH, deadline(now).game)
    await store.leases.passed(store.lease, HOME, fresh)
    assert {name.rpartition(b"|")[2] for name in await waiting(store)} == {b"turn", b"half", b"lobby"}

    await armed_before(store, GAP + 2_000)
    await store.silence(GAP + 1_000)
    assert await due(store) == ()
    await store.put(deadlines=(deadline(now + 60_000),))
    assert await due(store, Due.FRESH) == ()


async def test_who_has_moved_since_the_gap_needs_no_fresh_card(store: Store) -> None:
    """His move has brought one; his time begins anew all the same. In a restored partition a card is owed to everybody."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 60_000),))
    await store.silence(GAP + 1_000)
    await store.leases.due(store.lease)
    assert {name.rpartition(b"|")[2] for name in await waiting(store)} == {b"turn"}

    await store.redis.delete(keys.beat(store.lease.partition))
    await store.leases.due(store.lease)
    assert {name.rpartition(b"|")[2] for name in await waiting(store)} == {b"turn", b"fresh"}
