"""The worker: many tables at once, never two couriers at one, and no fault of one is everybody's."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial

import pytest
from structlog.testing import capture_logs

from tests.bot.fakes import LEASE, OneReplyService
from tgbot.bot import rounds as rounds_module
from tgbot.bot.crew import Crew
from tgbot.bot.rounds import Rounds
from tgbot.bot.tasks import Tasks
from tgbot.bot.worker import AT_ONCE, Worker
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline, Due, TimePassed
from tgbot.table.intents.intent import Intent
from tgbot.table.news.replies import Nothing, Reply
from tgbot.table.ports.outbox import Lease, LeaseLost
from tgbot.table.ports.tables import NewerFormat, StoreUnavailable

ONE, TWO = TableId(-1), TableId(-2)
DEADLINE = Deadline(Due.TURN, 5, 1, 2)


@dataclass
class NotedCourier:
    """Takes a while over a table, and notes how many are there at once."""

    visits: list[TableId] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    there: dict[TableId, int] = field(default_factory=dict)
    waits: dict[TableId, float | None] = field(default_factory=dict)
    errors: dict[TableId, list[BaseException]] = field(default_factory=dict)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    owed: set[TableId] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.gate.set()

    async def deliver(self, lease: Lease, table: TableId, halt: asyncio.Event) -> float | None:  # noqa: ARG002 -- the courier's signature
        """Visit a table."""
        self.visits.append(table)
        self.there[table] = self.there.get(table, 0) + 1
        assert self.there[table] == 1, "two couriers at one table"
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0)
            await self.gate.wait()
            if self.errors.get(table):
                raise self.errors[table].pop(0)
            return self.waits.pop(table, None)
        finally:
            self.at_once -= 1
            self.there[table] -= 1

    async def card_waits(self, table: TableId, *, visited: bool) -> bool:  # noqa: ARG002 -- as above
        """Whether its card has not come."""
        return table in self.owed

    async def finish(self, grace: float) -> None:
        """Nothing is left under way."""


@dataclass
class ListedLeases:
    """One lease and what it has to do."""

    leases: tuple[Lease, ...] = (LEASE,)
    tables: tuple[TableId, ...] = ()
    deadlines: list[tuple[TableId, Deadline]] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)
    forgotten: list[Deadline] = field(default_factory=list)
    anew: list[Deadline] = field(default_factory=list)
    deaf: int = 0
    looks: int = 0
    left: list[Lease] = field(default_factory=list)
    unreadable: set[int] = field(default_factory=set)

    def deafened(self) -> None:
        """Note it."""
        self.deaf += 1

    async def leave(self, lease: Lease) -> None:
        """Give a partition up."""
        self.left.append(lease)
        if lease.partition in self.unreadable:
            self.leases = tuple(held for held in self.leases if held != lease)

    def held(self) -> tuple[Lease, ...]:
        """List the leases."""
        return self.leases

    async def deliveries(self, lease: Lease) -> tuple[TableId, ...]:  # noqa: ARG002 -- there is one
        """List the tables."""
        self.looks += 1
        if self.errors:
            raise self.errors.pop(0)
        return self.tables

    async def due(self, lease: Lease) -> tuple[tuple[TableId, Deadline], ...]:
        """List the deadlines."""
        if lease.partition in self.unreadable:
            raise NewerFormat
        return tuple(self.deadlines)

    async def passed(self, lease: Lease, table: TableId, deadline: Deadline) -> None:  # noqa: ARG002 -- as above
        """Forget one."""
        self.deadlines.remove((table, deadline))
        self.forgotten.append(deadline)

    async def begin_anew(self, lease: Lease, table: TableId, deadline: Deadline) -> None:  # noqa: ARG002 -- as above
        """Put one off."""
        self.deadlines.remove((table, deadline))
        self.anew.append(deadline)


@dataclass
class Ear:
    """Whether this worker is reached, and how often it was asked."""

    known: bool = False
    reached: bool = True
    asked: int = 0

    async def lost(self) -> bool:
        """Tell what is known."""
        return self.known

    async def proven(self) -> bool:
        """Tell what Telegram says."""
        self.asked += 1
        return self.reached


@dataclass
class GatedService(OneReplyService):
    """Says nothing until its gate is open."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle(self, intent: Intent) -> Reply:
        """Wait, and answer."""
        await self.gate.wait()
        return await super().handle(intent)


class QueuedWakes:
    """Wakes a test puts in."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[int, TableId]] = asyncio.Queue()

    def wake(self, table: TableId, partition: int = LEASE.partition) -> None:
        """Note a commit."""
        self._queue.put_nowait((partition, table))

    async def wait(self, seconds: float) -> frozenset[tuple[int, TableId]]:
        """Wait for one."""
        try:
            async with asyncio.timeout(seconds):
                return frozenset({await self._queue.get()})
        except TimeoutError:
            return frozenset()


@dataclass
class Shift:
    """A worker at work, with all it works with."""

    courier: NotedCourier = field(default_factory=NotedCourier)
    leases: ListedLeases = field(default_factory=ListedLeases)
    wakes: QueuedWakes = field(default_factory=QueuedWakes)
    service: OneReplyService = field(default_factory=OneReplyService)
    hearing: Ear = field(default_factory=Ear)
    sweep: float = 30.0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Worker]:
        """Run the worker; stop it and see it end."""
        rounds = Rounds(self.courier)  # type: ignore[arg-type]
        worker = Worker(self.leases, self.wakes, rounds, self.service, self.hearing, sweep=self.sweep, grace=1)
        task = asyncio.create_task(worker.run())
        await asyncio.sleep(0.01)
        yield worker
        worker.stop()
        await asyncio.wait_for(task, 5)


async def until(true: Callable[[], bool], within: float = 3.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(within):
        while not true():  # noqa: ASYNC110 -- what it waits for rings no bell
            await asyncio.sleep(0.005)


@pytest.fixture
def shift() -> Shift:
    """A worker that sweeps only at its start."""
    return Shift()


async def test_a_wake_has_its_table_visited_at_once(shift: Shift) -> None:
    """Long before the next sweep."""
    async with shift.running():
        shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE])


async def test_a_wake_of_somebody_elses_partition_is_none_of_ours(shift: Shift) -> None:
    """Its holder hears it too."""
    async with shift.running():
        shift.wakes.wake(ONE, partition=8)
        shift.wakes.wake(TWO)
        await until(lambda: shift.courier.visits == [TWO])


async def test_a_sweep_finds_what_no_wake_told(shift: Shift) -> None:
    """Publishing is best effort."""
    shift.sweep = 0.02
    async with shift.running():
        shift.leases.tables = (ONE,)
        await until(lambda: ONE in shift.courier.visits)


async def test_what_happens_during_a_visit_is_delivered_right_after_it(shift: Shift) -> None:
    """By the same courier: never two at one table."""
    shift.courier.gate.clear()
    async with shift.running():
        for _ in range(5):
            shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE])
        await asyncio.sleep(0.02)
        shift.courier.gate.set()
        await until(lambda: shift.courier.visits == [ONE, ONE])


async def test_tables_do_not_wait_for_each_other(shift: Shift) -> None:
    """But no more than 64 are visited at once."""
    shift.courier.gate.clear()
    shift.leases.tables = tuple(TableId(-number) for number in range(1, 101))
    async with shift.running():
        await until(lambda: shift.courier.at_once == 64)
        shift.courier.gate.set()
        await until(lambda: len(shift.courier.visits) == 100)

    assert 64 == shift.courier.most_at_once


async def test_a_short_wait_is_kept_without_a_sweep(shift: Shift) -> None:
    """A budget's half second is half a second."""
    shift.courier.waits[ONE] = 0.05
    async with shift.running():
        shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE, ONE])


async def test_a_faulty_table_rests_and_holds_up_nobody(shift: Shift, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logged without its content; visited again after a while, not in a loop."""
    monkeypatch.setattr(rounds_module, "AFTER_FAULT", 0.1)
    shift.courier.errors[ONE] = [KeyError("Anna")]
    with capture_logs() as logs:
        async with shift.running():
            shift.wakes.wake(ONE)
            await until(lambda: shift.courier.visits == [ONE])
            shift.wakes.wake(ONE)
            shift.wakes.wake(TWO)
            await until(lambda: shift.courier.visits == [ONE, TWO])
            await until(lambda: shift.courier.visits == [ONE, TWO, ONE])

    assert ["delivery_failed"] == [entry["event"] for entry in logs]
    assert "Anna" not in str(logs)


@pytest.mark.parametrize("error", [LeaseLost(), StoreUnavailable()])
async def test_an_interrupted_visit_is_made_again(shift: Shift, error: Exception) -> None:
    """Whenever the table comes up the next time."""
    shift.courier.errors[ONE] = [error]
    async with shift.running():
        shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE])
        await asyncio.sleep(0.02)
        shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE, ONE])


async def test_a_deadline_happens_once_and_is_forgotten(shift: Shift) -> None:
    """However often it is listed meanwhile."""
    shift.sweep = 0.01
    shift.leases.deadlines = [(ONE, DEADLINE)]
    async with shift.running():
        await until(lambda: shift.leases.forgotten == [DEADLINE])
        await asyncio.sleep(0.05)

    assert [TimePassed(ONE, DEADLINE)] == shift.service.intents


async def test_while_nobody_is_heard_no_deadline_is_asked_for(shift: Shift) -> None:
    """But what waits is delivered all the same; and the leases are told, so that time begins anew."""
    shift.sweep = 0.01
    shift.hearing.known = True
    shift.leases.deadlines = [(ONE, DEADLINE)]
    shift.leases.tables = (TWO,)
    async with shift.running():
        await until(lambda: shift.leases.deaf > 2)
        await until(lambda: TWO in shift.courier.visits)
        assert not shift.service.intents
        shift.hearing.known = False
        await until(lambda: shift.leases.forgotten == [DEADLINE])


async def test_nobodys_time_is_up_before_it_is_known_that_he_could_be_heard(shift: Shift) -> None:
    """The deadline comes again. What costs nobody anything is not asked about."""
    shift.sweep = 0.01
    shift.hearing.reached = False
    night = replace(DEADLINE, kind=Due.EVENING)
    shift.leases.deadlines = [(ONE, DEADLINE), (TWO, night)]
    async with shift.running():
        await until(lambda: shift.hearing.asked > 2)
        assert [night] == shift.leases.forgotten
        shift.hearing.reached = True
        await until(lambda: DEADLINE in shift.leases.forgotten)

    assert [TimePassed(TWO, night), TimePassed(ONE, DEADLINE)] == shift.service.intents


async def test_a_turn_whose_card_is_held_up_has_its_time_anew(shift: Shift) -> None:
    """Whatever holds it up; other tables' time goes on."""
    shift.courier.owed = {ONE}
    shift.leases.deadlines = [(ONE, DEADLINE), (TWO, DEADLINE)]
    async with shift.running():
        await until(lambda: not shift.leases.deadlines)

    assert [DEADLINE] == shift.leases.anew
    assert [TimePassed(TWO, DEADLINE)] == shift.service.intents


@pytest.mark.parametrize("error", [StoreUnavailable(), NewerFormat()])
async def test_a_deadline_that_could_not_happen_comes_again(shift: Shift, error: Exception) -> None:
    """It stays in the store until it is dealt with."""
    shift.sweep = 0.01
    shift.service.reply = error
    shift.leases.deadlines = [(ONE, DEADLINE)]
    async with shift.running():
        await until(lambda: len(shift.service.intents) > 2)

    assert not shift.leases.forgotten


async def test_a_store_that_is_away_is_waited_for(shift: Shift) -> None:
    """And a lease that is gone is no reason to stop."""
    shift.sweep = 0.01
    shift.leases.errors = [LeaseLost(), StoreUnavailable()]
    async with shift.running():
        shift.leases.tables = (ONE,)
        await until(lambda: ONE in shift.courier.visits)


async def test_stopping_lets_the_call_being_made_finish(shift: Shift) -> None:
    """And starts no other."""
    shift.courier.gate.clear()
    async with shift.running() as worker:
        shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE])
        worker.stop()
        shift.wakes.wake(TWO)
        await asyncio.sleep(0.02)
        assert 1 == shift.courier.at_once
        shift.courier.gate.set()

    assert [ONE] == shift.courier.visits
    assert 0 == shift.courier.at_once


async def test_a_task_is_neither_lost_nor_silent() -> None:
    """F103: the event loop alone holds tasks weakly; and what fails is told."""
    tasks = Tasks()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("Anna")

    with capture_logs() as logs:
        tasks.start(fail())
        assert 1 == len(tasks._running)
        await tasks.finish(1)
        await asyncio.sleep(0)

    assert [("background_task_failed", "KeyError")] == [(entry["event"], entry["error"]) for entry in logs]
    assert not tasks._running


async def test_nothing_is_kept_of_tables_that_are_done(shift: Shift) -> None:
    """F121: ten thousand tables leave no trace in the worker."""
    rounds = Rounds(shift.courier)  # type: ignore[arg-type]
    for number in range(10_000):
        rounds.visit(LEASE, TableId(-number - 1))
    await until(lambda: len(shift.courier.visits) == 10_000, within=60)
    await rounds.finish(10)

    assert (0, 0) == (len(rounds._states), len(rounds._alarms))


async def test_a_fault_in_a_round_does_not_end_the_worker(shift: Shift, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next round is due all the same."""
    monkeypatch.setattr("tgbot.bot.worker._LONGEST_BACKOFF", 0.02)
    shift.sweep = 0.01
    shift.leases.errors = [KeyError("Anna")]
    with capture_logs() as logs:
        async with shift.running():
            shift.leases.tables = (ONE,)
            await until(lambda: ONE in shift.courier.visits)

    assert ["worker_round_failed"] == [entry["event"] for entry in logs]
    assert "Anna" not in str(logs)


async def test_a_worker_whose_rounds_keep_failing_says_so(shift: Shift, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until one succeeds; a single one is an accident."""
    monkeypatch.setattr("tgbot.bot.worker._LONGEST_BACKOFF", 0.02)
    shift.sweep = 0.01
    said: list[bool] = []
    with capture_logs():
        async with shift.running() as worker:
            shift.leases.errors = [KeyError()]
            await until(lambda: not shift.leases.errors)
            said.append(worker.failing)
            shift.leases.errors = [KeyError() for _ in range(1_000)]
            await until(lambda: worker.failing)
            shift.leases.errors.clear()
            await until(lambda: not worker.failing)

    assert said == [False]


async def test_a_newer_releases_table_rests(shift: Shift) -> None:
    """It is left to a worker that can read it."""
    shift.courier.errors[ONE] = [NewerFormat()]
    async with shift.running():
        shift.wakes.wake(ONE)
        await until(lambda: shift.courier.visits == [ONE])
        shift.wakes.wake(ONE)
        await asyncio.sleep(0.05)
        assert [ONE] == shift.courier.visits


@pytest.mark.parametrize("by", ["courier", "deadline"])
async def test_a_newer_releases_partition_is_given_up(shift: Shift, by: str) -> None:
    """A worker that can read it is to have it."""
    shift.sweep = 0.01
    if by == "courier":
        shift.courier.errors[ONE] = [NewerFormat()]
        shift.leases.tables = (ONE,)
    else:
        shift.service.reply = NewerFormat()
        shift.leases.deadlines = [(ONE, DEADLINE)]
    async with shift.running():
        await until(lambda: LEASE in shift.leases.left)


async def test_a_newer_releases_deadline_does_not_break_the_round(shift: Shift) -> None:
    """Its partition alone is given up, with one line in the log; the deliveries of the others are found in the same round."""
    shift.sweep = 0.01
    other = Lease(LEASE.partition + 1, 1)
    shift.leases.leases = (LEASE, other)
    shift.leases.unreadable = {LEASE.partition}
    shift.leases.tables = (TWO,)
    with capture_logs() as logs:
        async with shift.running():
            await until(lambda: shift.leases.left == [LEASE] and TWO in shift.courier.visits)

    assert ["newer_format"] == [entry["event"] for entry in logs]
    assert shift.leases.forgotten == []


async def test_what_does_not_end_in_time_is_cancelled() -> None:
    """A stop has its end."""
    tasks = Tasks()
    tasks.start(asyncio.sleep(60))

    await asyncio.wait_for(tasks.finish(0.02), 1)


async def test_deadlines_that_come_all_at_once_leave_the_store_to_the_presses(
    shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart a thousand turns run out in the same second: a few at a time, and all of them."""
    here, most = 0, 0

    async def handle(_: object) -> Nothing:
        nonlocal here, most
        here += 1
        most = max(most, here)
        await asyncio.sleep(0)
        here -= 1
        return Nothing()

    monkeypatch.setattr(shift.service, "handle", handle)
    shift.leases.deadlines = [(TableId(-number), DEADLINE) for number in range(1, 1_001)]

    async with shift.running():
        await until(lambda: not shift.leases.deadlines)

    assert AT_ONCE == most


TABLES = tuple(TableId(-number) for number in range(1, 3_001))


async def test_deadlines_that_come_together_wait_in_line_and_all_happen(shift: Shift) -> None:
    """After a long night off every table is due: what waits costs no task, and the partition counts as served."""
    shift.leases.deadlines = [(table, DEADLINE) for table in TABLES]
    shift.service = service = GatedService()

    async with shift.running():
        await until(lambda: len(asyncio.all_tasks()) >= AT_ONCE)
        tasks = len(asyncio.all_tasks())
        service.gate.set()
        await until(lambda: not shift.leases.deadlines, within=60)

    assert tasks < AT_ONCE + 10
    assert [intent.table for intent in service.intents if isinstance(intent, TimePassed)] == [*TABLES]


async def test_wakes_that_come_together_wait_in_line_and_all_are_followed(shift: Shift) -> None:
    """No table is forgotten, and none costs a task while it waits for its turn."""
    shift.courier.gate.clear()

    async with shift.running():
        for table in TABLES:
            shift.wakes.wake(table)
        await until(lambda: len(shift.courier.visits) >= rounds_module.AT_ONCE)
        tasks = len(asyncio.all_tasks())
        shift.courier.gate.set()
        await until(lambda: set(shift.courier.visits) == set(TABLES), within=60)

    assert tasks < rounds_module.AT_ONCE + 10


async def test_what_waits_in_line_stays_in_the_store_when_the_worker_stops(shift: Shift) -> None:
    """He ends what he is at; the others come again, here or elsewhere."""
    shift.leases.deadlines = [(table, DEADLINE) for table in TABLES]
    shift.service = service = GatedService()

    async with shift.running() as worker:
        await until(lambda: len(asyncio.all_tasks()) >= AT_ONCE)
        worker.stop()
        await asyncio.sleep(0)
        service.gate.set()

    assert AT_ONCE <= len(service.intents) < len(TABLES)
    assert len(shift.leases.deadlines) == len(TABLES) - len(service.intents)


async def test_a_piece_of_work_that_fails_does_not_hold_up_the_line() -> None:
    """Its place is free again."""
    done: list[int] = []

    async def work(number: int) -> None:
        if number % 2:
            raise ValueError
        done.append(number)

    crew = Crew(2)
    with capture_logs():
        for number in range(10):
            crew.add(partial(work, number))
        await until(lambda: len(done) == 5)

    assert done == [0, 2, 4, 6, 8]
