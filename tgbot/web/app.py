"""The web service. `POST /telegram` says 200 only when what the update did is stored for good."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import orjson
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tgbot.bot.inbox import Inbox, NotNow, NoUpdate
from tgbot.web.metrics import Metrics

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 -- the name, not the secret
LARGEST: Final = 1 << 20  # bytes; an update is a few thousand
PATIENCE: Final = 10.0  # seconds a client may take to send a request's body
READY_WITHIN: Final = 3.0  # seconds the store may take to prove that it can be written to


async def _nobody_minds() -> None:
    """Do nothing about an update that came."""


@dataclass(frozen=True, slots=True)
class Web:
    """The routes' work. `unready` says what keeps updates from being handled now (None: nothing); `heard` hears of each."""

    inbox: Inbox
    metrics: Metrics
    secret: str
    unready: Callable[[], Awaitable[str | None]]
    heard: Callable[[], Awaitable[None]] = _nobody_minds

    async def telegram(self, request: Request) -> Response:
        """Take an update from Telegram."""
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.secret.encode()):
            return _closing(401)  # its body is not read
        await self.heard()
        body = await _body(request)
        return body if isinstance(body, Response) else await self._take(body)

    async def _take(self, body: bytes) -> Response:
        try:
            answer = await self.inbox.take_raw(orjson.loads(body))
        except (orjson.JSONDecodeError, NoUpdate):
            return Response(status_code=400)
        except NotNow:
            return Response(status_code=503, headers={"Retry-After": "1"})
        if answer is None:
            return Response(status_code=200)
        return Response(orjson.dumps(answer.as_method()), media_type="application/json")

    async def live(self, _: Request) -> Response:
        """Say that the process runs."""
        return PlainTextResponse("live")

    async def is_ready(self, _: Request) -> Response:
        """Say whether updates can be handled now, and if not, why."""
        try:
            async with asyncio.timeout(READY_WITHIN):
                why = await self.unready()
        except Exception:  # noqa: BLE001 -- whatever it is, it means no
            why = "the store does not take writes"
        if why is None:
            return PlainTextResponse("ready")
        return PlainTextResponse(f"not ready: {why}", status_code=503)

    async def show_metrics(self, _: Request) -> Response:
        """Show the counters to whoever scrapes them."""
        return Response(self.metrics.exposition(), media_type=self.metrics.media_type)


def build_app(web: Web) -> Starlette:
    """Put the routes together. An unknown path is a 404, a wrong method a 405; nothing ever redirects."""
    app = Starlette(
        routes=[
            Route("/telegram", web.telegram, methods=["POST"]),
            Route("/health/live", web.live, methods=["GET"]),
            Route("/health/ready", web.is_ready, methods=["GET"]),
            Route("/metrics", web.show_metrics, methods=["GET"]),
        ]
    )
    app.router.redirect_slashes = False  # Telegram takes a redirect for a failure
    return app


async def _body(request: Request) -> bytes | Response:
    """Read a body, or say what is wrong with it. Stops at the limit, whatever length was promised."""
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST:
                    return _closing(413)
    except TimeoutError:
        return _closing(408)
    except ClientDisconnect:
        return Response(status_code=400)
    return bytes(body)


def _closing(status: int) -> Response:
    return Response(status_code=status, headers={"Connection": "close"})
