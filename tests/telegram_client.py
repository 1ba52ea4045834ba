"""A typed client of the demo server's control API, for tests that play a whole evening over HTTP."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.demo.control_stream import WITHIN, ControlStream, Json

__all__ = ["WITHIN", "Answer", "Chat", "Json", "Message", "Person", "Room", "TelegramClient"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Room:
    """A group, supergroup, channel or private chat."""

    id: int
    title: str = ""


Chat: TypeAlias = Room | Person | int


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it stood when it was read; ``raw`` is all the server tells about it."""

    id: int
    text: str
    html: str
    labels: tuple[str, ...]
    from_bot: bool
    raw: Json = field(repr=False)

    @classmethod
    def read(cls, raw: Json) -> "Message":
        """Take over the server's view of a message."""
        labels = tuple(button["text"] for row in raw["keyboard"] for button in row)
        return cls(raw["id"], raw["text"], raw["html"], labels, raw["from_bot"], raw)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot answered to a press."""

    text: str
    show_alert: bool
    url: str
    count: int


class TelegramClient(ControlStream):
    """Plays people over the control API. Waiting follows the server's event stream; nothing polls.

    ``tg = await TelegramClient.connect(url)`` and, at the end, ``await tg.close()``; it is an async context manager too.
    """

    async def user(self, first_name: str, *, started: bool = False, **facts: object) -> Person:
        """Create a person; ``started`` also presses Start, which the bot hears of."""
        raw = await self.request("POST", "/users", {"first_name": first_name, **facts})
        person = Person(raw["id"], raw["first_name"])
        if started:
            await self.start(person)
        return person

    async def person(self, first_name: str) -> Person:
        """Find somebody who is already there, as in the seeded world."""
        users = await self.request("GET", "/users")
        return next(Person(user["id"], first_name) for user in users if user["first_name"] == first_name)

    async def room(self, title: str) -> Room:
        """Find a group that is already there and has not been upgraded."""
        chats = await self.request("GET", "/chats")
        return next(Room(chat["id"], title) for chat in chats if chat.get("title") == title and not chat["migrated_to"])

    async def change_user(self, user: Person, **facts: object) -> None:
        """Rename, block, deactivate and so on."""
        await self.request("PATCH", f"/users/{user.id}", facts)

    async def start(self, user: Person, payload: str = "") -> None:
        """Press Start in the private chat."""
        await self.request("POST", f"/users/{user.id}/start", {"payload": payload})

    async def block(self, user: Person, *, blocked: bool = True) -> None:
        """Block the bot, or unblock it."""
        await self.change_user(user, blocked=blocked)

    async def group(self, title: str, members: Sequence[Person], **facts: object) -> Room:
        """Create a group whose first member is its creator; the bot joins unless ``bot=False``.

        ``type="supergroup"``, ``is_forum=True`` or ``type="channel"`` make another kind of chat.
        """
        body = {"title": title, "members": [member.id for member in members], **facts}
        return Room((await self.request("POST", "/chats", body))["id"], title)

    async def change_chat(self, chat: Room, **facts: object) -> None:
        """Forbid writing, set the slow mode and so on."""
        await self.request("PATCH", f"/chats/{chat.id}", facts)

    async def chat(self, chat: Chat) -> Json:
        """Look at a chat with its members and topics."""
        found: Json = await self.request("GET", f"/chats/{_id(chat)}")
        return found

    async def member(self, chat: Room, user: Person | str, status: str = "member", **facts: object) -> None:
        """Give somebody, or the "bot", another standing: member, administrator, restricted, left, kicked."""
        who = user if isinstance(user, str) else user.id
        by = facts.pop("by", None)
        if isinstance(by, Person):
            facts["by"] = by.id
        await self.request("PUT", f"/chats/{chat.id}/members/{who}", {"status": status, **facts})

    async def topic(self, chat: Room, title: str) -> int:
        """Open a forum topic; returns its thread id."""
        return int((await self.request("POST", f"/chats/{chat.id}/topics", {"title": title}))["id"])

    async def close_topic(self, chat: Room, topic: int, *, closed: bool = True) -> None:
        """Close or reopen a topic."""
        await self.request("PATCH", f"/chats/{chat.id}/topics/{topic}", {"closed": closed})

    async def upgrade(self, chat: Room) -> Room:
        """Make a supergroup of a basic group; returns the new one."""
        return Room((await self.request("POST", f"/chats/{chat.id}/upgrade"))["id"], chat.title)

    async def say(self, user: Person, chat: Chat, text: str, **facts: object) -> Message:
        """Write; ``thread``, ``reply_to``, ``mask`` and ``channel`` as in the control API."""
        body = {"user": user.id, "text": text, **facts}
        return Message.read(await self.request("POST", f"/chats/{_id(chat)}/messages", body))

    async def edit(self, chat: Chat, message: int, text: str) -> None:
        """Let the author edit a message."""
        await self.request("PATCH", f"/chats/{_id(chat)}/messages/{message}", {"text": text})

    async def delete(self, chat: Chat, message: int) -> None:
        """Delete a message."""
        await self.request("DELETE", f"/chats/{_id(chat)}/messages/{message}")

    async def messages(self, chat: Chat, *, deleted: bool = False) -> list[Message]:
        """All messages of a chat, oldest first."""
        query = "?deleted=true" if deleted else ""
        return [Message.read(raw) for raw in await self.request("GET", f"/chats/{_id(chat)}/messages{query}")]

    async def wait_for(self, chat: Chat, containing: str, within: float = WITHIN) -> Message:
        """Wait for the bot's newest message that contains the text, now or after an edit."""

        async def look() -> Message | None:
            messages = reversed(await self.messages(chat))
            return next((message for message in messages if message.from_bot and containing in message.text), None)

        return await self.until(look, f"message {containing!r} in {_id(chat)}", within)

    async def wait_button(self, chat: Chat, label: str, within: float = WITHIN) -> Message:
        """Wait for the newest message with a button whose label contains the text."""

        async def look() -> Message | None:
            messages = reversed(await self.messages(chat))
            return next((m for m in messages if any(label in shown for shown in m.labels)), None)

        return await self.until(look, f"button {label!r} in {_id(chat)}", within)

    async def press(self, user: Person, chat: Chat, label: str, message: int | None = None) -> str:
        """Press the newest button whose label contains the text; returns the callback query's id."""
        return await self._press(chat, {"user": user.id, "label": label, "message": message})

    async def forge(self, user: Person, chat: Chat, data: str, message: int | None = None) -> str:
        """Claim to have pressed a button with this data; returns the callback query's id."""
        return await self._press(chat, {"user": user.id, "data": data, "message": message})

    async def _press(self, chat: Chat, body: Json) -> str:
        query: Json = await self.request("POST", f"/chats/{_id(chat)}/presses", body)
        return str(query["id"])

    async def answer(self, query: str, within: float = WITHIN) -> Answer:
        """Wait for the answer to a press; the last one when there were several."""

        async def look() -> Answer | None:
            answers = await self.answers(query)
            if not answers:
                return None
            return Answer(answers[-1]["text"], answers[-1]["show_alert"], answers[-1]["url"], len(answers))

        return await self.until(look, f"answer to {query}", within)

    async def answers(self, query: str) -> list[Json]:
        """All answers to a press so far."""
        found: list[Json] = (await self.request("GET", f"/queries/{query}"))["answers"]
        return found

    async def calls(self, method: str = "") -> list[Json]:
        """Every Bot API call so far, of one method or of all."""
        found: list[Json] = await self.request("GET", f"/calls?method={method}")
        return found

    async def deliveries(self) -> list[Json]:
        """Every try to deliver an update so far."""
        found: list[Json] = await self.request("GET", "/deliveries")
        return found

    async def pending(self) -> list[Json]:
        """Return the updates that the bot has not taken yet."""
        found: list[Json] = await self.request("GET", "/updates")
        return found

    async def inject(self, kind: str, body: Json, queue: int = 0) -> None:
        """Send the bot any update at all."""
        await self.request("POST", "/updates", {"kind": kind, "body": body, "queue": queue})

    async def fault(self, harm: str, method: str = "", **facts: object) -> None:
        """Spoil the next call of a method; see ``Fault`` for the harms and their settings."""
        await self.request("POST", "/faults", {"harm": harm, "method": method, **facts})

    async def heal(self) -> None:
        """Drop all faults and twists."""
        await self.request("DELETE", "/faults")
        await self.request("DELETE", "/twists")

    async def twist(self, kind: str = "", **facts: object) -> None:
        """Deliver the next update of a type late, twice, elsewhere or out of order; see ``Twist``."""
        await self.request("POST", "/twists", {"kind": kind, **facts})

    async def limits(self, **limits: object) -> None:
        """Set flood limits; ``unlimited=True`` starts from none."""
        await self.request("PUT", "/limits", limits)

    async def advance(self, seconds: float) -> None:
        """Let time pass on the server's clock."""
        await self.request("POST", "/clock", {"advance": seconds})

    async def reset_connections(self) -> None:
        """Reset every other TCP connection to the server; this client's event stream comes back by itself."""
        await self.request("DELETE", "/connections")

    async def quiet(self, within: float = WITHIN) -> None:
        """Wait until no update is pending any more."""

        async def look() -> bool | None:
            return None if await self.pending() else True

        await self.until(look, "no pending updates", within)


def _id(chat: Chat) -> int:
    return chat if isinstance(chat, int) else chat.id
