"""The live stream of what happens, as server-sent events, and the snapshot a new watcher starts from."""

from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tgbot.demo.control.answers import answering
from tgbot.demo.control.desk import Desk
from tgbot.demo.control.views import chat_view, message_view, user_view
from tgbot.demo.wire import dumps


class Stream:
    """Whoever listens first gets ``hello``, and from then on misses nothing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """List the stream and the snapshot."""
        return [Route("/events", self._events), Route("/state", answering(self._state))]

    async def _events(self, _request: Request) -> Response:
        headers = {"Cache-Control": "no-cache"}
        return StreamingResponse(self._lines(), media_type="text/event-stream", headers=headers)

    async def _lines(self) -> AsyncIterator[bytes]:
        async for event in self._desk.world.journal.watch():
            yield b"data: " + dumps(event) + b"\n\n"

    async def _state(self, _request: Request) -> Any:
        world = self._desk.world
        return {
            "bot": user_view(world.bot),
            "users": [user_view(user) for user in world.users.values()],
            "chats": [
                chat_view(world, chat) | {"messages": [message_view(world, m) for m in chat.messages.values()]}
                for chat in world.chats.values()
            ],
        }
