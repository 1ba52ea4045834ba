"""The three clients: of one server, of the server that Sentinels name, and of a cluster.

All wait for a free connection instead of failing, and none needs a restart when the store comes back elsewhere.
"""

import asyncio
from typing import Any, cast

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster, SSLConnection
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 -- redis names its errors so

from tgbot.store.address import Address

_CONNECT = 3.0
_ANSWER = 5.0
_SENTINEL_ANSWER = 1.0
_POOL_WAIT = 5.0
_HEALTH_CHECK = 30
_LISTENING = 8
"""Connections of a cluster's node besides those for commands: for wakes, and for what is sent in bundles."""


def single(address: Address, connections: int) -> Redis:
    """Make the client of one server."""
    options: dict[str, object] = {} if address.server.startswith("unix:") else {"socket_keepalive": True}
    pool = BlockingConnectionPool.from_url(
        address.server, max_connections=connections, timeout=_POOL_WAIT, **_patience(), **options
    )
    return Redis.from_pool(pool)


def led(address: Address, connections: int) -> Redis:
    """Make the client of the server that leads. Who it is, the Sentinels are asked for every new connection."""
    options, secure = _options(address)
    asking: dict[str, Any] = {
        "socket_connect_timeout": _SENTINEL_ANSWER,
        "socket_timeout": _SENTINEL_ANSWER,
        "retry": Retry(NoBackoff(), retries=0),  # the next Sentinel knows it as well
        **dict(address.asking),
        **(
            {name: value for name, value in options.items() if name.startswith("ssl")} | {"ssl": True} if secure else {}
        ),
    }
    return Redis.from_pool(
        _LedPool(
            address.service,
            Sentinel(address.hosts, sentinel_kwargs=asking),  # type: ignore[no-untyped-call]
            ssl=secure,
            max_connections=connections,
            timeout=_POOL_WAIT,
            socket_keepalive=True,
            **_patience(),
            **options,
        )
    )


def cluster(address: Address, connections: int) -> Redis:
    """Make the client of a cluster, in the place of a single server's: it knows all commands this package uses.

    Its first nodes are asked again whenever the cluster has changed, so their names may outlive their addresses.
    """
    options, secure = _options(address)
    nodes = [ClusterNode(host, port) for host, port in address.hosts]
    client = _PatientCluster(connections, startup_nodes=nodes, ssl=secure, **_patience(), **options)
    return cast("Redis", client)


async def node_of(redis: Redis, key: str) -> ClusterNode | None:
    """Tell which node of a cluster holds a key, as the client knows it; None where there is but one server."""
    if not isinstance(redis, RedisCluster):
        return None
    await redis.initialize()
    return redis.get_node_from_key(key)


def leader_of(redis: Redis) -> Any:
    """Tell which server a client takes for the leader; None where no Sentinel names one."""
    pool = getattr(redis, "connection_pool", None)  # a cluster's client has none
    return pool.master_address if isinstance(pool, _LedPool) else None


async def leads_no_more(redis: Redis, leader: Any) -> bool:
    """Ask the Sentinels whether another server leads by now; False while they do not say.

    A leader that hung, or was cut off, goes on answering for seconds until it hears that it leads no more.
    """
    if leader is None:
        return False
    try:
        pool = cast("_LedPool", redis.connection_pool)
        return bool(await pool.get_master_address() != leader)  # type: ignore[no-untyped-call]
    except RedisError:
        return False


async def holds_no_more(redis: Redis, node: ClusterNode, key: str) -> bool:
    """Ask a cluster's other nodes whether another one holds a key by now; False while none says so.

    A node that hung goes on answering until it hears that its replica has taken its place.
    """
    cluster = cast("RedisCluster", redis)
    slot = cluster.keyslot(key)
    for other in [other for other in cluster.get_nodes() if other.name != node.name]:
        try:
            slots = await other.execute_command("CLUSTER SLOTS")
        except RedisError:
            continue
        for first, last, (host, port, *_), *_ in slots:
            if first <= slot <= last:
                holder = cluster.get_node(host=(host or b"").decode() or node.host, port=port)
                return holder is None or holder.name != node.name
    return False


class _LedPool(SentinelConnectionPool, BlockingConnectionPool):
    """Connections to the leading server; waits for a free one. Closed, it lets go of the Sentinels too."""

    async def ensure_connection(self, connection: AbstractConnection) -> None:
        """Make sure that a connection leads to the leader, as it is known by now, before it is used.

        When another one leads, the library lets go of idle connections alone: busy ones would stay with whoever led before.
        """
        if connection.is_connected and (connection.host, connection.port) != self.master_address:  # type: ignore[attr-defined]
            await connection.disconnect()
        await super().ensure_connection(connection)

    async def aclose(self) -> None:
        await super().aclose()
        await self.sentinel_manager.aclose()


class _PatientCluster(RedisCluster):
    """A cluster's client that waits for a free connection, as a pool does."""

    def __init__(self, connections: int, **options: Any) -> None:
        super().__init__(max_connections=2 * connections + _LISTENING, dynamic_startup_nodes=False, **options)
        self._places = asyncio.Semaphore(connections)

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Send one command to the node it belongs to."""
        try:
            async with asyncio.timeout(_POOL_WAIT):
                await self._places.acquire()
        except TimeoutError:
            raise ConnectionError("No connection available.") from None
        try:
            return await super().execute_command(*args, **kwargs)
        except (
            AttributeError,
            LookupError,
        ) as error:  # the library trips over nodes that vanish while it looks at them
            raise ConnectionError("the cluster is changing") from error
        finally:
            self._places.release()


def _patience() -> dict[str, Any]:
    return {
        "socket_connect_timeout": _CONNECT,
        "socket_timeout": _ANSWER,
        "health_check_interval": _HEALTH_CHECK,
        "retry": Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), retries=1),
    }


def _options(address: Address) -> tuple[dict[str, Any], bool]:
    """Read what all servers of an address want to hear, and whether they are spoken to by TLS."""
    options: dict[str, Any] = dict(parse_url(address.server))
    for own in ("host", "port"):
        options.pop(own, None)
    return options, options.pop("connection_class", None) is SSLConnection
