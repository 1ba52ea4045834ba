"""The server under the app: slow clients, many clients, and an end that loses nothing."""

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tgbot.web import app as app_module
from tgbot.web import patient_protocol
from tgbot.web.app import SECRET_HEADER, Web, build_app
from tgbot.web.metrics import Metrics
from tgbot.web.server import WebServer

SECRET = "s3cret-s3cret-s3cret"


def small_app(gate: asyncio.Event | None = None) -> Starlette:
    """Answer `ok`, once the gate is open."""

    async def answer(request: Request) -> Response:
        await request.body()
        if gate is not None:
            await gate.wait()
        return PlainTextResponse("ok")

    return Starlette(routes=[Route("/telegram", answer, methods=["POST"])])


@asynccontextmanager
async def serving(app: Starlette) -> AsyncIterator[tuple[WebServer, int]]:
    """Serve an app on a free port."""
    server = WebServer(app)
    port = server.listen("127.0.0.1", 0)
    task = asyncio.create_task(server.serve())
    await asyncio.sleep(0.05)
    yield server, port
    server.stop()
    await asyncio.wait_for(task, 5)


async def post(port: int) -> str:
    """Make one good request."""
    async with httpx.AsyncClient(timeout=5) as client:
        return (await client.post(f"http://127.0.0.1:{port}/telegram", content=b"{}")).text


async def closed(reader: asyncio.StreamReader) -> bool:
    """Whether the server closes the connection."""
    try:
        async with asyncio.timeout(2):
            while await reader.read(1000):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize(
    "beginning",
    [b"", b"hello", b"POST /telegram HTTP/1.1\r\nHost: bot\r\nContent-Le"],
    ids=["nothing", "F130 hello", "half the headers"],
)
async def test_slow_clients_block_nobody_and_are_let_go(monkeypatch: pytest.MonkeyPatch, beginning: bytes) -> None:
    """F130: two hundred of them."""
    monkeypatch.setattr(patient_protocol, "HEADERS_WITHIN", 0.5)
    async with serving(small_app()) as (_, port):
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
        for _, writer in slow:
            writer.write(beginning)
        assert "ok" == await post(port)
        gone = await asyncio.gather(*(closed(reader) for reader, _ in slow))
        for _, writer in slow:
            writer.close()

    assert all(gone)


async def test_half_a_second_request_is_waited_for_no_longer_than_half_a_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keeping a connection is fine; keeping it busy with nothing is not."""
    monkeypatch.setattr(patient_protocol, "HEADERS_WITHIN", 0.2)
    whole = b"POST /telegram HTTP/1.1\r\nHost: bot\r\nContent-Length: 2\r\n\r\n{}"
    async with serving(small_app()) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(whole)
        await reader.readuntil(b"ok")
        await asyncio.sleep(0.4)
        writer.write(whole)  # an idle connection is kept longer than that
        await reader.readuntil(b"ok")
        writer.write(whole + whole[:30])
        await reader.readuntil(b"ok")
        assert await closed(reader)
        writer.close()


async def test_a_stop_finishes_what_is_being_handled() -> None:
    """Telegram gets its 200 for what was stored."""
    gate = asyncio.Event()
    async with serving(small_app(gate)) as (server, port):
        asking = asyncio.create_task(post(port))
        await asyncio.sleep(0.1)
        server.stop()
        await asyncio.sleep(0.1)
        gate.set()
        assert "ok" == await asking


async def test_a_port_in_use_is_known_at_once() -> None:
    """Before anything else is started."""
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        WebServer(small_app()).listen("127.0.0.1", taken.getsockname()[1])


async def test_no_log_holds_the_secret(caplog: pytest.LogCaptureFixture) -> None:
    """F74: at DEBUG, in good requests and broken ones."""
    caplog.set_level(logging.DEBUG)
    async with serving(small_app()) as (_, port):
        async with httpx.AsyncClient() as client:
            await client.post(f"http://127.0.0.1:{port}/telegram", content=b"{}", headers={SECRET_HEADER: SECRET})
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"POST /telegram HTTP/1.1\r\n{SECRET_HEADER}: {SECRET}\r\nContent-Length: zwei\r\n\r\n".encode())
        assert await closed(reader)
        writer.close()

    assert SECRET not in caplog.text


async def test_signals_are_left_to_whoever_started_the_server() -> None:
    """One place decides what a SIGTERM means."""
    before = signal.getsignal(signal.SIGTERM)
    async with serving(small_app()):
        assert before is signal.getsignal(signal.SIGTERM)


async def test_half_a_request_on_an_idle_connection_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago the last whole one was."""
    monkeypatch.setattr(patient_protocol, "HEADERS_WITHIN", 0.2)
    async with serving(small_app()) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /telegram HTTP/1.1\r\nHost: bot\r\nContent-Length: 2\r\n\r\n{}")
        await reader.readuntil(b"ok")
        await asyncio.sleep(0.05)
        writer.write(b"POST /tele")
        assert await closed(reader)
        writer.close()


async def test_a_body_that_does_not_come_is_a_408(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection is closed; a secret alone buys no patience."""
    monkeypatch.setattr(app_module, "PATIENCE", 0.1)
    web = Web(None, Metrics(), SECRET, None)  # type: ignore[arg-type]
    async with serving(build_app(web)) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"POST /telegram HTTP/1.1\r\nHost: b\r\n{SECRET_HEADER}: {SECRET}\r\nContent-Length: 9\r\n\r\n{{".encode()
        )
        assert b"408" in await reader.readline()
        assert await closed(reader)
        writer.close()


async def test_a_client_that_hangs_up_within_its_body_troubles_nobody() -> None:
    """The next one is served."""
    web = Web(None, Metrics(), SECRET, None)  # type: ignore[arg-type]
    async with serving(build_app(web)) as (_, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"POST /telegram HTTP/1.1\r\nHost: b\r\n{SECRET_HEADER}: {SECRET}\r\nContent-Length: 9\r\n\r\n{{".encode()
        )
        await asyncio.sleep(0.05)
        writer.close()
        await asyncio.sleep(0.05)
        async with httpx.AsyncClient() as client:
            assert 200 == (await client.get(f"http://127.0.0.1:{port}/health/live")).status_code
