"""Control routes for chats: who is in them, what may be said, their topics, and upgrades."""

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from tgbot.demo.control.answers import answering
from tgbot.demo.control.desk import ControlError, Desk, fields, required
from tgbot.demo.control.views import chat_view
from tgbot.demo.wire import Json
from tgbot.demo.world.chat import Chat, ChatType, Topic
from tgbot.demo.world.member import ADMIN_RIGHTS, CHANNEL_RIGHTS, Member, Status
from tgbot.demo.world.membership import change_member, say_service, upgrade

_SETTINGS = {"title": str, "username": str, "writable": bool, "slow_mode": float, "deleted": bool, "is_forum": bool}


class Chats:
    """Create and change chats and everybody's standing in them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """All routes below ``/chats`` but those for messages."""
        return [
            Route("/chats", answering(self._list)),
            Route("/chats", answering(self._create), methods=["POST"]),
            Route("/chats/{chat}", answering(self._show)),
            Route("/chats/{chat}", answering(self._change), methods=["PATCH"]),
            Route("/chats/{chat}/members/{user}", answering(self._member), methods=["PUT"]),
            Route("/chats/{chat}/topics", answering(self._open_topic), methods=["POST"]),
            Route("/chats/{chat}/topics/{topic:int}", answering(self._change_topic), methods=["PATCH"]),
            Route("/chats/{chat}/topics/{topic:int}", answering(self._delete_topic), methods=["DELETE"]),
            Route("/chats/{chat}/upgrade", answering(self._upgrade), methods=["POST"]),
        ]

    def _view(self, chat: Chat) -> Json:
        return chat_view(self._desk.world, chat)

    async def _list(self, _request: Request) -> Any:
        return [self._view(chat) for chat in self._desk.world.chats.values()]

    async def _show(self, request: Request) -> Any:
        return self._view(self._desk.chat(request))

    async def _create(self, request: Request) -> Any:
        given = await fields(request)
        world, kind = self._desk.world, ChatType(given.get("type", ChatType.GROUP))
        members = [self._desk.user(user_id).id for user_id in given.get("members", [])]
        if kind is ChatType.PRIVATE or not members:
            raise ControlError(400, "a new chat is a group or channel with members, the first of whom is its creator")
        chat = Chat(int(given.get("id") or world.new_id(kind)), kind, str(required(given, "title")))
        _apply(chat, given)
        chat.members = {user_id: Member(user_id) for user_id in members}
        chat.members[members[0]].status = Status.CREATOR
        world.add_chat(chat)
        if given.get("bot", True):
            change_member(world, chat, _bot_standing(world.bot.id, kind), by=members[0])
        return self._view(chat)

    async def _change(self, request: Request) -> Any:
        given = await fields(request)
        chat = self._desk.chat(request)
        _apply(chat, given)
        self._desk.world.journal.note("chat", chat=chat.id)
        return self._view(chat)

    async def _member(self, request: Request) -> Any:
        given = await fields(request)
        chat, user = self._desk.chat(request), self._desk.user(request.path_params["user"])
        if user is self._desk.world.bot and not self._desk.world.config.can_join_groups:
            raise ControlError(409, "this bot cannot join groups")
        status = Status(given.get("status", Status.MEMBER))
        if status is Status.ADMINISTRATOR and "rights" not in given:
            given["rights"] = ADMIN_RIGHTS
        rights = frozenset(str(right) for right in given.get("rights", ()))
        new = Member(user.id, status, rights, bool(given.get("stays", True)), bool(given.get("is_anonymous", False)))
        by = self._desk.user(given["by"]).id if "by" in given else user.id
        change_member(self._desk.world, chat, new, by=by)
        return self._view(chat)

    async def _open_topic(self, request: Request) -> Any:
        given = await fields(request)
        chat, world = self._desk.chat(request), self._desk.world
        title = str(required(given, "title"))
        by = self._desk.user(given.get("by") or next(iter(chat.members))).id
        chat.is_forum = True
        opening = say_service(world, chat, {"forum_topic_created": {"name": title, "icon_color": 7322096}}, by=by)
        opening.thread = opening.id
        chat.topics[opening.id] = Topic(opening.id, title)
        world.journal.note("chat", chat=chat.id)
        return {"id": opening.id, "title": title, "closed": False}

    async def _change_topic(self, request: Request) -> Any:
        given = await fields(request)
        chat, topic = self._topic(request)
        closed = bool(given.get("closed", topic.closed))
        if closed != topic.closed:
            happened: Json = {"forum_topic_closed" if closed else "forum_topic_reopened": {}}
            say_service(self._desk.world, chat, happened, by=next(iter(chat.members)), thread=topic.id)
        topic.closed = closed
        self._desk.world.journal.note("chat", chat=chat.id)
        return {"id": topic.id, "title": topic.title, "closed": topic.closed}

    async def _delete_topic(self, request: Request) -> Any:
        chat, topic = self._topic(request)
        del chat.topics[topic.id]
        self._desk.world.journal.note("chat", chat=chat.id)
        return True

    def _topic(self, request: Request) -> tuple[Chat, Topic]:
        chat = self._desk.chat(request)
        topic = chat.topics.get(request.path_params["topic"])
        if topic is None:
            raise ControlError(404, f"no topic {request.path_params['topic']}")
        return chat, topic

    async def _upgrade(self, request: Request) -> Any:
        chat = self._desk.chat(request)
        if chat.type is not ChatType.GROUP or chat.migrated_to is not None:
            raise ControlError(409, "only a basic group can be upgraded, and only once")
        creator = next(iter(chat.members))
        return self._view(upgrade(self._desk.world, chat, by=creator))


def _apply(chat: Chat, given: Json) -> None:
    for name, kind in _SETTINGS.items():
        if name in given:
            setattr(chat, name, kind(given[name]))


def _bot_standing(bot_id: int, kind: ChatType) -> Member:
    """Bots can only be administrators in a channel."""
    if kind is ChatType.CHANNEL:
        return Member(bot_id, Status.ADMINISTRATOR, frozenset((*ADMIN_RIGHTS, *CHANNEL_RIGHTS)))
    return Member(bot_id)
