"""Telegram in bad weather: the strict stand-in, whose answers and deliveries go wrong by the dice of a seed.

It notes every call it carried out, every answer it destroyed, and every update that was taken with a 200.
"""

from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import aiohttp

from tests.chaos.putting import lent
from tests.chaos.tape import Tape
from tgbot.demo import app
from tgbot.demo.api.faults import Fault, Faults, Harm
from tgbot.demo.api.gateway import Answer, Gateway
from tgbot.demo.api.params import Params
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.delivery.backlog import Update
from tgbot.demo.delivery.postman import Postman
from tgbot.demo.delivery.subscription import Webhook
from tgbot.demo.delivery.twists import Twist, Twists
from tgbot.demo.server import DemoServer
from tgbot.demo.wire import Json
from tgbot.demo.world.talk import erase
from tgbot.demo.world.world import World

_WRITING = frozenset({"sendMessage", "sendPhoto", "editMessageText", "editMessageReplyMarkup"})
_SPOILED = _WRITING | {"answerCallbackQuery", "getChatMember"}
"""Every call about a chat that the bot makes; what it says of itself (its commands, its webhook) is not spoiled."""

_meeting: ContextVar[Fault | None] = ContextVar("_meeting", default=None)
"""What spoils the call this task is about."""

_PERFECT = Twist()
_LATE = 0.6  # seconds, which a worker waits
_TOO_LATE = 6.0  # seconds, which it does not

_BROKEN = {"error_code": 500, "description": "Internal Server Error"}
_BROKEN_AFTER = Fault(Harm.ERROR, error=_BROKEN, hits=1, skip=-1)
"""The same words as before a call was carried out, after it was: nobody can tell one from the other."""
_SAYS_NOTHING = {"description": _BROKEN["description"]}

_ANY: tuple[tuple[int, Fault], ...] = (
    (30, Fault(Harm.DROP_AFTER)),
    (20, Fault(Harm.DROP_BEFORE)),
    (20, Fault(Harm.DELAY, seconds=_LATE)),
    (8, Fault(Harm.DELAY, seconds=_TOO_LATE)),
    (8, Fault(Harm.SILENCE, seconds=_TOO_LATE)),
    (12, Fault(Harm.TRUNCATE)),
    (12, Fault(Harm.BAD_GATEWAY)),
    (25, Fault(Harm.FLOOD, retry_after=1)),
    (5, Fault(Harm.FLOOD, retry_after=3)),
    (10, Fault(Harm.ERROR, error=_BROKEN)),
    (5, Fault(Harm.ERROR, error={"error_code": 500, "description": "Internal Server Error: restart"})),
    (5, Fault(Harm.ERROR, error={"error_code": 400, "description": "Bad Request: Bad Gateway"})),
    (10, _BROKEN_AFTER),
)
_CARRIED_OUT = (_BROKEN_AFTER,)
_GONE = Fault(Harm.ERROR, error={"error_code": 400, "description": "Bad Request: message to edit not found"})
_MUTED = Fault(
    Harm.ERROR,
    error={"error_code": 400, "description": "Bad Request: not enough rights to send text messages to the chat"},
)
_KICKED = Fault(
    Harm.ERROR, error={"error_code": 403, "description": "Forbidden: bot was kicked from the supergroup chat"}
)
_BLOCKED = Fault(Harm.ERROR, error={"error_code": 403, "description": "Forbidden: bot was blocked by the user"})


@dataclass
class Sky:
    """How bad it is: the share of calls and of deliveries that go wrong. Nothing does while `clear`."""

    random: Random
    tape: Tape
    taken: Tape
    ports: list[int]
    calls: float = 0.04
    deliveries: float = 0.08
    clear: bool = True
    world: World | None = None
    _seed: float = field(init=False)
    _counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._seed = self.random.random()

    def storm(self, share: float, what: str) -> Random | None:
        """Throw for one call or delivery; None if it goes well.

        `what` names its kind: the third of a kind meets the same in every night of a seed.
        """
        self._counts[what] += 1
        chance = Random(f"{self._seed}:{what}:{self._counts[what]}")  # noqa: S311 -- no secret
        return None if self.clear or chance.random() >= share else chance


@dataclass(slots=True)
class WildFaults(Faults):
    """Spoils calls that write to somebody."""

    sky: Sky = field(kw_only=True)

    def meeting(self, method: str, chat_id: str) -> Fault | None:
        """Throw for the rule that meets this call; the call itself, which comes next, notes it."""
        _meeting.set(None)
        if method not in _SPOILED or (chance := self.sky.storm(self.sky.calls, f"{method} {chat_id}")) is None:
            return None
        fault = replace(_thrown(chance, method, chat_id), hits=1)
        _meeting.set(fault)
        return fault if fault not in _CARRIED_OUT else None


def _thrown(chance: Random, method: str, chat_id: str) -> Fault:
    rules = list(_ANY)
    if method in _WRITING:
        rules += ((4, _MUTED), (3, _KICKED)) if chat_id.startswith("-") else ((6, _BLOCKED),)
    if method == "editMessageText":
        rules.append((12, _GONE))
    return chance.choices([rule for _, rule in rules], [weight for weight, _ in rules])[0]


class NotedGateway(Gateway):
    """Notes each call with what became of it."""

    sky: Sky

    async def perform(self, method: str, params: Params, *, via: str = "http") -> Answer:
        """Carry a call out, and note it."""
        fault = _meeting.get() if via == "http" else None
        answer = await super().perform(method, params, via=via)
        if fault is not None and fault in _CARRIED_OUT:
            self._note(method, params.values, fault, done=answer.status == 200, answer=answer.body | _SAYS_NOTHING)
            return Answer(500, {"ok": False, **fault.error})
        self._note(method, params.values, fault, done=answer.status == 200, answer=answer.body)
        return answer

    def log(self, method: str, params: Params, via: str) -> Json:
        """Note a call that is not carried out."""
        fault = _meeting.get() if via.startswith("fault") else None
        if fault is not None:
            self._note(method, params.values, fault, done=False, answer=fault.error)
            if fault.error == _GONE.error:
                chat = self.world.chats[int(params.values["chat_id"])]
                erase(self.world, chat, chat.messages[int(params.values["message_id"])])
        return super().log(method, params, via)

    def _note(self, method: str, params: dict[str, str], fault: Fault | None, *, done: bool, answer: Json) -> None:
        if method not in _SPOILED:
            return
        result = answer.get("result")
        shown: Json = result if isinstance(result, dict) else {}
        self.sky.tape.note(
            method=method,
            chat=params.get("chat_id"),
            query=params.get("callback_query_id"),
            message=shown.get("message_id") or params.get("message_id"),
            text=shown.get("text") or params.get("text"),
            buttons=_buttons(shown),
            done=done,
            harm=None if fault is None or fault.seconds == _LATE else fault.harm,
            why=answer.get("description"),
        )


def _buttons(message: Json) -> list[list[str]]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [[button["text"], button.get("callback_data", "")] for row in rows for button in row]


@dataclass(slots=True)
class WildTwists(Twists):
    """Duplicates and delays deliveries, and lets those of other queues overtake them."""

    sky: Sky = field(kw_only=True)

    def taking(self, update: Update) -> Twist:
        """Throw for this update."""
        if (random := self.sky.storm(self.sky.deliveries, f"{update.kind} {update.chat_id}")) is None:
            return _PERFECT
        return random.choice(
            (
                Twist(copies=1, beside=True),
                Twist(copies=1),
                Twist(copies=2, beside=True),
                Twist(delay=random.uniform(0.05, 1.5)),
                Twist(after=random.randint(1, 20)),
            )
        )


class Balanced(Postman):
    """Posts each try to any of the workers, as a balancer in front of them would, dead ones included."""

    sky: Sky

    async def _post(self, session: aiohttp.ClientSession, webhook: Webhook, update: Update) -> float | None:
        port = self.sky.random.choice(self.sky.ports)
        somewhere = Webhook(f"http://127.0.0.1:{port}/telegram", webhook.secret)
        delay = await super()._post(session, somewhere, update)
        if delay is None:
            query = update.body.get("id") if update.kind == "callback_query" else None
            who = update.body["from"]["id"]
            self.sky.taken.note(update=update.id, kind=update.kind, query=query, chat=update.chat_id, who=who)
        return delay


def stand_in(sky: Sky) -> DemoServer:
    """Build the stand-in with this sky above it."""

    def gateway(*parts: Any) -> Gateway:
        made = NotedGateway(*parts)
        made.sky, made.faults = sky, WildFaults(sky=sky)
        return made

    def postman(*parts: Any) -> Postman:
        backlog, subscription, _, *rest = parts
        made = Balanced(backlog, subscription, WildTwists(sky=sky), *rest)
        made.sky = sky
        return made

    with lent(app, Gateway=gateway, Postman=postman):
        server = DemoServer(DemoConfig(limits=UNLIMITED, retry_scale=0.05, webhook_patience=5.0))
    sky.world = server.world
    return server
