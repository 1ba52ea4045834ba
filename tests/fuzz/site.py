"""The bot in this process: its whole web service over ASGI, its store on a real server, a Telegram that agrees to all."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, cast
from unittest.mock import patch

import structlog
from pydantic import SecretStr
from redis.asyncio import Redis

from tests.bot.fakes import TOKEN, ScriptedTelegram, scripted_bot
from tests.e2e.playing import RandomCup
from tests.e2e.stage import ROOMY, TIRELESS
from tests.fuzz.shapes import excused
from tests.store.servers import real_server
from tgbot.bot.gateway import Telegram
from tgbot.bot.throttle import Throttle
from tgbot.bot.worker import Worker
from tgbot.main import delivery as delivery_module
from tgbot.main import parts as parts_module
from tgbot.main.parts import Chance, Parts
from tgbot.settings import Settings
from tgbot.store import keys
from tgbot.store.codec import TABLES
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import TableId
from tgbot.table.intents.intent import Intent
from tgbot.table.news.replies import Reply
from tgbot.table.ports.tables import Change, Outcome
from tgbot.table.service import TableService
from tgbot.table.state.table import Table
from tgbot.web.app import SECRET_HEADER

SECRET = "s3cret-s3cret-s3cret"
PATIENT = Timing(turn=10**9, half=10**9, grace=10**9, lobby=10**9, open_start=10**9, idle=10**9, debt=10**9)
"""Nothing happens by itself, so that whatever changes a game was sent by somebody."""

_now_taking: ContextVar[bytes | None] = ContextVar("now_taking", default=None)
_now_doing: ContextVar[Intent | None] = ContextVar("now_doing", default=None)


@dataclass(frozen=True, slots=True)
class Changed:
    """A table that was changed: by an update (its body), or by what delivery found out (an intent)."""

    before: Table
    after: Table
    body: bytes | None
    intent: Intent | None


@dataclass
class Record:
    """What has been committed, and what was logged as an error."""

    tables: dict[TableId, Table] = field(default_factory=dict)
    fresh: list[Changed] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    homes: dict[int, int] = field(default_factory=dict)
    workers: list[Worker] = field(default_factory=list)
    throttles: list[Throttle] = field(default_factory=list)

    def count(self, *parts: Any) -> Throttle:
        """Make what counts presses, and remember it."""
        self.throttles.append(Throttle(*parts))
        return self.throttles[-1]

    def hire(self, *parts: Any) -> Worker:
        """Make a worker, and remember him."""
        self.workers.append(Worker(*parts))
        return self.workers[-1]

    def names(self, table: Table) -> set[int]:
        """List the ids under which a table's group was ever known."""
        return {table.id.home, table.chat, *(chat for chat, home in self.homes.items() if home == table.id.home)}

    def note(self, change: Change) -> None:
        """Take over a table's new state."""
        table = change.table
        before = self.tables.get(table.id, Table(id=table.id, chat=table.chat))
        self.tables[table.id] = table
        self.fresh.append(Changed(before, table, _now_taking.get(), _now_doing.get()))

    def log(self, _logger: object, method: str, event: Any) -> Any:
        """Keep what is logged as an error, but for updates that nobody could read, which are dropped on purpose."""
        if method in ("error", "critical", "exception"):
            body = _now_taking.get()
            if event["event"] != "update_unreadable" or not excused(body):
                self.errors.append(f"{event} {body!r}"[:3_000])
        raise structlog.DropEvent


class Heard(logging.Handler):
    """Keeps what the standard library's loggers say above a warning."""

    def __init__(self, record: Record) -> None:
        super().__init__(logging.ERROR)
        self._record = record

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self._record.errors.append(f"{record.getMessage()} {record.exc_info}")


@dataclass
class Site:
    """The bot as Telegram sees it, and what its store holds."""

    app: Any
    redis: Redis
    telegram: ScriptedTelegram
    record: Record
    parts: Parts

    async def post(
        self, body: bytes, *, secret: bytes | None = SECRET.encode(), method: str = "POST", path: str = "/telegram"
    ) -> tuple[int, bytes]:
        """Make one request of the web service; returns its status and body."""
        headers = [(b"host", b"bot"), (b"content-type", b"application/json")]
        if secret is not None:
            headers.append((SECRET_HEADER.lower().encode(), secret))
        chunks = [body[start : start + 65_536] for start in range(0, len(body), 65_536)] or [b""]
        answers: list[Any] = []

        async def receive() -> dict[str, object]:
            if not chunks:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)}

        async def send(message: Any) -> None:
            answers.append(message)

        scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
                 "raw_path": path.encode(), "query_string": b"", "headers": headers, "root_path": "", "scheme": "http",
                 "server": ("bot", 80), "client": ("telegram", 1)}  # fmt: skip
        token = _now_taking.set(body)
        try:
            await self.app(scope, receive, send)
        finally:
            _now_taking.reset(token)
        return answers[0]["status"], b"".join(answer.get("body", b"") for answer in answers[1:])

    async def stored(self) -> dict[TableId, bytes]:
        """Read every table there is, as the store has it."""
        prefix = ":table:"
        names = [name.decode() async for name in self.redis.scan_iter("mx:{p*:table:*", count=1000)]
        states = [cast("bytes", await self.redis.hget(name, "state")) for name in names]
        return {keys.parse_table(name.partition(prefix)[2]): state for name, state in zip(names, states, strict=True)}

    async def agrees(self) -> bool:
        """Whether the store holds exactly the tables that were seen to be committed."""
        return await self.stored() == {name: TABLES.dump(table) for name, table in self.record.tables.items()}

    async def settled(self) -> None:
        """Wait until nothing is left to deliver now; what a silenced group has to be told may wait."""
        for _ in range(2_000):
            async with self.redis.pipeline(transaction=False) as looking:
                for number in range(keys.PARTITIONS):
                    looking.zcount(keys.out(number), "-inf", round(time.time() * 1000) + 60_000)
                if not any(await looking.execute()):
                    return
            await asyncio.sleep(0.02)
        raise AssertionError(f"deliveries do not come to an end: {await self._waiting()}")

    async def _waiting(self) -> list[object]:
        """Tell what waits for delivery."""
        found: list[object] = []
        for number in range(keys.PARTITIONS):
            for name in cast("list[bytes]", await self.redis.zrange(keys.out(number), 0, -1)):
                fields = cast("list[bytes]", await self.redis.hkeys(keys.outbox(keys.parse_table(name.decode()))))
                found.append((name, [part for part in fields if not part.startswith(b"shown")]))
        return found


@dataclass
class _ScriptedClient:
    bot: Telegram

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


@asynccontextmanager
async def site(folder: Path, seed: int, timing: Timing = PATIENT) -> AsyncIterator[Site]:
    """Run the bot; nothing of it outlives the block."""
    record, telegram = Record(), ScriptedTelegram()
    async with AsyncExitStack() as stack:
        stack.enter_context(_listening(record))
        url = stack.enter_context(real_server(folder))
        redis, ours = [await stack.enter_async_context(connect(url)) for _ in range(2)]
        stack.enter_context(_watched(record, scripted_bot(telegram)))
        settings = Settings(_env_file=None).model_copy(update={"telegram_bot_token": SecretStr(TOKEN)})  # type: ignore[call-arg]
        chance = Chance(
            RandomCup(seed), timing, group=ROOMY, private=ROOMY, everywhere=ROOMY, sweep=0.2, rates=TIRELESS
        )
        parts = await parts_module.assemble(settings, redis, SECRET, chance, stack)
        await parts.startup.run()
        delivering = asyncio.create_task(parts.delivery.run())
        try:
            yield Site(parts.web._server.config.app, ours, telegram, record, parts)
        finally:
            parts.delivery.stop()
            await delivering


@contextmanager
def _listening(record: Record) -> Iterator[None]:
    before, handler = structlog.get_config(), Heard(record)
    structlog.configure(processors=[record.log])
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        structlog.configure(**before)


@contextmanager
def _watched(record: Record, bot: Telegram) -> Iterator[None]:
    """See every commit, and on whose behalf it is made."""

    class Tables(RedisTables):
        async def commit(self, change: Change) -> Outcome:
            outcome = await super().commit(change)
            stored = change.table.version != change.expected or (change.expected == 0 and _writes(change))
            if outcome is Outcome.DONE and stored:
                record.note(change)
            return outcome

        async def adopt(self, old: int, new: int) -> None:
            await super().adopt(old, new)
            record.homes[new] = await self.home_of(new)

    class Service(TableService):
        async def handle(self, intent: Intent) -> Reply:
            token = _now_doing.set(intent)
            try:
                return await super().handle(intent)
            finally:
                _now_doing.reset(token)

    with (
        patch.object(parts_module, "RedisTables", Tables),
        patch.object(parts_module, "TableService", Service),
        patch.object(delivery_module, "Worker", record.hire),
        patch.object(parts_module, "Throttle", record.count),
        patch.object(parts_module, "client_of", lambda _: _ScriptedClient(bot)),
    ):
        yield


def _writes(change: Change) -> bool:
    return bool(change.posts or change.inquiries or change.effects or change.dirty)
