"""The webhook over HTTP: what gets a 200, and what does not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import httpx
import orjson
import pytest

from tests.bot.fakes import CountedFailures, OneReplyService, ScriptedTelegram, scripted_bot
from tests.bot.updates import NUMBER, QUERY, Json, command, press, talk
from tgbot.bot.administration import Administration
from tgbot.bot.departures import Departures
from tgbot.bot.gateway import Gateway
from tgbot.bot.inbox import TRIES, Inbox
from tgbot.bot.introduction import Introduction
from tgbot.game.refusals import Refusal
from tgbot.phrases.press import encode
from tgbot.phrases.toasts import toast
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.replies import Nothing, Told
from tgbot.table.ports.tables import NewerFormat, StoreUnavailable
from tgbot.table.service import Contended
from tgbot.web import app as app_module
from tgbot.web.app import LARGEST, SECRET_HEADER, Web, build_app
from tgbot.web.metrics import Metrics

SECRET = "s3cret-s3cret-s3cret"
DATA = encode(Tap(TableId(-1001234567890), 3, 17, Action.BELIEVE))
Post = Callable[..., Awaitable[httpx.Response]]


@dataclass
class Site:
    """The web service and what stands behind it."""

    service: OneReplyService = field(default_factory=OneReplyService)
    metrics: Metrics = field(default_factory=Metrics)
    unready: str | Exception | None = None
    heard: int = 0
    client: httpx.AsyncClient = field(init=False)

    async def why_not(self) -> str | None:
        """Say what is wrong."""
        if isinstance(self.unready, Exception):
            raise self.unready
        return self.unready

    async def hear(self) -> None:
        """Count what came."""
        self.heard += 1

    async def post(self, body: object, secret: str | None = SECRET) -> httpx.Response:
        """Deliver something as Telegram does."""
        content = body if isinstance(body, bytes) else orjson.dumps(body)
        headers = {b"Content-Type": b"application/json"}
        if secret is not None:
            headers[SECRET_HEADER.encode()] = secret.encode()
        return await self.client.post("/telegram", content=content, headers=headers)

    def counted(self, name: str) -> list[str]:
        """Read the metrics that begin like this and are not 0."""
        lines = self.metrics.exposition().decode().splitlines()
        return [line for line in lines if line.startswith(name) and not line.endswith(" 0.0")]


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A service that says nothing, behind the real inbox and app."""
    built = Site()
    bot = scripted_bot(ScriptedTelegram())
    introduction = Introduction(Administration(bot, built.metrics))
    await introduction.introduce()
    departures = Departures(Gateway(bot, built.metrics))
    inbox = Inbox(built.service, introduction, departures, CountedFailures(), built.metrics)
    app = build_app(Web(inbox, built.metrics, SECRET, built.why_not, built.hear))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bot") as client:
        built.client = client
        yield built


async def test_a_press_is_answered_in_the_response(site: Site) -> None:
    """One request saved, and the answer is there before anything is sent."""
    told = Told(Refusal.NOT_YOUR_TURN, Language.DE)
    site.service.reply = told

    response = await site.post(press(DATA))

    assert 200 == response.status_code
    assert "application/json" == response.headers["content-type"]
    expected = {
        "method": "answerCallbackQuery",
        "callback_query_id": QUERY,
        "text": toast(told).text,
        "show_alert": False,
    }
    assert expected == response.json()


@pytest.mark.parametrize(
    "raw", [command("/neu"), talk("hallo"), {"update_id": NUMBER, "kind_of_tomorrow": {}}, press(DATA)]
)
async def test_what_is_handled_without_an_answer_is_an_empty_200(site: Site, raw: Json) -> None:
    """F72 too: what nobody knows is not delivered again and again."""
    site.service.reply = Nothing()

    response = await site.post(raw)

    assert (200, b"") == (response.status_code, response.content)


@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET[:-1], SECRET + "x", "ü" * 20])
async def test_without_the_secret_nothing_is_even_read(site: Site, secret: str | None) -> None:
    """F73: whoever it is."""
    response = await site.post(press(DATA), secret)

    assert 401 == response.status_code
    assert not site.service.intents


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"{} {}", b"[]", b'"x"', b"{}", b"7", b'{"update_id":"1"}'])
async def test_what_telegram_would_never_send_is_a_400(site: Site, body: bytes) -> None:
    """F71: and the process lives on."""
    assert 400 == (await site.post(body)).status_code
    assert 200 == (await site.post(talk("hallo"))).status_code


@pytest.mark.parametrize(("size", "status"), [(LARGEST, 400), (LARGEST + 1, 413), (5 * LARGEST, 413)])
async def test_a_body_has_its_limit(site: Site, size: int, status: int) -> None:
    """An update has a few thousand bytes."""
    assert status == (await site.post(b"x" * size)).status_code


@pytest.mark.parametrize("error", [StoreUnavailable(), NewerFormat(), Contended()])
async def test_while_the_store_is_away_telegram_is_asked_to_come_again(site: Site, error: Exception) -> None:
    """F106, F129: 503 and soon; never 410, never a redirect."""
    site.service.reply = error

    response = await site.post(press(DATA))

    assert (503, "1") == (response.status_code, response.headers["retry-after"])


async def test_a_poisonous_update_ends_in_a_200(site: Site) -> None:
    """Or it would hold back its chat for a day."""
    site.service.reply = ValueError("Anna hat 64")

    statuses = [(await site.post(command("/neu"))).status_code for _ in range(TRIES)]

    assert [503] * (TRIES - 1) + [200] == statuses
    assert ['tgbot_updates_total{kind="message",outcome="parked"} 1.0'] == [
        line for line in site.counted("tgbot_updates_total") if "parked" in line
    ]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/telegram", 405),
        ("GET", "/", 404),
        ("GET", "/telegram/", 404),
        ("POST", "/telegram/", 404),
        ("GET", "/health/live", 200),
    ],
)
async def test_other_paths(site: Site, method: str, path: str, status: int) -> None:
    """Telegram takes a redirect for a failure, so there are none."""
    assert status == (await site.client.request(method, path)).status_code


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (None, (200, "ready")),
        ("the cat sits on it", (503, "not ready: the cat sits on it")),
        (StoreUnavailable(), (503, "not ready: the store does not take writes")),
        (RuntimeError("redis://secret"), (503, "not ready: the store does not take writes")),
    ],
)
async def test_readiness_is_the_stores(site: Site, why: str | Exception | None, said: tuple[int, str]) -> None:
    """Reachable and writable, or updates are better kept at Telegram; and whatever it is, it is said."""
    site.unready = why

    response = await site.client.get("/health/ready")

    assert said == (response.status_code, response.text)


async def test_an_update_is_heard_whatever_becomes_of_it_and_a_strangers_is_not(site: Site) -> None:
    """That Telegram reaches us is all it tells: while it does not, nobody's time runs."""
    await site.post(press(DATA), "wrong")
    assert [site.heard] == [0]
    site.service.reply = StoreUnavailable()
    assert 503 == (await site.post(press(DATA))).status_code
    assert 400 == (await site.post(b"{")).status_code
    assert [site.heard] == [2]


async def test_readiness_has_a_time_limit(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that hangs is not ready."""
    monkeypatch.setattr(app_module, "READY_WITHIN", 0.02)

    async def hang(_: Site) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Site, "why_not", hang)

    # The app asks through the bound method it was built with, so build another one.
    web = Web(None, site.metrics, SECRET, site.why_not)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(build_app(web)), base_url="http://bot") as client:
        assert 503 == (await client.get("/health/ready")).status_code


async def test_metrics_count_without_naming_anybody(site: Site) -> None:
    """No id, no name, no text."""
    site.service.reply = Told(Refusal.NOT_YOUR_TURN, Language.DE)
    await site.post(press(DATA))
    await site.post(press("nonsense"))
    site.metrics.call("sendMessage", "flooded")
    site.metrics.commit("done")
    site.metrics.lag(0.3)

    shown = (await site.client.get("/metrics")).text

    assert 'tgbot_updates_total{kind="callback_query",outcome="handled"} 2.0' in shown
    assert 'tgbot_calls_total{method="sendMessage",outcome="flooded"} 1.0' in shown
    assert 'tgbot_commits_total{outcome="done"} 1.0' in shown
    assert 'tgbot_delivery_lag_seconds_bucket{le="0.5"} 1.0' in shown
    assert not any(word in shown for word in ("Anna", "7000000001", "1001234567890", QUERY))
