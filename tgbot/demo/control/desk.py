"""What the control routes work on, and how they read a request."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from tgbot.demo.api.connections import Connections
from tgbot.demo.api.gateway import Gateway
from tgbot.demo.delivery.postman import Postman
from tgbot.demo.wire import Json, loads
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.message import Message
from tgbot.demo.world.user import User
from tgbot.demo.world.world import World


class ControlError(Exception):
    """A control request that makes no sense: HTTP status and a sentence."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole server, as its own API sees it."""

    world: World
    gateway: Gateway
    postman: Postman
    connections: Connections

    def user(self, user_id: object) -> User:
        """Find a person. The word "bot" means the bot. Raises ControlError 404."""
        if user_id == "bot":
            return self.world.bot
        user = self.world.users.get(_whole(user_id, "user"))
        if user is None:
            raise ControlError(404, f"no user {user_id}")
        return user

    def chat(self, request: Request) -> Chat:
        """Find the chat in the address. Raises ControlError 404."""
        given = request.path_params["chat"]
        chat = self.world.chats.get(_whole(given, "chat"))
        if chat is None:
            raise ControlError(404, f"no chat {given}")
        return chat

    def message(self, request: Request) -> tuple[Chat, Message]:
        """Find the message in the address. Raises ControlError 404."""
        chat = self.chat(request)
        message = chat.message(request.path_params["message"])
        if message is None:
            raise ControlError(404, f"no message {request.path_params['message']}")
        return chat, message


def _whole(value: object, what: str) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise ControlError(400, f"{what} must be a number, not {value!r}") from None


async def fields(request: Request) -> Json:
    """Read the JSON object in the body, an empty one when there is no body. Raises ControlError 400."""
    body = await request.body()
    try:
        value: Any = loads(body) if body else {}
    except ValueError:
        raise ControlError(400, "the body is no JSON") from None
    if not isinstance(value, dict):
        raise ControlError(400, "the body is no JSON object")
    return value


def required(given: Json, name: str) -> Any:
    """Read a field that must be there. Raises ControlError 400."""
    if name not in given:
        raise ControlError(400, f"{name} is missing")
    return given[name]
