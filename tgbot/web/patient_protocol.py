"""HTTP/1.1 connections that must send their requests in time. uvicorn itself waits for headers without end."""

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

HEADERS_WITHIN: Final = 10.0  # seconds


class PatientProtocol(H11Protocol):
    """Closes a connection whose next request has begun but whose headers do not come to an end."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take in some bytes; a request under way ends the waiting, half a one begins it."""
        super().data_received(data)
        if self._under_way():
            self._rest()
        elif self._deadline is None:
            self._wait()

    def on_response_complete(self) -> None:
        """End a request; bytes of the next one that came early start its time."""
        super().on_response_complete()
        self._rest()
        if not self._under_way() and self.conn.trailing_data[0]:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self._rest()
        super().connection_lost(exc)

    def _under_way(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request, whatever uvicorn's types say
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(HEADERS_WITHIN, self._give_up)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self._under_way() and not self.transport.is_closing():
            self.transport.close()
