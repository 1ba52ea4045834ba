"""Which partitions this worker serves. Workers share them evenly, and nobody assigns them."""

import asyncio
import logging
from types import TracebackType
from typing import Self
from zlib import crc32

from redis.asyncio import Redis

from tgbot.store import keys, moments, scripts
from tgbot.store.connection import store_errors
from tgbot.store.deadlines import begin_anew, forget, hand_out
from tgbot.store.endings import end
from tgbot.store.lease_timing import LeaseTiming
from tgbot.store.looks import Looks
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.ports.outbox import Lease, LeaseLost
from tgbot.table.ports.tables import StoreUnavailable

__all__ = ["LeaseTiming", "PartitionLeases"]

_log = logging.getLogger(__name__)

_AT_ONCE = 256
"""How many tables or deadlines of one partition are handed out at once."""


class PartitionLeases:
    """The `Leases` of one worker in Redis. Entered, it takes its share and keeps it; left, it gives everything back."""

    def __init__(self, redis: Redis, worker: str, timing: LeaseTiming | None = None) -> None:
        self._redis = redis
        self._worker = worker
        self._timing = timing or LeaseTiming()
        self._fences: dict[int, int] = {}
        self._valid: dict[int, float] = {}
        self._no_deadline_until: dict[int, float] = {}
        self._no_delivery_until: dict[int, float] = {}
        self._looks = Looks(self._timing.lapse, self._timing.gap)
        self._aside: dict[int, float] = {}
        self._hurried = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._keeper = asyncio.create_task(self._keep(), name="leases")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._keeper is not None
        await end(self._keeper)
        try:
            await self.release()
        except StoreUnavailable:
            _log.warning("leases not given back: they lapse by themselves")

    def held(self) -> tuple[Lease, ...]:
        """List the leases held now. A lease that could not be renewed in time is not among them."""
        now = _now()
        return tuple(Lease(number, fence) for number, fence in self._fences.items() if now < self._valid[number])

    def serves(self, partition: int) -> bool:
        """Whether the partition is served here."""
        return partition in self._fences

    def stir(self, partition: int) -> None:
        """Ask a partition for deliveries again, whatever the last round knew."""
        self._no_delivery_until.pop(partition, None)

    def hurry(self) -> None:
        """Make the next round now: partitions have become free."""
        self._hurried.set()

    async def deliveries(self, lease: Lease) -> tuple[TableId, ...]:
        """List the tables of a partition with something to deliver now, longest waiting first.

        Raises:
            LeaseLost: another worker holds the partition.

        """
        partition = lease.partition
        if _now() < self._no_delivery_until.get(partition, 0):
            return ()
        found = await scripts.READY.run(
            self._redis, [keys.lease(partition), keys.out(partition)], lease.fence, _AT_ONCE
        )
        return tuple(keys.parse_table(table.decode()) for table in self._checked(lease, found))

    async def due(self, lease: Lease) -> tuple[tuple[TableId, Deadline], ...]:
        """List the deadlines of a partition that have come.

        When nobody has served the partition for longer than the gap, all its deadlines begin anew and none has come. After
        a shorter silence those begin anew that came meanwhile, or come within as long again.

        Raises:
            LeaseLost: another worker holds the partition.

        """
        partition, now = lease.partition, _now()
        quiet = now < self._no_deadline_until.get(partition, 0) and self._looks.lately(partition, now)
        if quiet:
            self._looks.looked(partition, now)
            return ()
        silence = self._looks.silence(partition, now)
        flat = self._checked(lease, await hand_out(self._redis, lease, self._timing, silence, _AT_ONCE))
        self._looks.looked(partition, now)
        texts = [text.decode() for text in flat]
        return tuple(moments.parse(name, value) for name, value in zip(texts[::2], texts[1::2], strict=True))

    def deafened(self) -> None:
        """Note that nobody can be heard now: what comes meanwhile begins anew once deadlines are asked for again."""
        self._looks.deafened()

    async def passed(self, lease: Lease, table: TableId, deadline: Deadline) -> None:
        """Forget a deadline that was handed out and dealt with, unless a commit has replaced it.

        Raises:
            LeaseLost: another worker holds the partition.

        """
        self._checked(lease, await forget(self._redis, lease, table, deadline))

    async def begin_anew(self, lease: Lease, table: TableId, deadline: Deadline) -> None:
        """Give a deadline that was handed out its whole time again, unless a commit has replaced it.

        Raises:
            LeaseLost: another worker holds the partition.

        """
        self._checked(lease, await begin_anew(self._redis, lease, table, deadline))

    async def leave(self, lease: Lease) -> None:
        """Give up a partition in which a newer release has written, and leave it to others for a while.

        Meanwhile this worker does not count among those who share, so that the others take it, too.
        """
        self._aside[lease.partition] = _now() + self._timing.aside
        if self._fences.get(lease.partition) == lease.fence:
            await self._give_back([(lease.partition, lease.fence)])

    async def balance(self) -> None:
        """Make one round: show a sign of life, renew, give up what is more than the share, take what is free.

        Raises:
            StoreUnavailable: the store is away; leases lapse if it stays so.

        """
        self._aside = {number: until for number, until in self._aside.items() if until > _now()}
        life = (self._worker, _ms(self._timing.ttl), int(not self._aside))
        share = -(-keys.PARTITIONS // max(int(await scripts.WORKERS.run(self._redis, [keys.WORKERS], *life)), 1))
        await self._renew()
        surplus = list(self._fences.items())[share:]
        if surplus:
            await self._give_back(surplus)
        await self._take(share - len(self._fences))

    async def release(self) -> None:
        """Give everything back, so that others need not wait for it to lapse."""
        with store_errors():
            await self._redis.zrem(keys.WORKERS, self._worker)
        await self._give_back(list(self._fences.items()))

    async def _keep(self) -> None:
        while True:
            self._hurried.clear()
            try:
                await self.balance()
            except Exception as error:  # noqa: BLE001 -- without this round ever again, nothing would be delivered
                why = error if isinstance(error, StoreUnavailable) else type(error).__name__
                _log.warning("leases not renewed: %s", why)
            try:
                async with asyncio.timeout(self._timing.renew):
                    await self._hurried.wait()
            except TimeoutError:
                continue

    async def _renew(self) -> None:
        asked = _now()
        fences = list(self._fences.items())
        gap = _ms(self._timing.gap)
        answers = await scripts.RENEW.run_all(
            self._redis,
            [
                (
                    [keys.lease(number), keys.beat(number), keys.due(number), keys.out(number)],
                    [fence, _ms(self._timing.ttl), gap, int(self._looks.lately(number, asked))],
                )
                for number, fence in fences
            ],
        )
        for (number, _), answer in zip(fences, answers, strict=True):
            if answer == b"LOST":
                self._drop(number)
                continue
            self._valid[number] = asked + self._timing.ttl
            due, delivery = answer
            self._no_deadline_until[number] = asked + self._timing.quiet(due)
            self._no_delivery_until[number] = asked + self._timing.quiet(delivery)

    async def _take(self, wanted: int) -> None:
        """Take free partitions, beginning at a place of this worker's own, so that newcomers do not race for the same."""
        first = crc32(self._worker.encode()) % keys.PARTITIONS
        candidates = [
            number
            for offset in range(keys.PARTITIONS)
            if (number := (first + offset) % keys.PARTITIONS) not in self._fences | self._aside
        ]
        while wanted > 0 and candidates:
            tried, candidates = candidates[:wanted], candidates[wanted:]
            asked = _now()
            fences = await scripts.ACQUIRE.run_all(
                self._redis, [([keys.lease(number), keys.fence(number)], [_ms(self._timing.ttl)]) for number in tried]
            )
            for number, fence in zip(tried, fences, strict=True):
                if fence is not None:
                    self._fences[number] = int(fence)
                    self._valid[number] = asked + self._timing.ttl
                    wanted -= 1

    async def _give_back(self, fences: list[tuple[int, int]]) -> None:
        for number, _ in fences:
            self._drop(number)
        await scripts.RELEASE.run_all(self._redis, [([keys.lease(number)], [fence]) for number, fence in fences])
        with store_errors():
            await self._redis.publish(keys.WAKES, keys.FREED)

    def _drop(self, number: int) -> None:
        for known in (self._fences, self._valid, self._no_deadline_until, self._no_delivery_until):
            known.pop(number, None)
        self._looks.forget(number)

    def _checked(self, lease: Lease, answer: list[bytes] | bytes) -> list[bytes]:
        if isinstance(answer, list):
            return answer
        if answer == b"LOST":
            if self._fences.get(lease.partition) == lease.fence:
                self._drop(lease.partition)
            raise LeaseLost(lease.partition)
        return []


def _now() -> float:
    return asyncio.get_running_loop().time()


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
