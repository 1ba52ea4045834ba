"""Having a write on a replica before it is answered, so that a failover keeps what was answered."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode
from redis.exceptions import (
    ConnectionError,  # noqa: A004 -- redis names its errors so
    ResponseError,
    TimeoutError,  # noqa: A004 -- as above
)

from tgbot.store.clients import holds_no_more, leader_of, leads_no_more, node_of
from tgbot.store.connection import store_errors
from tgbot.store.scripts import Arg, Script
from tgbot.table.ports.tables import StoreUnavailable

_log = logging.getLogger(__name__)

WAIT_MS: Final = 100
"""How long a write waits for one replica at most. It stands in any case: an answer must not hang on a replica."""
_AGAIN: Final = 10.0
"""Seconds until replicas are looked for again; where one has just not kept up, so long nothing waits for it."""
_ASK: Final = 1.0
"""Seconds until the Sentinels are asked again who leads, while no replica tells it."""
_LATE: Final = 0.5
"""Seconds after which an answer may be one of a leader that hung, while another took its place."""
_AT_ONCE: Final = 32
_LOST: Final = "another server leads: what this one took is lost, and to be tried again where it counts"


@dataclass(slots=True)
class _Known:
    """What is known of one server's replicas, until when."""

    there: bool = False
    until: float = 0.0


@dataclass(slots=True)
class Replicas:
    """What is known of a store's replicas, in a cluster node by node. Without any, nothing is waited for. Nothing need be set."""

    _known: defaultdict[str, _Known] = field(default_factory=lambda: defaultdict(_Known))
    _asked: float = 0.0
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def run(self, script: Script, redis: Redis, keys: Sequence[str], *args: Arg) -> Any:
        """Run a script and wait, within bounds, until a replica has what it wrote; returns the script's answer.

        Raises:
            StoreUnavailable: the store is away, or led by another server than the one that answered.

        """
        began, plainly = _now(), partial(script.run, redis, keys, *args)
        place = await _Place.of(redis, keys[0])
        known = await self._asked_for(place)
        if not known.there:
            return await self._alone(plainly, place, began)
        async with self._places:
            answer, copies = await _on_one_connection(script, redis, keys, args)
        if isinstance(answer, Exception):  # it has moved, is not known there, or got lost: the usual way deals with it
            return await self._alone(plainly, await _Place.of(redis, keys[0]), _now())
        if not isinstance(copies, int) or copies < 1:
            if _leads_no_more(copies) or await place.left():
                raise StoreUnavailable(_LOST)
            _log.warning("no replica keeps up: a failover now would lose the last moves")
            known.there, known.until = False, _now() + _AGAIN
        return answer

    async def _alone(self, plainly: Callable[[], Awaitable[Any]], place: "_Place", began: float) -> Any:
        """Run a script that no replica tells anything of: others do, now and then before it, after it if it came late."""
        if _now() >= self._asked + _ASK:
            self._asked = _now()
            await leads_no_more(place.redis, leader_of(place.redis))
            place = replace(place, leader=leader_of(place.redis))
        answer = await plainly()
        if _now() >= began + _LATE and await place.left():
            raise StoreUnavailable(_LOST)
        return answer

    async def _asked_for(self, place: "_Place") -> _Known:
        known = self._known["" if place.node is None else place.node.name]
        if _now() >= known.until:
            known.until = _now() + _AGAIN  # for whoever asks meanwhile too
            with store_errors():
                known.there = await _has_replicas(place.redis, place.node)
        return known


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a change goes: the server that leads there, as the client knows it."""

    redis: Redis
    key: str
    node: ClusterNode | None
    leader: Any

    @classmethod
    async def of(cls, redis: Redis, key: str) -> "_Place":
        """Find the place of a key."""
        with store_errors():
            return cls(redis, key, await node_of(redis, key), leader_of(redis))

    async def left(self) -> bool:
        """Whether another server leads there by now, by the word of those who have to know."""
        if self.node is not None:
            return await holds_no_more(self.redis, self.node, self.key)
        return await leads_no_more(self.redis, self.leader)


async def _has_replicas(redis: Redis, node: ClusterNode | None) -> bool:
    try:
        told = await redis.info("replication", **_to(node))
    except ResponseError:  # a server that does not tell
        return False
    return int(told.get("connected_slaves", 0)) > 0


def _leads_no_more(copies: object) -> bool:
    """Whether a server was made a replica, or went away, before it could say who has the change."""
    return isinstance(copies, ConnectionError | TimeoutError) or str(copies).startswith("UNBLOCKED ")


def _to(node: ClusterNode | None) -> dict[str, Any]:
    return {} if node is None else {"target_nodes": node}


async def _on_one_connection(script: Script, redis: Redis, keys: Sequence[str], args: Sequence[Arg]) -> list[Any]:
    """Send the script, and WAIT behind it: that counts the replicas which have what this very connection wrote."""
    with store_errors():
        node = await node_of(redis, keys[0])
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.execute_command("EVALSHA", script.digest, len(keys), *keys, *args)
            pipeline.execute_command("WAIT", 1, WAIT_MS, **_to(node))
            # Of a cluster a script that has moved must not be sent on, for WAIT has been asked of the node it was sent to.
            return await pipeline.execute(
                raise_on_error=False, **({} if node is None else {"allow_redirections": False})
            )


def _now() -> float:
    return asyncio.get_running_loop().time()
