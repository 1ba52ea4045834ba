"""A worker of the bot in this process with an ear on everything it says: to Telegram, to the store, to its log.

Calls of the Bot API go to the strict Telegram without a socket, or two hundred games would take too long.
"""

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from redis.asyncio import Redis
from telegram.request import BaseRequest, RequestData

from tests.e2e.scan import Scan
from tests.e2e.stage import TIRELESS, Stage, free_port
from tests.e2e.truth import Truth
from tests.store.servers import real_server
from tests.telegram_client import TelegramClient
from tgbot.bot import client as bot_client
from tgbot.demo import app
from tgbot.demo.api.gateway import Answer, Gateway
from tgbot.demo.api.params import Params, from_json
from tgbot.demo.api.reply import executor
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer
from tgbot.demo.wire import dumps
from tgbot.main import parts
from tgbot.main.parts import Chance
from tgbot.main.serve import Running, worker
from tgbot.store import scripts
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.ports.budget import Grant
from tgbot.table.ports.tables import Change, Loaded, Outcome


@dataclass
class Ears:
    """A worker that is listened to."""

    on: Stage
    truth: Truth
    scan: Scan
    running: Running

    async def read_metrics(self) -> None:
        """Have the scan read the metrics as they stand."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.running.port}/metrics") as got,
        ):
            self.scan.metrics(await got.text())


@asynccontextmanager
async def wiretapped(folder: Path, patch: pytest.MonkeyPatch, seed: int) -> AsyncIterator[Ears]:
    """Run a worker with ears all around it."""
    truth = Truth(Random(seed))  # noqa: S311 -- no secret
    gateways: list[Gateway] = []
    scan = Scan(truth, {})
    _listen_to_telegram(patch, scan, gateways)
    _listen_to_store(patch, scan)
    patch.setattr(parts, "RedisBudget", lambda *_: _Ample())
    async with AsyncExitStack() as stack:
        store = stack.enter_context(real_server(folder))
        telegram = await stack.enter_async_context(DemoServer(DemoConfig(limits=UNLIMITED, retry_scale=0.02)))
        scan.queries = telegram.world.queries
        patch.setattr(bot_client, "AiohttpRequest", partial(_Direct, gateways[0]))
        tg = await stack.enter_async_context(await TelegramClient.connect(telegram.url))
        on = Stage(telegram, tg, store, stack, folder / "data")
        running = await _start(on, truth, scan, stack)
        yield Ears(on, truth, scan, running)


async def _start(on: Stage, truth: Truth, scan: Scan, stack: AsyncExitStack) -> Running:
    with_port = on.settings(port=free_port(), log_level="DEBUG", log_format="json")
    running = await stack.enter_async_context(worker(with_port, Chance(truth, rates=TIRELESS)))
    (told,) = [handler for handler in logging.root.handlers if type(handler) is logging.StreamHandler]
    told.setLevel(logging.CRITICAL)  # it still lends its format
    scan.setFormatter(told.formatter)
    logging.root.addHandler(scan)
    stack.callback(logging.root.removeHandler, scan)
    return running


class _Direct(BaseRequest):
    """The way to Telegram, without HTTP."""

    def __init__(self, gateway: Gateway, **_: object) -> None:
        self._gateway = gateway

    @property
    def read_timeout(self) -> float:
        return 20.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self,
        url: str,
        method: str,  # noqa: ARG002 -- the library's own signature
        request_data: RequestData | None = None,
        *_: object,
        **__: object,
    ) -> tuple[int, bytes]:
        body = json.dumps(dict(request_data.parameters) if request_data else {})
        answer = await self._gateway.perform(url.rpartition("/")[2], Params(from_json(body.encode()), {}))
        return answer.status, dumps(answer.body)


def _listen_to_telegram(patch: pytest.MonkeyPatch, scan: Scan, gateways: list[Gateway]) -> None:
    class Heard(Gateway):
        async def perform(self, method: str, params: Params, *, via: str = "http") -> Answer:
            scan.call(method, params.values)
            return await super().perform(method, params, via=via)

    def gateway(*args: Any) -> Gateway:
        gateways.append(Heard(*args))
        return gateways[-1]

    made = executor

    def hearing(to: Gateway) -> Callable[[bytes, str], Awaitable[None]]:
        execute = made(to)

        async def heard(body: bytes, content_type: str) -> None:
            scan.webhook(body)
            await execute(body, content_type)

        return heard

    patch.setattr(app, "Gateway", gateway)
    patch.setattr(app, "executor", hearing)


def _listen_to_store(patch: pytest.MonkeyPatch, scan: Scan) -> None:
    committed: list[tuple[scripts.Script, Sequence[str], tuple[scripts.Arg, ...]]] = []

    class Heard(RedisTables):
        async def load(self, table: TableId) -> Loaded:
            scan.truth.decides(table)
            return await super().load(table)

        async def commit(self, change: Change) -> Outcome:
            outcome = await super().commit(change)
            if outcome is Outcome.DONE and not change.table.id.private:
                place = scan.truth.rounds[change.table.id]
                place.note(change)
                place.bell.set()
            while committed:
                scan.script(*committed.pop())
            return outcome

    made = scripts.Script.run

    async def run(self: scripts.Script, redis: Redis, keys: Sequence[str], *args: scripts.Arg) -> Any:
        answer = await made(self, redis, keys, *args)
        if self is scripts.COMMIT:
            committed.append((self, keys, args))  # read once it is known what lies under the cup now
        else:
            scan.script(self, keys, args)
        return answer

    patch.setattr(parts, "RedisTables", Heard)
    patch.setattr(scripts.Script, "run", run)


class _Ample:
    """A budget without bounds."""

    async def take(self, chat: int, *, decoration: bool = False) -> Grant:  # noqa: ARG002 -- the port's words
        """Let everything go."""
        return Grant(0, 1000)

    async def hold(self, chat: int, seconds: float) -> None:
        """Nobody asks to wait here."""
        raise AssertionError(f"asked to wait {seconds} s for {chat}")
