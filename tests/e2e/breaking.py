"""Ways in which a store can be away, each with the way back. All on the very server the bot is connected to."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from redis.exceptions import RedisError

from tests.store.fleets import HOST, Member, until

Fault: TypeAlias = Callable[[Member], contextlib.AbstractContextManager[None]]


@contextmanager
def restarted(server: Member) -> Iterator[None]:
    """It is shut down and comes back."""
    with contextlib.suppress(RedisError):
        server.ask("SHUTDOWN")
    server.kill()
    yield
    server.start()


@contextmanager
def killed(server: Member) -> Iterator[None]:
    """It is killed with -9; the last second may be lost, so what the test needs is a second old."""
    until(lambda: server.ask("INFO", "persistence")["aof_pending_bio_fsync"] == 0)
    server.kill()
    yield
    server.start()


@contextmanager
def killed_with_every_write_flushed(server: Member) -> Iterator[None]:
    """It is killed with -9, and had every write on the disk before it answered."""
    server.ask("CONFIG", "SET", "appendfsync", "always")
    server.kill()
    yield
    server.start("--appendfsync", "always")


@contextmanager
def loading(server: Member) -> Iterator[None]:
    """It takes some seconds to read its file, and says so."""
    for number in range(100):
        server.ask("SET", f"ballast:{number}", number)
    server.ask("BGREWRITEAOF")
    until(lambda: server.ask("INFO", "persistence")["aof_rewrite_in_progress"] == 0)
    server.kill()
    server.start("--key-load-delay", "20000", "--loading-process-events-interval-bytes", "1024", wait=False)
    until(server.listens)
    yield
    until(server.answers)


@contextmanager
def full(server: Member) -> Iterator[None]:
    """It is out of memory, with `noeviction`: reads go on, writes are refused."""
    server.ask("CONFIG", "SET", "maxmemory", "1")
    yield
    server.ask("CONFIG", "SET", "maxmemory", "0")


@contextmanager
def read_only(server: Member) -> Iterator[None]:
    """It has become a replica."""
    server.ask("REPLICAOF", HOST, "1")
    yield
    server.ask("REPLICAOF", "NO", "ONE")


@contextmanager
def busy(server: Member) -> Iterator[None]:
    """Somebody's script runs and runs."""

    def run() -> None:
        with contextlib.suppress(RedisError):
            server.ask("EVAL", "while true do end", 0)

    endless = threading.Thread(target=run)
    endless.start()
    until(lambda: _is_busy(server))
    yield
    server.ask("SCRIPT", "KILL")
    endless.join()


def _is_busy(server: Member) -> bool:
    try:
        server.ask("GET", "anything")
    except RedisError as error:
        return str(error).startswith("BUSY ")
    return False


@contextmanager
def cut_and_slow(server: Member) -> Iterator[None]:
    """It answers no write, and all connections break in the middle of what they wait for."""
    server.ask("CLIENT", "PAUSE", 60_000, "WRITE")
    yield
    server.ask("CLIENT", "KILL", "TYPE", "normal")
    server.ask("CLIENT", "UNPAUSE")


@contextmanager
def forgetful(server: Member) -> Iterator[None]:
    """It has forgotten all scripts."""
    server.ask("SCRIPT", "FLUSH")
    yield


@dataclass(frozen=True, slots=True)
class Case:
    """One fault. `refuses`: presses get a 503 meanwhile; `silent`: they get nothing; neither: nobody notices. `reads`: it can be read."""

    fault: Fault
    refuses: bool = True
    reads: bool = False
    silent: bool = False


FAULTS = {
    "restarted": Case(restarted),
    "killed": Case(killed),
    "killed, every write flushed": Case(killed_with_every_write_flushed),
    "loading": Case(loading),
    "full": Case(full, reads=True),
    "read-only": Case(read_only, reads=True),
    "busy": Case(busy),
    "slow, then cut": Case(cut_and_slow, refuses=False, silent=True),
    "scripts forgotten": Case(forgetful, refuses=False),
}
