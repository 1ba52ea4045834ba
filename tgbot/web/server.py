"""uvicorn, set up for a webhook: no access log, nobody waits for a slow client, a stop lets updates finish."""

import contextlib
import socket
from collections.abc import Iterator
from typing import Final

import uvicorn
from starlette.applications import Starlette

from tgbot.web.patient_protocol import PatientProtocol

KEEP_ALIVE: Final = 75  # seconds; Telegram reuses its connections
GRACE: Final = 10  # seconds for requests being handled when the server stops
MOST_AT_ONCE: Final = 1000  # connections; beyond that a 503, and Telegram comes again
BACKLOG: Final = 512


class _Server(uvicorn.Server):
    """Leaves signals to whoever started it; uvicorn would take them for itself."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class WebServer:
    """Serves an app until stopped. `listen` before `serve`, so that a port in use is known at once."""

    def __init__(self, app: Starlette) -> None:
        config = uvicorn.Config(
            app,
            http=PatientProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,  # it would hold nothing but one path, over and over
            server_header=False,
            date_header=False,
            proxy_headers=False,
            backlog=BACKLOG,
            limit_concurrency=MOST_AT_ONCE,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=GRACE,
        )
        self._server = _Server(config)
        self._socket: socket.socket | None = None

    def listen(self, host: str, port: int) -> int:
        """Open the port (0: a free one) and return it.

        Raises:
            OSError: the port is taken, or the host is none of this machine's.

        """
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio switches Nagle's algorithm off only where the protocol is named; with it every answer waits 40 ms.
        opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, port))
        except OSError:
            opened.close()
            raise
        self._socket = opened
        return int(opened.getsockname()[1])

    async def serve(self) -> None:
        """Serve until `stop`; then take no more requests and finish those being handled."""
        assert self._socket is not None
        with self._socket:
            await self._server.serve([self._socket])

    def stop(self) -> None:
        """Ask the server to end."""
        self._server.should_exit = True
