"""The connection to the store, and the one place where its failures become `StoreUnavailable`."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.asyncio import Redis
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterError,
    ConnectionError,  # noqa: A004 -- redis names its errors so
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TimeoutError,  # noqa: A004 -- as above
    TryAgainError,
)

from tgbot.store.address import Kind, parse_address
from tgbot.store.clients import cluster, led, single
from tgbot.table.ports.tables import StoreUnavailable

_AWAY = (
    ConnectionError,
    TimeoutError,
    OutOfMemoryError,
    ReadOnlyError,
    NoPermissionError,
    ClusterError,
    RedisClusterException,
    AskError,
    TryAgainError,
)
"""Of a cluster also: no node answers, a slot is nobody's, or it is moving and did not arrive in time."""
_AWAY_WORDS = ("LOADING", "OOM", "READONLY", "CLUSTERDOWN", "MASTERDOWN", "MISCONF", "NOREPLICAS", "UNBLOCKED", "BUSY")
"""Errors redis-py has no class for, and old servers' way to report them from within a script."""


def connect(url: str, *, connections: int = 32) -> Redis:
    """Return a client of a store; nothing is opened before its first use.

    A press that finds all `connections` busy waits for one, up to 5 s, instead of failing. A command whose answer is lost
    is sent once more: all scripts of this package may be sent twice (see `commit.lua` for how). A command cancelled
    half way closes its connection, so its answer can never be read as another's.

    Args:
        url: as `address.py` reads it. A cluster's client stands in for a single server's.
        connections: how many connections at most, of a cluster to each node; one of them listens for wakes.

    Raises:
        ValueError: another kind of address.

    """
    address = parse_address(url)
    match address.kind:
        case Kind.SINGLE:
            return single(address, connections)
        case Kind.SENTINEL:
            return led(address, connections)
        case Kind.CLUSTER:
            return cluster(address, connections)


class StoreLoading(StoreUnavailable):
    """The store is up and reads its file: it will be there soon, by itself."""

    def __init__(self) -> None:
        super().__init__("BusyLoadingError")


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn the store's being away, loading, busy, full or read-only into `StoreUnavailable`; let everything else pass."""
    try:
        yield
    except BusyLoadingError as error:
        raise StoreLoading from error
    except _AWAY as error:
        raise StoreUnavailable(type(error).__name__) from error
    except ResponseError as error:
        word = next(
            (word for word in _AWAY_WORDS if str(error).startswith(f"{word} ") or f"-{word} " in str(error)), None
        )
        if word is None:
            raise
        raise StoreUnavailable(word) from error
