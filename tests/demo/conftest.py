"""A running demo server, its control client, a bare Bot API caller, and a webhook that writes everything down."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from tests.telegram_client import Person, Room, TelegramClient
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer

Json = dict[str, Any]
SECRET = "s3cret_-"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the Bot API answered."""

    status: int
    body: Json
    headers: dict[str, str]

    @property
    def result(self) -> Any:
        """The result of a call that must have worked."""
        assert self.body["ok"], self.body
        return self.body["result"]

    @property
    def refusal(self) -> tuple[int, str]:
        """Code and description of a call that must have failed."""
        assert self.body["ok"] is False
        assert self.body["error_code"] == self.status
        return self.status, self.body["description"]


@dataclass(frozen=True, slots=True)
class BotCaller:
    """Calls Bot API methods the way a bot does, with JSON bodies."""

    url: str
    session: aiohttp.ClientSession

    async def __call__(self, method: str, **params: object) -> Reply:
        """Call a method."""
        async with self.session.post(f"{self.url}/{method}", json=params) as response:
            return Reply(response.status, await response.json(), dict(response.headers))


@dataclass(slots=True)
class Hook:
    """A webhook. ``answer`` decides what it says to an update; by default 200 without a body."""

    url: str = ""
    got: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answer: Callable[[Json], Awaitable[web.Response]] | None = None
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self, request: web.Request) -> web.Response:
        """Take one delivery."""
        update = await request.json()
        self.got.append(update)
        self.headers.append(dict(request.headers))
        self.came.set()
        return web.Response() if self.answer is None else await self.answer(update)

    async def wait(self, count: int) -> list[Json]:
        """Wait until so many deliveries came."""
        async with asyncio.timeout(5):
            while len(self.got) < count:
                self.came.clear()
                await self.came.wait()
        return self.got

    def texts(self) -> list[str]:
        """List the texts of the messages delivered."""
        return [update["message"]["text"] for update in self.got if "text" in update.get("message", {})]


@dataclass(frozen=True, slots=True)
class Party:
    """Anna has pressed Start, Bert is only known from the group, Cem is a stranger to the bot."""

    anna: Person
    bert: Person
    cem: Person
    group: Room
    supergroup: Room

    def fill(self, params: Json) -> Json:
        """Replace the names of people and rooms among the parameters by their ids."""
        ids = {name: getattr(self, name).id for name in ("anna", "bert", "cem", "group", "supergroup")}
        return {key: ids.get(value, value) if isinstance(value, str) else value for key, value in params.items()}


@pytest.fixture
async def server() -> AsyncIterator[DemoServer]:
    """Run an empty world without flood limits, and with quick retries."""
    async with DemoServer(DemoConfig(limits=UNLIMITED, retry_scale=0.01, webhook_patience=0.5)) as running:
        yield running


@pytest.fixture
async def tg(server: DemoServer) -> AsyncIterator[TelegramClient]:
    """Connect the people's side."""
    async with await TelegramClient.connect(server.url) as client:
        yield client


@pytest.fixture
async def api(server: DemoServer) -> AsyncIterator[BotCaller]:
    """Connect the bot's side."""
    async with aiohttp.ClientSession() as session:
        yield BotCaller(f"{server.url}/bot{server.token}", session)


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    """Let a webhook listen that is not set yet."""
    hook = Hook()
    app = web.Application()
    app.router.add_post("/hook", hook.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield hook
    await runner.cleanup()


async def _gather(tg: TelegramClient, api: BotCaller) -> Party:
    """Bring three people, a basic group and a supergroup together; what led there is no longer pending."""
    anna = await tg.user("Anna", started=True)
    bert, cem = await tg.user("Bert"), await tg.user("Cem")
    group = await tg.group("Stammtisch", [anna, bert])
    supergroup = await tg.group("Verein", [anna, bert], type="supergroup")
    await tg.say(bert, group, "/neu")
    pending = await tg.pending()
    await api("getUpdates", offset=pending[-1]["update_id"] + 1)
    return Party(anna, bert, cem, group, supergroup)


@pytest.fixture
async def party(tg: TelegramClient, api: BotCaller) -> Party:
    """Gather a party for one test."""
    return await _gather(tg, api)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def still_life() -> AsyncIterator[tuple[BotCaller, Party]]:
    """Gather a party that the tests of a module share, because they change nothing."""
    async with (
        DemoServer(DemoConfig(limits=UNLIMITED)) as server,
        await TelegramClient.connect(server.url) as tg,
        aiohttp.ClientSession() as session,
    ):
        api = BotCaller(f"{server.url}/bot{server.token}", session)
        yield api, await _gather(tg, api)
