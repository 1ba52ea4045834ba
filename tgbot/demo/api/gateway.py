"""Carrying out calls: the token, the method, the log, and one answer whatever happens."""

from collections import deque
from dataclasses import dataclass, field

from tgbot.demo.api.call import Call
from tgbot.demo.api.faults import Faults
from tgbot.demo.api.flood import Flood
from tgbot.demo.api.params import Params
from tgbot.demo.api.table import METHODS
from tgbot.demo.delivery.subscription import Subscription
from tgbot.demo.errors import ApiError, not_found, unauthorized
from tgbot.demo.wire import Json
from tgbot.demo.world.world import World

_LOG_LENGTH = 20_000
_LONGEST_TOKEN = 80


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back to the caller."""

    status: int
    body: Json


@dataclass(slots=True)
class Gateway:
    """The Bot API of one bot. ``calls`` logs every call with its answer, newest last."""

    world: World
    flood: Flood
    subscription: Subscription
    faults: Faults = field(default_factory=Faults)
    calls: "deque[Json]" = field(default_factory=lambda: deque(maxlen=_LOG_LENGTH))
    revoked: bool = False

    def check_token(self, token: str) -> None:
        """Raise ApiError unless the token is our bot's."""
        if not token or token.startswith("0") or len(token) > _LONGEST_TOKEN or ":" not in token:
            raise unauthorized("invalid token specified")
        if token != self.world.config.token or self.revoked:
            raise unauthorized()

    async def perform(self, method: str, params: Params, *, via: str = "http") -> Answer:
        """Carry out a call and log it. Never raises for what the caller did wrong."""
        entry = self.log(method, params, via)
        answer = await self._answer(method, params)
        entry["status"] = answer.status
        entry["answer"] = answer.body
        entry["took"] = round(self.world.clock.now() - entry["at"], 4)
        self.world.journal.note("call", method=method, status=answer.status, chat=_number(params.values.get("chat_id")))
        return answer

    def log(self, method: str, params: Params, via: str) -> Json:
        """Open the log entry of a call that came in."""
        entry: Json = {
            "at": self.world.clock.now(),
            "method": method,
            "params": params.values,
            "files": sorted(params.files),
            "via": via,
            "status": None,
            "answer": None,
        }
        self.calls.append(entry)
        return entry

    async def _answer(self, method: str, params: Params) -> Answer:
        action = METHODS.get(method.lower())
        if action is None:
            refusal = not_found("method not found")
            return Answer(refusal.code, refusal.body())
        try:
            result = await action(Call(self.world, self.flood, self.subscription, params))
        except ApiError as error:
            return Answer(error.code, error.body())
        return Answer(200, {"ok": True, "result": result})


def _number(text: str | None) -> int | None:
    return int(text) if text and text.lstrip("-").isdigit() else None
