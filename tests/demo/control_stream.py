"""The control API's connection: requests, and the event stream that every waiting test follows."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

import aiohttp
import orjson

Json: TypeAlias = dict[str, Any]
Found = TypeVar("Found")
WITHIN = 20.0
RECONNECT = 0.05


class ControlStream:
    """Sends control requests and writes down every event, newest last in ``events``."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url.rstrip("/")
        self.events: list[Json] = []
        self._session = session
        self._happened = asyncio.Condition()
        self._listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen())

    @classmethod
    async def connect(cls, url: str) -> Self:
        """Open the event stream, so that nothing that happens from now on is missed."""
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=5)
        client = cls(url, aiohttp.ClientSession(timeout=timeout))
        await asyncio.wait_for(client._listening.wait(), WITHIN)
        return client

    async def close(self) -> None:
        """Let go of the server."""
        self._listener.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._listener
        await self._session.close()
        await asyncio.sleep(0)  # a connection given up half-way is closed only in the next turn of the loop

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(aiohttp.ClientError):
                async with self._session.get(f"{self.url}/control/events") as response:
                    async for line in response.content:
                        if line.startswith(b"data: "):
                            await self._note(orjson.loads(line[6:]))
            await asyncio.sleep(RECONNECT)

    async def _note(self, event: Json) -> None:
        async with self._happened:
            self.events.append(event)
            self._listening.set()
            self._happened.notify_all()

    async def request(self, verb: str, path: str, body: Json | None = None) -> Any:
        """Send one control request. Raises AssertionError with the server's words when it is refused."""
        async with self._session.request(verb, f"{self.url}/control{path}", json=body) as response:
            answer = orjson.loads(await response.read())
            assert response.status == 200, f"{verb} {path}: {answer}"
            return answer

    async def until(self, look: Callable[[], Awaitable[Found | None]], what: str, within: float = WITHIN) -> Found:
        """Look again after every event until something is found. Raises AssertionError after ``within`` seconds."""
        deadline = asyncio.get_running_loop().time() + within
        while True:
            seen = len(self.events)
            found = await look()
            if found is not None:
                return found
            left = deadline - asyncio.get_running_loop().time()
            try:
                async with self._happened:
                    await asyncio.wait_for(self._happened.wait_for(lambda: len(self.events) > seen), max(left, 0.001))  # noqa: B023
            except TimeoutError:
                raise AssertionError(f"{what}: nothing like it within {within} s") from None
