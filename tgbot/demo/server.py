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


class _Embedded(uvicorn.Server):
    """A server inside a program that handles its signals itself; ``listening`` is set once it accepts callers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

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
        listening = socket.create_server((self.config.host, self.config.port))
        self.url = f"http://{self.config.host}:{listening.getsockname()[1]}"
        settings = uvicorn.Config(
            self._app, http="h11", ws="none", log_level="error", access_log=False, timeout_graceful_shutdown=2
        )
        server = self._server = _Embedded(settings)
        self._connections.open = lambda: list(server.server_state.connections)
        self._serving = asyncio.create_task(server.serve(sockets=[listening]))
        await asyncio.wait({self._serving, asyncio.create_task(server.listening.wait())}, return_when="FIRST_COMPLETED")
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
        self._server.should_exit = True
        await self._serving
        self._server = self._serving = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
