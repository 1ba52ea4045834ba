"""A cluster whose three leaders have a replica each: nodes of it die, hang and come back, one at a time or all at once."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.chaos.notes import Harm, Note
from tests.store.fleets import Cluster, Member, cluster_of_three, eventually, slots_of

_OPTIONS = (
    *("--appendonly", "yes", "--appendfsync", "always", "--repl-diskless-sync-delay", "0"),
    *("--cluster-replica-validity-factor", "0"),  # or one that comes back would not lead with what it had
)
_APART = (0.1, 1.0)
"""Seconds for which a replica hears nothing before its leader dies: at most what is lost then."""
_BRIEFLY = (0.2, 1.0)  # seconds, fewer than it takes to be held for dead
_LOOK = 0.1


@dataclass(frozen=True)
class Pair:
    """Two servers of which one leads the slots and the other follows it."""

    both: tuple[Member, Member]
    slots: tuple[int, int]

    def leader(self) -> Member | None:
        """Tell which one leads, by what both say themselves; None while that is open."""
        leading = [member for member in self.both if member.ask("ROLE")[0] == b"master"]
        return leading[0] if len(leading) == 1 else None

    def other(self, member: Member) -> Member:
        """Tell the other one."""
        first, second = self.both
        return second if member is first else first

    def whole(self) -> bool:
        """Whether one follows the other, and both know of nobody who is away."""
        leader = self.leader()
        return leader is not None and _follows(self.other(leader)) and all(map(_at_ease, self.both))


@dataclass
class Clustered:
    """The six processes. Each harm ends with all of them there, each replica behind its leader."""

    folder: Path
    stack: ExitStack
    _cluster: Cluster = field(init=False)
    _pairs: tuple[Pair, ...] = field(init=False)

    @property
    def url(self) -> str:
        """The address to connect to."""
        return self._cluster.url

    async def start(self) -> None:
        """Start all six, and wait until they know each other."""
        made = cluster_of_three(self.folder / "fleet", *_OPTIONS, replicas=True)
        self._cluster = await asyncio.to_thread(self.stack.enter_context, made)
        both = zip(self._cluster.nodes, self._cluster.replicas, strict=True)
        self._pairs = tuple(Pair(pair, slots_of(number)) for number, pair in enumerate(both))

    def harms(self) -> Sequence[Harm]:
        """A leader dies, alone or after its replica; is started again at once; hangs, also for long; all of them die."""
        return [self._cut, self._kill_both, self._restart, self._stop, self._hang, self._restart_all]

    async def _cut(self, random: Random, note: Note) -> None:
        """Cut the power of a leader whose replica keeps up; later it comes back with less, and follows the one that leads."""
        pair, leader = await self._one(random)
        note("kill", pair.slots)
        leader.kill()
        await _led_by(pair.other(leader))
        await asyncio.sleep(random.uniform(0, 1))
        _cut_short(leader, random)
        await asyncio.to_thread(leader.start)
        await self._end(note)

    async def _kill_both(self, random: Random, note: Note) -> None:
        """Kill a replica, a little later its leader; the replica comes back alone, with what it had, and leads."""
        pair, leader = await self._one(random)
        follower = pair.other(leader)
        note("apart", pair.slots)
        follower.kill()
        await asyncio.sleep(random.uniform(*_APART))
        note("kill", pair.slots)
        leader.kill()
        await asyncio.to_thread(follower.start)
        await _led_by(follower)
        await asyncio.to_thread(leader.start)
        await self._end(note)

    async def _restart(self, random: Random, note: Note) -> None:
        """Kill -9 a leader and start it again before anybody takes its place."""
        pair, leader = await self._one(random)
        note("restart", pair.slots)
        leader.kill()
        await asyncio.to_thread(leader.start)
        await self._end(note, (pair, leader))

    async def _restart_all(self, random: Random, note: Note) -> None:
        """Kill -9 all six, and start them again."""
        del random
        await self._whole()
        led = [(pair, leader) for pair in self._pairs if (leader := await asyncio.to_thread(pair.leader))]
        members = [member for pair in self._pairs for member in pair.both]
        note("restart")
        for member in members:
            member.kill()
        for member in members:
            member.start(wait=False)
        await self._end(note, *led)

    async def _stop(self, random: Random, note: Note) -> None:
        """Let a leader hang, but not for so long that its replica takes over."""
        pair, leader = await self._one(random)
        note("stop", pair.slots)
        leader.freeze()
        await asyncio.sleep(random.uniform(*_BRIEFLY))
        leader.thaw()
        await self._end(note, (pair, leader))

    async def _hang(self, random: Random, note: Note) -> None:
        """Let a leader hang until its replica leads; it wakes up, and does not know that yet."""
        pair, leader = await self._one(random)
        note("stop", pair.slots)
        leader.freeze()
        await _led_by(pair.other(leader))
        await asyncio.sleep(random.uniform(0, 1))
        leader.thaw()
        await eventually(lambda: leader.ask("ROLE")[0] == b"slave", "it leads no more")
        note("demoted", pair.slots)
        await self._end(note)

    async def _one(self, random: Random) -> tuple[Pair, Member]:
        await self._whole()
        pair = random.choice(self._pairs)
        leader = await asyncio.to_thread(pair.leader)
        assert leader is not None
        return pair, leader

    async def _end(self, note: Note, *led: tuple[Pair, Member]) -> None:
        """Wait until all are there again, and note the end; before it, which of those that led before lead no more."""
        await self._whole()
        for pair, leader in led:
            if await asyncio.to_thread(pair.leader) is not leader:
                note("demoted", pair.slots)
        note("continue")

    async def _whole(self) -> None:
        await eventually(lambda: all(pair.whole() for pair in self._pairs), "the cluster is whole", every=_LOOK)


async def _led_by(member: Member) -> None:
    await eventually(lambda: member.ask("ROLE")[0] == b"master", "the replica leads", every=_LOOK)


def _cut_short(member: Member, random: Random) -> None:
    """Take from a server's newest log what its disk has not seen."""
    logs = (member.folder / "appendonlydir").glob("*.incr.aof")
    newest = max(logs, key=lambda log: int(log.name.split(".")[-3]))
    os.truncate(newest, int(newest.stat().st_size * random.random()))


def _follows(member: Member) -> bool:
    return bool(member.ask("INFO", "replication").get("master_link_status") == "up")


def _at_ease(member: Member) -> bool:
    flags = [str(node["flags"]) for node in member.ask("CLUSTER NODES").values()]
    return member.ask("CLUSTER INFO")["cluster_state"] == "ok" and not any("fail" in one for one in flags)
