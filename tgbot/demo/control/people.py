"""Control routes for people: who exists, and what stands between them and the bot."""

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from tgbot.demo.control.answers import answering
from tgbot.demo.control.desk import ControlError, Desk, fields, required
from tgbot.demo.control.views import message_view, user_view
from tgbot.demo.world.chat import ChatType
from tgbot.demo.world.membership import block
from tgbot.demo.world.talk import press_start
from tgbot.demo.world.user import User

_NAMES = ("first_name", "last_name", "username", "language_code")
_FACTS = ("is_bot", "deactivated", "known", "started")


class People:
    """Create, change, and press Start."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """All routes below ``/users``."""
        return [
            Route("/users", answering(self._list)),
            Route("/users", answering(self._create), methods=["POST"]),
            Route("/users/{user:int}", answering(self._change), methods=["PATCH"]),
            Route("/users/{user:int}/start", answering(self._start), methods=["POST"]),
        ]

    async def _list(self, _request: Request) -> Any:
        return [user_view(user) for user in self._desk.world.users.values()]

    async def _create(self, request: Request) -> Any:
        given = await fields(request)
        world = self._desk.world
        user = User(int(given.get("id") or world.new_id(ChatType.PRIVATE)), str(required(given, "first_name")))
        if user.id in world.users:
            raise ControlError(409, f"user {user.id} exists")
        _apply(user, given)
        return user_view(world.add_user(user))

    async def _change(self, request: Request) -> Any:
        given = await fields(request)
        user = self._desk.user(request.path_params["user"])
        _apply(user, given)
        if "blocked" in given:
            block(self._desk.world, user.id, blocked=bool(given["blocked"]))
        self._desk.world.journal.note("user", user=user.id)
        return user_view(user)

    async def _start(self, request: Request) -> Any:
        given = await fields(request)
        user = self._desk.user(request.path_params["user"])
        message = press_start(self._desk.world, user.id, str(given.get("payload", "")))
        return message_view(self._desk.world, message)


def _apply(user: User, given: dict[str, Any]) -> None:
    for name in _NAMES:
        if name in given:
            setattr(user, name, str(given[name]))
    for name in _FACTS:
        if name in given:
            setattr(user, name, bool(given[name]))
