"""The stand-in on a port of this machine."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Self

import uvicorn

from tgbot.demo.api.connections import Connections
from tgbot.demo.app import build_app
from tgbot.demo.config import DemoConfig
from tgbot.demo.world.seed import seed
from tgbot.demo.world.world import World, new_world

_TICK = 1.0


class _Embedded(uvicorn.Server):
    """A server inside a program that handles its signals itself; ``listening`` is set once it accepts callers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()
        self._leaving = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), _TICK)

    def leave(self) -> None:
        """Stop at once instead of at the next tick."""
        self.should_exit = True
        self._leaving.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class DemoServer:
    """One running stand-in. Also an async context manager."""

    def __init__(self, config: DemoConfig | None = None) -> None:
        self.config = config or DemoConfig()
        self.world: World = new_world(self.config)
        self._connections = Connections()
        self._app = build_app(self.world, self.config, self._connections)
        self._server: _Embedded | None = None
        self._serving: asyncio.Task[None] | None = None
        self.url = ""

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.config.token

    async def start(self) -> str:
        """Listen, and return the base URL. Raises OSError when the port is taken."""
        port = _bound(self.config.host, self.config.port)
        self.url = f"http://{self.config.host}:{port.getsockname()[1]}"
        settings = uvicorn.Config(
            self._app,
            http="h11",
            ws="none",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=75,
        )
        server = self._server = _Embedded(settings)
        self._connections.open = lambda: list(server.server_state.connections)
        self._serving = asyncio.create_task(server.serve(sockets=[port]))
        listening = asyncio.create_task(server.listening.wait())
        await asyncio.wait({self._serving, listening}, return_when=asyncio.FIRST_COMPLETED)
        if self.config.seeded:
            seed(self.world)
        return self.url

    async def stop(self) -> None:
        """Let every waiting caller go and close the port."""
        if self._server is None or self._serving is None:
            return
        self._app.state.subscription.stopped = True
        self.world.backlog.bell.ring()
        self.world.journal.close()
        self._server.leave()
        await self._serving
        self._connections.drop_all()
        await asyncio.sleep(0)  # the dropped ones are closed in the next turn of the loop
        self._server = self._serving = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def _bound(host: str, port: int) -> socket.socket:
    # asyncio switches Nagle's algorithm off only where the protocol is named; with it every answer waits 40 ms.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound
