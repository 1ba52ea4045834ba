"""The TCP connections behind the requests, for faults that no HTTP answer can express."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request


def _none() -> Iterable[Any]:
    return ()


@dataclass(slots=True)
class Connections:
    """Hangs up on callers. ``open`` is filled in by the server that owns the sockets."""

    open: Callable[[], Iterable[Any]] = field(default=_none)

    def drop(self, request: Request) -> None:
        """Reset the connection this request came in on."""
        caller = None if request.client is None else tuple(request.client)
        self._abort(protocol for protocol in self.open() if protocol.client == caller)

    def drop_others(self, request: Request) -> int:
        """Reset every connection but this request's; returns how many."""
        caller = None if request.client is None else tuple(request.client)
        return self._abort(protocol for protocol in self.open() if protocol.client != caller)

    def drop_all(self) -> int:
        """Reset every connection, also one that came in while the server was closing; returns how many."""
        return self._abort(self.open())

    def _abort(self, protocols: Iterable[Any]) -> int:
        transports: list[asyncio.Transport] = [protocol.transport for protocol in protocols]
        for transport in transports:
            transport.abort()
        return len(transports)
