"""The Bot API over HTTP: ``/bot<token>/<method>``, and the faults that spoil it."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tgbot.demo.api.connections import Connections
from tgbot.demo.api.faults import Fault, Harm
from tgbot.demo.api.gateway import Answer, Gateway
from tgbot.demo.api.params import Params, decode
from tgbot.demo.errors import ApiError, not_found, too_many_requests
from tgbot.demo.wire import dumps

_BAD_GATEWAY = (
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
    "<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n</body>\r\n</html>\r\n"
)
_SILENCE = 70.0
_BEFORE = frozenset({Harm.DROP_BEFORE, Harm.BAD_GATEWAY, Harm.FLOOD, Harm.ERROR, Harm.SILENCE})


class BotApi:
    """Routes of the Bot API."""

    def __init__(self, gateway: Gateway, connections: Connections) -> None:
        self._gateway = gateway
        self._connections = connections

    def routes(self) -> list[Route]:
        """List calls and file downloads; every other address below ``/bot`` is not found."""
        return [
            Route("/file/bot{token}/{path:path}", self._download),
            Route("/bot{token}/{method}", self._call, methods=["GET", "POST"]),
            Route("/bot{rest:path}", self._nowhere, methods=["GET", "POST"]),
        ]

    async def _call(self, request: Request) -> Response:
        try:
            self._gateway.check_token(request.path_params["token"])
            params = decode(request.url.query, request.headers.get("content-type", ""), await request.body())
        except ApiError as error:
            return _response(Answer(error.code, error.body()))
        method = request.path_params["method"]
        fault = self._gateway.faults.meeting(method, params.values.get("chat_id", ""))
        if fault is not None and fault.harm in _BEFORE:
            return await self._refuse(request, method, params, fault)
        answer = await self._gateway.perform(method, params)
        return _response(answer) if fault is None else await self._spoil(request, answer, fault)

    async def _refuse(self, request: Request, method: str, params: Params, fault: Fault) -> Response:
        """Spoil a call that is never carried out."""
        entry = self._gateway.log(method, params, f"fault {fault.harm}")
        self._gateway.world.journal.note("spoiled", method=method, harm=fault.harm)
        match fault.harm:
            case Harm.BAD_GATEWAY:
                entry["status"] = 502
                return Response(_BAD_GATEWAY, 502, media_type="text/html")
            case Harm.FLOOD:
                answer = _answer(too_many_requests(fault.wait))
            case Harm.ERROR:
                answer = Answer(int(fault.error.get("error_code", 400)), {"ok": False, **fault.error})
            case _:
                silent = fault.harm is Harm.SILENCE
                await asyncio.sleep(fault.seconds or (_SILENCE if silent else 0.0))
                return self._hang_up(request)
        entry["status"], entry["answer"] = answer.status, answer.body
        return _response(answer)

    async def _spoil(self, request: Request, answer: Answer, fault: Fault) -> Response:
        """Spoil the answer of a call that was carried out."""
        match fault.harm:
            case Harm.DROP_AFTER:
                return self._hang_up(request)
            case Harm.TRUNCATE:
                whole = dumps(answer.body)
                return Response(whole[: len(whole) // 2], answer.status, media_type="application/json")
            case _:
                await asyncio.sleep(fault.seconds)
                return _response(answer)

    def _hang_up(self, request: Request) -> Response:
        self._connections.drop(request)
        return Response(status_code=500)

    async def _download(self, request: Request) -> Response:
        try:
            self._gateway.check_token(request.path_params["token"])
        except ApiError as error:
            return _response(_answer(error))
        path: str = request.path_params["path"]
        for upload in self._gateway.world.uploads.values():
            if path == upload.path:
                return Response(upload.content, media_type=upload.content_type)
        return _response(_answer(not_found()))

    async def _nowhere(self, request: Request) -> Response:
        del request
        return _response(_answer(not_found()))


def _answer(error: ApiError) -> Answer:
    return Answer(error.code, error.body())


def _response(answer: Answer) -> Response:
    response = Response(dumps(answer.body), answer.status, media_type="application/json")
    retry_after = answer.body.get("parameters", {}).get("retry_after")
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response
