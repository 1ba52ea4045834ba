"""A chat: who is in it and what was said."""

from dataclasses import dataclass, field
from enum import StrEnum

from tgbot.demo.wire import Json
from tgbot.demo.world.member import Member, Status
from tgbot.demo.world.message import Message

GENERAL_TOPIC = 1


class ChatType(StrEnum):
    """The four kinds of chat."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


@dataclass(slots=True)
class Topic:
    """A forum thread; its id is that of the message which opened it."""

    id: int
    title: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """One chat. A private chat has the id of its person and no members.

    ``messages`` keeps deleted ones too, marked, so that a test can look back. ``slow_mode`` is in seconds, 0 is off.
    """

    id: int
    type: ChatType
    title: str = ""
    username: str = ""
    is_forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    writable: bool = True
    slow_mode: float = 0.0
    migrated_to: int | None = None
    deleted: bool = False
    pinned: int | None = None
    last_message_id: int = 0

    @property
    def is_private(self) -> bool:
        """Whether this is the chat of one person with the bot."""
        return self.type is ChatType.PRIVATE

    def member(self, user_id: int) -> Member:
        """Somebody's standing; an account never seen here has left."""
        return self.members.get(user_id) or Member(user_id, Status.LEFT)

    def message(self, message_id: int) -> Message | None:
        """Return a message that still exists."""
        found = self.messages.get(message_id)
        return None if found is None or found.deleted else found

    def inside(self) -> list[Member]:
        """Everybody in the chat, in the order of joining."""
        return [member for member in self.members.values() if member.inside]

    def card(self) -> Json:
        """Return the ``Chat`` object of the Bot API for anything but a private chat."""
        card: Json = {"id": self.id, "type": self.type, "title": self.title}
        if self.username:
            card["username"] = self.username
        if self.is_forum:
            card["is_forum"] = True
        if self.type is ChatType.GROUP:
            card["all_members_are_administrators"] = False
        return card
