"""What `/health/ready` says of one worker: in words a host can act upon, and only what another start could put right."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from fakeredis import FakeAsyncRedis, FakeServer

from tests.bot.fakes import TOKEN, MemoryEars, ScriptedTelegram, scripted_bot
from tgbot.bot.administration import Administration
from tgbot.bot.hearing import Hearing
from tgbot.bot.introduction import Introduction
from tgbot.bot.meter import Unmetered
from tgbot.bot.webhook import Webhook
from tgbot.main.readiness import Readiness
from tgbot.store.bot_state import RedisNotes, RedisRoles


@dataclass
class Loop:
    """A worker's loop."""

    failing: bool = False


@dataclass
class Fit:
    """A worker to which updates are delivered, and in which nothing is wrong yet."""

    telegram: ScriptedTelegram = field(default_factory=ScriptedTelegram)
    loop: Loop = field(default_factory=Loop)
    server: FakeServer = field(default_factory=lambda: FakeServer(version=(7,)))

    def __post_init__(self) -> None:
        self.redis = FakeAsyncRedis(server=self.server)
        administration = Administration(scripted_bot(self.telegram), Unmetered())
        self.introduction = Introduction(administration, sleep=self._cut_short)
        self.hearing = Hearing(administration, MemoryEars(), delivered=True)
        url = "https://bot.example.org/telegram"
        notes, roles = RedisNotes(self.redis), RedisRoles(self.redis, "a")
        self.webhook = Webhook(administration, notes, roles, url, "s3cret", sleep=self._cut_short)
        self.readiness = Readiness(self.redis, self.introduction, self.hearing, self.webhook, self.loop)  # type: ignore[arg-type]

    async def _cut_short(self, _: float) -> None:
        raise TimeoutError


async def ready(_: Fit) -> None:
    """Leave everything as it is."""


async def store_away(fit: Fit) -> None:
    """Cut the store off."""
    fit.server.connected = False


async def token_refused(fit: Fit) -> None:
    """Have Telegram not know the token."""
    fit.telegram.refuse("getMe", 401, "Unauthorized")
    with pytest.raises(TimeoutError):
        await fit.introduction.introduce()


async def webhook_refused(fit: Fit) -> None:
    """Have Telegram not take the address."""
    fit.telegram.refuse("setWebhook", 400, "Bad Request: bad webhook: HTTPS url must be provided for webhook")
    await fit.webhook.register()


async def webhook_not_yet(fit: Fit) -> None:
    """Have Telegram be away when the webhook is registered."""
    fit.telegram.refuse("setWebhook", 502, "Bad Gateway")
    with pytest.raises(TimeoutError):
        await fit.webhook.register()


async def contested(fit: Fit) -> None:
    """Have another program poll."""
    await fit.hearing.deaf(contested=True)


async def telegram_away(fit: Fit) -> None:
    """Have Telegram answer nothing."""
    fit.telegram.refuse("getWebhookInfo", 502, "Bad Gateway")
    assert not await fit.hearing.proven()


async def failing(fit: Fit) -> None:
    """Have the worker's rounds fail."""
    fit.loop.failing = True


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (ready, None),
        (store_away, "the store does not take writes"),
        (token_refused, "Telegram does not know the token"),
        (webhook_refused, "Telegram refuses the webhook: see PUBLIC_URL, then restart"),
        (webhook_not_yet, None),
        (contested, "another program fetches this bot's updates: stop it"),
        (telegram_away, None),
        (failing, "deliveries and deadlines keep failing: see the log"),
    ],
)
async def test_a_worker_says_what_keeps_it_from_its_part(happens: Callable[[Fit], object], why: str | None) -> None:
    """But a Telegram that is away takes nobody out of service: nobody else could do better."""
    fit = Fit()
    await fit.introduction.introduce()
    await happens(fit)  # type: ignore[misc]

    said = await fit.readiness.why_not()

    assert said == why
    assert TOKEN.partition(":")[2] not in str(said)


async def test_who_does_not_know_his_name_yet_is_not_ready() -> None:
    """He could not tell which commands are his."""
    assert await Fit().readiness.why_not() == "Telegram has not said yet who the bot is"
