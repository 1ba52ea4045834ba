"""Control routes for messages: say, edit, delete, press a button, and look at the answers."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tgbot.demo.control.answers import answering
from tgbot.demo.control.desk import ControlError, Desk, fields, required
from tgbot.demo.control.views import message_view, query_view
from tgbot.demo.wire import Json
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.message import Message
from tgbot.demo.world.talk import Mask, Words, erase, press, rewrite, say


class Messages:
    """What is said in a chat, and the buttons below it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """All routes below ``/chats/{chat}/messages``, ``/queries`` and ``/uploads``."""
        message = "/chats/{chat}/messages/{message:int}"
        return [
            Route("/chats/{chat}/messages", answering(self._list)),
            Route("/chats/{chat}/messages", answering(self._say), methods=["POST"]),
            Route("/chats/{chat}/presses", answering(self._press), methods=["POST"]),
            Route(message, answering(self._show)),
            Route(message, answering(self._edit), methods=["PATCH"]),
            Route(message, answering(self._delete), methods=["DELETE"]),
            Route("/queries/{query}", answering(self._query)),
            Route("/uploads/{upload}", self._upload),
        ]

    async def _list(self, request: Request) -> Any:
        world, chat = self._desk.world, self._desk.chat(request)
        with_deleted = request.query_params.get("deleted") == "true"
        after = int(request.query_params.get("after", 0))
        shown = (m for m in chat.messages.values() if m.id > after and (with_deleted or not m.deleted))
        return [message_view(world, message) for message in shown]

    async def _show(self, request: Request) -> Any:
        _, message = self._desk.message(request)
        return message_view(self._desk.world, message)

    async def _say(self, request: Request) -> Any:
        given = await fields(request)
        world, chat = self._desk.world, self._desk.chat(request)
        user = self._desk.user(required(given, "user"))
        if chat.is_private and (user.blocked or user.id != chat.id):
            raise ControlError(409, "only the chat's own person can write here, and not while blocking the bot")
        if chat.migrated_to is not None:
            raise ControlError(409, f"this group has become {chat.migrated_to}")
        words = Words(
            str(required(given, "text")),
            given.get("thread"),
            given.get("reply_to"),
            Mask(given.get("mask", Mask.SELF)),
            given.get("channel"),
        )
        if words.mask in {Mask.CHANNEL, Mask.RELAY} and words.channel not in world.chats:
            raise ControlError(400, "this mask needs the id of a channel")
        return message_view(world, say(world, chat, user.id, words))

    async def _edit(self, request: Request) -> Any:
        given = await fields(request)
        chat, message = self._desk.message(request)
        rewrite(self._desk.world, chat, message, str(required(given, "text")))
        return message_view(self._desk.world, message)

    async def _delete(self, request: Request) -> Any:
        chat, message = self._desk.message(request)
        erase(self._desk.world, chat, message)
        return True

    async def _press(self, request: Request) -> Any:
        given = await fields(request)
        chat, user = self._desk.chat(request), self._desk.user(required(given, "user"))
        message_id, data = _target(chat, given)
        return query_view(press(self._desk.world, chat, user.id, message_id, data))

    async def _query(self, request: Request) -> Any:
        query = self._desk.world.queries.get(request.path_params["query"])
        if query is None:
            raise ControlError(404, f"no query {request.path_params['query']}")
        return query_view(query)

    async def _upload(self, request: Request) -> Response:
        upload = self._desk.world.uploads.get(request.path_params["upload"])
        return Response(status_code=404) if upload is None else Response(upload.content, media_type=upload.content_type)


def _target(chat: Chat, given: Json) -> tuple[int, str]:
    """Which button is pressed. Data given outright is believed, as a forged press would be."""
    if "data" in given:
        message_id = given.get("message") or max((m.id for m in chat.messages.values()), default=0)
        return int(message_id), str(given["data"])
    label = str(required(given, "label"))
    for message in _candidates(chat, given.get("message")):
        for button in message.buttons:
            if label in button["text"] and "callback_data" in button:
                return message.id, str(button["callback_data"])
    raise ControlError(404, f"no button {label!r} in chat {chat.id}")


def _candidates(chat: Chat, message_id: int | None) -> list[Message]:
    """Return the message meant, or all of them, newest first."""
    if message_id is None:
        return [message for message in reversed(chat.messages.values()) if not message.deleted]
    return [message for message in chat.messages.values() if message.id == message_id]
