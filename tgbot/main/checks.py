"""`tgbot check`: everything a host can get wrong, each point good or with its remedy."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from tgbot.bot.administration import Administration
from tgbot.bot.check import Fact, clock
from tgbot.bot.check import check as check_telegram
from tgbot.main.parts import client_of
from tgbot.main.stores import CannotRun, store_in_use
from tgbot.settings import Settings
from tgbot.store.checks import StoreFacts, facts, ready
from tgbot.table.ports.tables import StoreUnavailable
from tgbot.web.metrics import Metrics


async def check(settings: Settings) -> int:
    """Print one line per point; returns 0 when all are good, else 1.

    Raises:
        SettingsFault: there is no token.

    """
    good = True
    async with client_of(settings) as client:
        async for fact in check_telegram(Administration(client.bot, Metrics()), settings.webhook_url):
            good &= _tell(fact)
        good &= _tell(clock(client.calls.fast))
    async for fact in _store(settings):
        good &= _tell(fact)
    return 0 if good else 1


def _tell(fact: Fact) -> bool:
    remedy = "" if fact.remedy is None else f"\n          -> {fact.remedy}"
    print(f"{'ok  ' if fact.well else 'LOOK'}  {fact.subject}: {fact.finding}{remedy}")  # noqa: T201 -- the command's answer
    return fact.well


async def _store(settings: Settings) -> AsyncIterator[Fact]:
    async with AsyncExitStack() as stack:
        try:
            redis = await store_in_use(settings, stack)
            await ready(redis)
            found = await facts(redis)
        except (CannotRun, StoreUnavailable) as error:
            yield Fact("store", f"does not take writes ({error})", "look at REDIS_URL or DATA_DIR, and at its disk")
            return
        for fact in _worded(found):
            yield fact


def _worded(found: StoreFacts) -> tuple[Fact, ...]:
    return (
        Fact("store", f"{found.server} {found.version}, takes writes"),
        Fact(
            "persistence",
            "keeps an append-only file" if found.durable else "keeps nothing over a restart",
            None if found.durable else "set appendonly yes (see deploy/redis.conf)",
        ),
        Fact(
            "eviction",
            found.eviction or "unknown",
            "set maxmemory-policy noeviction, else games vanish when memory is full" if found.evicts else None,
        ),
    )
