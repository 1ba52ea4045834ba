"""Control routes for the traffic between bot and server: logs, faults, limits, time."""

from dataclasses import asdict, replace
from dataclasses import fields as fields_of
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from tgbot.demo.api.faults import Fault, Harm
from tgbot.demo.config import UNLIMITED
from tgbot.demo.control.answers import answering
from tgbot.demo.control.desk import ControlError, Desk, fields, required
from tgbot.demo.delivery.twists import Twist
from tgbot.demo.world.updates import tell_raw


class Traffic:
    """What went to and fro, and what shall go wrong with it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """List the routes that concern no single person or chat."""
        return [
            Route("/calls", answering(self._calls)),
            Route("/deliveries", answering(self._deliveries)),
            Route("/updates", answering(self._pending)),
            Route("/updates", answering(self._inject), methods=["POST"]),
            Route("/faults", answering(self._faults)),
            Route("/faults", answering(self._add_fault), methods=["POST"]),
            Route("/faults", answering(self._clear_faults), methods=["DELETE"]),
            Route("/twists", answering(self._add_twist), methods=["POST"]),
            Route("/twists", answering(self._clear_twists), methods=["DELETE"]),
            Route("/limits", answering(self._limit), methods=["PUT"]),
            Route("/clock", answering(self._advance), methods=["POST"]),
            Route("/token", answering(self._token), methods=["PATCH"]),
            Route("/connections", answering(self._reset), methods=["DELETE"]),
        ]

    async def _calls(self, request: Request) -> Any:
        wanted = request.query_params.get("method", "").lower()
        return [call for call in self._desk.gateway.calls if wanted in {"", call["method"].lower()}]

    async def _deliveries(self, _request: Request) -> Any:
        return list(self._desk.postman.deliveries)

    async def _pending(self, _request: Request) -> Any:
        return [update.wire() for update in self._desk.world.backlog.fresh()]

    async def _inject(self, request: Request) -> Any:
        given = await fields(request)
        tell_raw(self._desk.world, str(required(given, "kind")), required(given, "body"), int(given.get("queue", 0)))
        return True

    async def _faults(self, _request: Request) -> Any:
        return [asdict(fault) for fault in self._desk.gateway.faults.rules.values()]

    async def _add_fault(self, request: Request) -> Any:
        given = await fields(request)
        given["harm"] = Harm(required(given, "harm"))
        return asdict(self._desk.gateway.faults.add(Fault(**given)))

    async def _clear_faults(self, _request: Request) -> Any:
        self._desk.gateway.faults.rules.clear()
        return True

    async def _add_twist(self, request: Request) -> Any:
        return asdict(self._desk.postman.twists.add(Twist(**await fields(request))))

    async def _clear_twists(self, _request: Request) -> Any:
        self._desk.postman.twists.rules.clear()
        return True

    async def _limit(self, request: Request) -> Any:
        given = await fields(request)
        unknown = given.keys() - {field.name for field in fields_of(UNLIMITED)} - {"unlimited"}
        if unknown:
            raise ControlError(400, f"unknown limits: {', '.join(sorted(unknown))}")
        flood = self._desk.gateway.flood
        start = UNLIMITED if given.pop("unlimited", False) else flood.limits
        flood.limit(replace(start, **given))
        return asdict(flood.limits)

    async def _advance(self, request: Request) -> Any:
        given = await fields(request)
        clock = self._desk.world.clock
        clock.advance(float(required(given, "advance")))
        self._desk.world.backlog.bell.ring()
        return {"now": clock.now()}

    async def _token(self, request: Request) -> Any:
        given = await fields(request)
        self._desk.gateway.revoked = bool(required(given, "revoked"))
        return True

    async def _reset(self, request: Request) -> Any:
        return self._desk.connections.drop_others(request)
