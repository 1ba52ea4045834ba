"""The connection to the store, and the one place where its failures become `StoreUnavailable`."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import (
    ClusterDownError,
    ConnectionError,  # noqa: A004 -- redis names its errors so
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,  # noqa: A004 -- as above
)

from tgbot.table.ports import StoreUnavailable

_AWAY = (ConnectionError, TimeoutError, OutOfMemoryError, ReadOnlyError, ClusterDownError, MasterDownError)
_AWAY_WORDS = ("LOADING", "OOM", "READONLY", "CLUSTERDOWN", "MASTERDOWN", "MISCONF", "NOREPLICAS", "UNBLOCKED")
"""Errors redis-py has no class for, and old servers' way to report them from within a script."""

_CONNECT = 3.0
_ANSWER = 5.0
_POOL_WAIT = 5.0
_HEALTH_CHECK = 30


def connect(url: str, *, connections: int = 32) -> Redis:
    """Return a client of one server; nothing is opened before its first use.

    A press that finds all `connections` busy waits for one, up to 5 s, instead of failing. A command whose answer is lost
    is sent once more: all scripts of this package may be sent twice (see `commit.lua` for how). A command cancelled
    half way closes its connection, so its answer can never be read as another's.

    Args:
        url: `redis://`, `rediss://` or `unix://`. Sentinel and cluster clients are built here too once they are needed;
            the keys are ready for them.
        connections: how many connections at most; one of them listens for wakes.

    Raises:
        ValueError: another kind of address.

    """
    scheme = urlsplit(url).scheme
    if scheme not in ("redis", "rediss", "unix"):
        raise ValueError("a store's address begins with redis://, rediss:// or unix://")
    options: dict[str, object] = {} if scheme == "unix" else {"socket_keepalive": True}
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=_POOL_WAIT,
        socket_connect_timeout=_CONNECT,
        socket_timeout=_ANSWER,
        health_check_interval=_HEALTH_CHECK,
        retry=Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), retries=1),
        **options,
    )
    return Redis.from_pool(pool)


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn the store's being away, loading, full or read-only into `StoreUnavailable`; let everything else pass."""
    try:
        yield
    except _AWAY as error:
        raise StoreUnavailable(type(error).__name__) from error
    except ResponseError as error:
        word = next((word for word in _AWAY_WORDS if str(error).startswith(word) or f"-{word} " in str(error)), None)
        if word is None:
            raise
        raise StoreUnavailable(word) from error
