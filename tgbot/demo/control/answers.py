"""Turning a control handler's value, or its refusal, into an HTTP answer."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tgbot.demo.control.desk import ControlError
from tgbot.demo.wire import dumps

Handler = Callable[[Request], Awaitable[Any]]
Endpoint = Callable[[Request], Awaitable[Response]]


def answering(handler: Handler) -> Endpoint:
    """Wrap a handler: its value is answered as JSON, a ControlError with its status."""

    async def endpoint(request: Request) -> Response:
        try:
            value = await handler(request)
        except ControlError as error:
            return _json({"error": str(error)}, error.status)
        except (TypeError, ValueError) as error:
            return _json({"error": f"bad value: {error}"}, 400)
        return _json(value, 200)

    return endpoint


def _json(value: object, status: int) -> Response:
    return Response(dumps(value), status, media_type="application/json")
