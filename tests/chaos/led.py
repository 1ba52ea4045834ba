"""A leader and a replica with a real Sentinel: the leader dies, also when its replica has not heard everything, or hangs."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.chaos.notes import Harm, Note
from tests.store.fleets import HOST, Member, Watched, eventually, watched

_OPTIONS = ("--appendfsync", "always")  # or a replica that dies may forget what it said it had
_APART = (0.1, 1.0)
"""Seconds for which a replica hears nothing before its leader dies: at most what is lost then."""
_DEAD_AFTER = 1500
"""Milliseconds of silence after which a leader is taken for dead: more than a busy machine may let it wait."""


@dataclass
class Led:
    """The three processes. Nothing goes on until a harm is over and the one follows the other again."""

    folder: Path
    stack: ExitStack
    _fleet: Watched = field(init=False)

    @property
    def url(self) -> str:
        """The address to connect to."""
        return self._fleet.url

    async def start(self) -> None:
        """Start all three, and wait until they know each other."""
        made = watched(self.folder / "fleet", *_OPTIONS, dead_after=_DEAD_AFTER)
        self._fleet = await asyncio.to_thread(self.stack.enter_context, made)

    def harms(self) -> Sequence[Harm]:
        """The leader is killed, alone or after its replica; it hangs until the other one leads."""
        return [self._kill_the_leader, self._kill_both, self._hang]

    async def _kill_the_leader(self, random: Random, note: Note) -> None:
        """Kill -9 a leader whose replica keeps up; some time later it follows the one that leads now."""
        leader, follower = await self._pair()
        note("kill")
        leader.kill()
        await self._led_by(follower)
        await asyncio.sleep(random.uniform(0, 1))
        await self._follow(leader, follower)
        note("continue")

    async def _kill_both(self, random: Random, note: Note) -> None:
        """Kill the replica, a little later the leader; the replica comes back alone, with what it had, and leads."""
        leader, follower = await self._pair()
        note("apart")
        follower.kill()
        await asyncio.sleep(random.uniform(*_APART))
        note("kill")
        leader.kill()
        await asyncio.to_thread(follower.start, *_behind(leader))
        await self._led_by(follower)
        await self._follow(leader, follower)
        note("continue")

    async def _hang(self, random: Random, note: Note) -> None:
        """Let the leader hang until its replica leads; it wakes up, and goes on leading until the Sentinel tells it."""
        leader, follower = await self._pair()
        note("stop")
        leader.freeze()
        await self._led_by(follower)
        await asyncio.sleep(random.uniform(0, 1))
        leader.thaw()
        await eventually(lambda: leader.ask("ROLE")[0] == b"slave", "it leads no more")
        note("demoted")
        await self._whole()
        note("continue")

    async def _pair(self) -> tuple[Member, Member]:
        await self._whole()
        leader = self._fleet.leader()
        return leader, self._other(leader)

    def _other(self, member: Member) -> Member:
        first, second = self._fleet.servers
        return second if member is first else first

    async def _led_by(self, member: Member) -> None:
        await eventually(lambda: self._fleet.leader() is member and member.ask("ROLE")[0] == b"master", "it leads")

    async def _follow(self, member: Member, leader: Member) -> None:
        await asyncio.to_thread(member.start, *_behind(leader))
        await self._whole()

    async def _whole(self) -> None:
        await eventually(lambda: _up(self._other(self._fleet.leader())), "one follows the other")


def _behind(leader: Member) -> tuple[str, str]:
    return "--replicaof", f"{HOST} {leader.port}"


def _up(member: Member) -> bool:
    told = member.ask("INFO", "replication")
    return bool(told["role"] == "slave" and told.get("master_link_status") == "up")
