"""Where the updates of a run come from: real ones, brought up to date, aimed at somebody else's table, and spoiled."""

import copy
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.fuzz.mutations import deep, mutated, written
from tests.telegram_client import Json
from tgbot.game.roll import Roll
from tgbot.phrases.press import encode
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.state.table import Table

_ROLLS = tuple(Roll.parse(text) for text in ("31", "42", "53", "64", "65", "11", "66", "21"))
_DETAILS = ("", "", "", "limit-5", "raise_rule-higher", "drop-1", "page-2", "page-99999999999999999999", "coin-water",
            "sips-2", "short", "paid", "swap", "x", "-", "presets", "__proto__", "MX1-0", "9" * 20)  # fmt: skip
_NOT_JSON = (b"", b" ", b"null", b"[]", b"{}", b'"x"', b"7", b"{", b'{"update_id":', b"\xff\xfe", b"\x00", b"NaN", b"<xml/>",
             b'{"update_id":1,"update_id":"2"}', b'{"update_id":true}', b'{"update_id":1e3}', b"update_id=1")  # fmt: skip
_STRAY = ("get", "put", "path", "secret", "no secret", "odd secret", "huge", "deep")


@dataclass(frozen=True, slots=True)
class Request:
    """One request of the web service, and whether it can mean anything to the bot."""

    body: bytes
    method: str = "POST"
    path: str = "/telegram"
    secret: bytes | None = b""
    strange: bool = False


@dataclass
class Hostility:
    """An endless stream of requests, the same for the same seed and the same tables. `number` is the next update's."""

    corpus: list[Json]
    people: list[Json]
    rng: Random
    number: int = 900_000_000
    _sent: list[int] = field(default_factory=list)

    def request(self, tables: list[Table], known: set[int]) -> Request:
        """Make up the next request. `known` are all ids under which groups with tables are known."""
        chance = self.rng.random()
        if chance < 0.03:
            return self._stray()
        if chance < 0.06:
            return Request(self.rng.choice(_NOT_JSON))
        body = written(self._update(tables, known), self.rng)
        return Request(self._garbled(body) if chance < 0.14 else body)

    def sound(self, update: Json) -> bytes:
        """Write an update of somebody who plays."""
        return written({"update_id": self._next(), **update}, self.rng)

    def _update(self, tables: list[Table], known: set[int]) -> Any:
        rng = self.rng
        update = copy.deepcopy(rng.choice(self.corpus))
        update["update_id"] = rng.choice(self._sent) if self._sent and rng.random() < 0.05 else self._next()
        if "callback_query" not in update and rng.random() < 0.4:
            update = {"update_id": update["update_id"], "callback_query": copy.deepcopy(self._a_press())}
        if rng.random() < 0.9:
            _said_just_now(update)
        if tables and rng.random() < 0.7:
            self._bring_up_to_date(update, rng.choice(tables))
        spoiled = mutated(update, self.corpus, rng) if rng.random() < 0.85 else update
        if keeps_groups_apart(spoiled, known):
            return spoiled
        return {"update_id": update["update_id"]}

    def _a_press(self) -> Json:
        presses = [update["callback_query"] for update in self.corpus if "callback_query" in update]
        return dict(self.rng.choice(presses))

    def _bring_up_to_date(self, update: Json, table: Table) -> None:
        """Aim an update at a table as it stands: its chat, one of its people or a stranger, its present step."""
        rng = self.rng
        for body in update.values():
            if not isinstance(body, dict) or "from" not in body:
                continue
            body["from"] = rng.choice(self.people)
            private = rng.random() < 0.15
            chat = {"id": body["from"]["id"] if private else table.chat, "type": "private" if private else "supergroup",
                    "title": "Stammtisch"}  # fmt: skip
            if rng.random() < 0.3 and str(body.get("text", "")).startswith("/"):
                body["reply_to_message"] = self._said_by_one_of_them(chat)
            if "data" in body:
                body["data"] = self._data(table)
                body["message"] = {**body.get("message", {}), "chat": chat}
            elif "chat" in body and "migrate_to_chat_id" not in body and "migrate_from_chat_id" not in body:
                body["chat"] = chat

    def _said_by_one_of_them(self, chat: Json) -> Json:
        """Write a message that a command answers: it means whoever said it."""
        return {
            "message_id": 6,
            "date": 1_764_460_700,
            "from": self.rng.choice(self.people),
            "chat": chat,
            "text": "Ich?",
        }

    def _data(self, table: Table) -> str:
        rng = self.rng
        step = getattr(table.game, "step", 0) + rng.choice((0, 0, 0, 0, 0, 1, -1))
        number = max(0, table.games + rng.choice((0, 0, 0, 0, 0, 1, -1)))
        value = rng.choice(_ROLLS) if rng.random() < 0.4 else None
        action, detail = rng.choice(list(Action)), rng.choice(_DETAILS)
        if (aimed := _aimed(table, action)) and rng.random() < 0.8:
            step = aimed
        if action in (Action.KICK, Action.HOST) and rng.random() < 0.8:
            detail = str(rng.choice(self.people)["id"])
        tap = Tap(table.id, number, max(0, step), action, value, detail)
        return encode(tap)[: rng.choice((64, 64, 64, 63, 20))]

    def _garbled(self, body: bytes) -> bytes:
        rng = self.rng
        where = rng.randrange(len(body))
        match rng.randrange(5):
            case 0:
                return body[:where]
            case 1:
                return body[:where] + rng.randbytes(rng.choice((1, 2, 40))) + body[where:]
            case 2:
                return body[:where] + bytes([rng.randrange(256)]) + body[where + 1 :]
            case 3:
                return body + body
            case _:
                return body.replace(b"{", b'{"update_id":5,"from":null,', 1)

    def _stray(self) -> Request:
        body = written(self._update([], set()), self.rng)
        match self.rng.choice(_STRAY):
            case "get":
                return Request(b"", method="GET", strange=True)
            case "put":
                return Request(
                    body, method=self.rng.choice(("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")), strange=True
                )
            case "path":
                return Request(
                    body, path=self.rng.choice(("/", "/telegram/", "/telegram%00", "/../x", "/metrics")), strange=True
                )
            case "secret":
                return Request(body, secret=b"wrong", strange=True)
            case "no secret":
                return Request(body, secret=None, strange=True)
            case "odd secret":
                return Request(body, secret="Schlüssel\udce9".encode("utf-8", "surrogateescape"), strange=True)
            case "huge":
                return Request(b'{"update_id":1,"x":"' + b"x" * 5_000_000 + b'"}', strange=True)
            case _:
                return Request(
                    b"[" * 100_000 if self.rng.random() < 0.5 else written(deep(900), self.rng), strange=True
                )

    def _next(self) -> int:
        self.number += 1
        if self.rng.random() < 0.1:
            self._sent.append(self.number)
        return self.number


def _said_just_now(update: Json) -> None:
    """Date a message: what was typed ten minutes ago and longer is no wish any more."""
    for body in update.values():
        if isinstance(body, dict) and "date" in body:
            body["date"] = int(time.time())


def _aimed(table: Table, action: Action) -> int:
    """Return the number of the open board, debt or menu that a button belongs to; 0 where there is none."""
    menu = (Action.MENU_PAGE, Action.MENU_SET, Action.MENU_PRESET, Action.MENU_CODE, Action.MENU_CLOSE)
    shown = {
        Action.KICK: table.ballot,
        Action.HOST: table.office,
        Action.STAKES: table.stakes,
        Action.TASK: table.task_list,
        Action.DEBT: table.debts[0] if table.debts else None,
        **dict.fromkeys(menu, table.menu),
    }.get(action)
    return 0 if shown is None else shown.number


def keeps_groups_apart(update: Any, known: set[int]) -> bool:
    """Telegram never makes a known group out of another one; a forged word of it is beyond what a bot could tell."""
    message = update.get("message") if isinstance(update, dict) else None
    if not isinstance(message, dict) or not isinstance(message.get("chat"), dict):
        return True
    here = message["chat"].get("id")
    grown = [message.get("migrate_to_chat_id"), here if message.get("migrate_from_chat_id") else None]
    chats = {chat for chat in grown if isinstance(chat, int)}
    apart = known.isdisjoint(chats)
    known |= chats  # also of two that are sent at once
    return apart
