"""A stored message, with everything it once was."""

from dataclasses import dataclass, field
from enum import StrEnum

from tgbot.demo.wire import Json


class Kind(StrEnum):
    """What a message carries; the value is how a refusal names it."""

    TEXT = "text messages"
    DICE = "dice"
    PHOTO = "photos"
    DOCUMENT = "documents"
    SERVICE = "service messages"


@dataclass(frozen=True, slots=True)
class Version:
    """What a message said and offered until it was edited, and when that was sent."""

    date: int
    body: Json
    markup: Json | None


@dataclass(slots=True)
class Message:
    """One message. ``body`` holds the fields of its kind just as the Bot API spells them.

    ``sender`` is a user id, or None for a channel's post; ``sender_chat`` is the chat it was sent in the name of.
    ``markup`` is the keyboard below it, and ``reaction`` the bot's emoji on it, None without one.
    """

    id: int
    chat_id: int
    date: int
    kind: Kind
    body: Json
    sender: int | None = None
    sender_chat: int | None = None
    thread: int | None = None
    reply_to: int | None = None
    markup: Json | None = None
    edited: int | None = None
    forward_origin: Json | None = None
    relayed: bool = False
    reaction: str | None = None
    protected: bool = False
    silent: bool = False
    deleted: bool = False
    past: list[Version] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words of the message or below its picture, "" for a die or a service message."""
        return str(self.body.get("text") or self.body.get("caption") or "")

    @property
    def buttons(self) -> list[Json]:
        """The inline buttons in reading order."""
        if self.markup is None:
            return []
        return [button for row in self.markup.get("inline_keyboard", []) for button in row]

    def rewrite(self, body: Json, markup: Json | None, now: int) -> None:
        """Replace content and keyboard, remembering what was there."""
        self.past.append(Version(self.edited or self.date, self.body, self.markup))
        self.body, self.markup, self.edited = body, markup, now
