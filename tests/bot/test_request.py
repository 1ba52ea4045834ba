"""The HTTP client: what certainly did not arrive, what perhaps did, and nothing secret in either."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from aiohttp import web
from telegram import InputFile
from telegram.error import NetworkError, TelegramError, TimedOut

from tests.bot.fakes import GROUP, TOKEN, scripted_bot
from tests.bot.wire import Wire
from tgbot.bot.client import Client
from tgbot.bot.gateway import Gateway
from tgbot.bot.meter import Unmetered
from tgbot.bot.outcomes import NotSent, Sent, Unsure
from tgbot.bot.request import AiohttpRequest, NotReached
from tgbot.phrases.message import Message

OK = {"ok": True, "result": {"message_id": 5, "date": 1, "chat": {"id": GROUP, "type": "supergroup"}}}


@dataclass
class Server:
    """A Bot API that behaves as badly as it is told."""

    url: str = ""
    manner: str = "well"
    date: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)
    connections: set[object] = field(default_factory=set)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Take a call and do what the manner says."""
        self.connections.add(request.transport)
        is_json = request.content_type == "application/json"
        body = await request.json() if is_json else dict(await request.post())
        self.seen.append({"type": request.content_type, "path": request.path, "body": body})
        match self.manner:
            case "silent":
                await asyncio.sleep(3600)
            case "hangs up":
                assert request.transport is not None
                request.transport.abort()
            case "html":
                return web.Response(status=502, text="<html>502 Bad Gateway</html>", content_type="text/html")
            case "cut off":
                return web.Response(body=b'{"ok":true,"result":{"mess', content_type="application/json")
            case "broken off":
                response = web.StreamResponse(headers={"Content-Length": "1000"})
                await response.prepare(request)
                await response.write(b'{"ok":true')
                assert request.transport is not None
                request.transport.abort()
            case _:
                pass
        return web.json_response(OK, headers={"Date": self.date} if self.date else None)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server on a port of this machine."""
    served = Server()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", served.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    served.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield served
    await runner.cleanup()


async def send(url: str, **timing: float) -> object:
    """Send one message through everything, to a server at this address."""
    request = AiohttpRequest(**timing)  # type: ignore[arg-type]
    await request.initialize()
    try:
        return await Gateway(scripted_bot(request, url), Unmetered()).send(GROUP, Message("<b>Hallo</b>"))
    finally:
        await request.shutdown()


async def test_a_call_is_one_json_body_on_a_kept_connection(server: Server) -> None:
    """Nested values stay JSON; the second call uses the first one's connection."""
    async with Client.build(TOKEN, server.url) as client:
        gateway = Gateway(client.bot, Unmetered())
        assert Sent(5) == await gateway.send(GROUP, Message("<b>Hallo</b>"))
        assert Sent(5) == await gateway.send(GROUP, Message("<b>Hallo</b>"))

    assert {"application/json"} == {call["type"] for call in server.seen}
    assert f"/bot{TOKEN}/sendMessage" == server.seen[0]["path"]
    assert {"is_disabled": True} == server.seen[0]["body"]["link_preview_options"]
    assert "HTML" == server.seen[0]["body"]["parse_mode"]
    assert 1 == len(server.connections)


@pytest.mark.parametrize(
    ("said", "fast"),
    [("Mon, 30 Nov 2026 10:00:00 GMT", True), ("half past ten", None), ("Mon, 30 Nov 2026 10:00:00 -0000", None)],
)
async def test_an_answer_tells_the_servers_time(server: Server, said: str, fast: bool | None) -> None:
    """Which this host's clock is compared with; what is no time tells none."""
    server.date = said
    calls = AiohttpRequest()
    await calls.initialize()
    assert calls.fast is None
    await calls.do_request(server.url, "POST")
    await calls.shutdown()

    at = datetime(2026, 11, 30, 10, tzinfo=UTC)
    if fast is None:
        assert calls.fast is None
    else:
        assert calls.fast is not None
        assert abs(datetime.now(UTC) - at - calls.fast) < timedelta(minutes=1)


async def test_a_file_goes_as_a_form(server: Server) -> None:
    """Only then; forms cost more."""
    async with Client.build(TOKEN, server.url) as client:
        await client.bot.send_document(GROUP, InputFile(b"abend", "abend.txt"))

    assert "multipart/form-data" == server.seen[0]["type"]
    assert str(GROUP) == server.seen[0]["body"]["chat_id"]


@pytest.mark.parametrize(
    ("manner", "outcome"),
    [
        ("silent", Unsure()),
        ("hangs up", Unsure()),
        ("html", Unsure()),
        ("cut off", Unsure()),
        ("broken off", Unsure()),
    ],
)
async def test_whatever_goes_wrong_once_the_request_is_out_leaves_it_open(
    server: Server, manner: str, outcome: object
) -> None:
    """F59, F63: it perhaps was executed, and each is one call."""
    server.manner = manner

    assert outcome == await send(server.url, connect=2.0, answer=0.2)
    assert 1 == len(server.seen)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://no-such-host.invalid", "http://[::1", "http://"])
async def test_without_a_connection_it_certainly_was_not_sent(url: str) -> None:
    """Refused, unknown or nonsense: trying again is safe."""
    assert NotSent() == await send(url, connect=1.0)


async def test_waiting_in_vain_for_a_free_connection_is_certainly_not_sent(server: Server) -> None:
    """F62: the pool is small and everybody is slow."""
    server.manner = "silent"
    request = AiohttpRequest(connections=1, connect=0.8, answer=2.0)
    await request.initialize()

    outcomes = await asyncio.gather(*(request.do_request(server.url, "POST") for _ in range(2)), return_exceptions=True)
    await request.shutdown()

    assert {TimedOut, NotReached} == {type(outcome) for outcome in outcomes}


async def test_a_closed_client_sends_nothing() -> None:
    """After the end there is no pool to send with."""
    with pytest.raises(NotReached):
        await AiohttpRequest().do_request("http://127.0.0.1:1", "POST")


@pytest.mark.parametrize("payload", [b"", b"<html>", b'{"ok":tr', b"[]", b"7"])
def test_an_answer_that_cannot_be_read_is_an_error_without_its_content(payload: bytes) -> None:
    """The library would log it whole."""
    with pytest.raises(TelegramError, match=r"^Invalid server response$"):
        AiohttpRequest.parse_json_payload(payload)


@pytest.mark.parametrize("manner", ["silent", "hangs up", "html", "cut off", "broken off", "nobody there"])
async def test_no_error_and_no_log_holds_the_token_or_the_text(
    server: Server, caplog: pytest.LogCaptureFixture, manner: str
) -> None:
    """F75: at DEBUG, tracebacks and causes included, before any redaction."""
    server.manner = manner
    url = "http://127.0.0.1:1" if manner == "nobody there" else server.url
    request = AiohttpRequest(connect=0.2, answer=0.2)
    await request.initialize()
    for name in ("aiohttp", "asyncio", "telegram.request"):
        logging.getLogger(name).setLevel(logging.DEBUG)

    error: BaseException | None = None
    try:
        await request.post(f"{url}/bot{TOKEN}/sendMessage")
    except TelegramError as raised:
        error = raised
    await request.shutdown()

    assert error is not None
    told = "".join(traceback.format_exception(error)) + str(error) + repr(error) + caplog.text
    assert TOKEN not in told


def test_times_are_long_enough_for_telegrams_own_waits() -> None:
    """Telegram may hold a message back for 8 s in silence and then deliver it."""
    assert 15 <= AiohttpRequest().read_timeout


async def test_idle_connections_that_were_reset_cost_nothing() -> None:
    """A dead connection is noticed while idle, not by losing a message."""
    async with Wire() as wire, Client.build(TOKEN, wire.url) as client:
        gateway = Gateway(client.bot, Unmetered())
        first = await gateway.send(GROUP, Message("eins"))
        wire.reset()
        await asyncio.sleep(0.05)
        second = await gateway.send(GROUP, Message("zwei"))

    assert (Sent(5), Sent(5)) == (first, second)


async def test_a_network_error_keeps_its_kind() -> None:
    """For the counters."""
    assert issubclass(NotReached, NetworkError)
