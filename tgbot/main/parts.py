"""The parts of one worker, put together."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from secrets import token_hex
from zoneinfo import ZoneInfo

from redis.asyncio import Redis

from tgbot.bot.administration import Administration
from tgbot.bot.client import Client
from tgbot.bot.delivery.visit import Tools
from tgbot.bot.departures import Departures
from tgbot.bot.gateway import Gateway
from tgbot.bot.hearing import Hearing
from tgbot.bot.inbox import Inbox
from tgbot.bot.introduction import Introduction
from tgbot.bot.menus import Menus
from tgbot.bot.polling import Keeping, Poller
from tgbot.bot.startup import Startup
from tgbot.bot.throttle import Throttle
from tgbot.bot.webhook import Webhook
from tgbot.bot.worker import SWEEP
from tgbot.main.decks import usable_decks
from tgbot.main.delivery import Delivery
from tgbot.main.dice import SystemCup
from tgbot.main.pause import pause
from tgbot.main.readiness import Readiness
from tgbot.settings import Settings, SettingsFault
from tgbot.store.bot_state import RedisEars, RedisFailures, RedisNotes, RedisRoles
from tgbot.store.budget import ALL, GROUP, PRIVATE, RedisBudget, Window
from tgbot.store.leases import LeaseTiming, PartitionLeases
from tgbot.store.outbox import RedisOutbox
from tgbot.store.purses import RedisPurses
from tgbot.store.tables import RedisTables
from tgbot.store.throng import RedisCounts
from tgbot.store.users import RedisUsers
from tgbot.store.wakes import RedisWakes
from tgbot.table.clock.calendar import Calendar
from tgbot.table.clock.timing import Timing
from tgbot.table.limits import Rates
from tgbot.table.ports.dice import DiceCup
from tgbot.table.service import TableService
from tgbot.web.app import Web, build_app
from tgbot.web.counted_store import CountedStore
from tgbot.web.metrics import Metrics
from tgbot.web.server import WebServer


@dataclass(frozen=True, slots=True)
class Chance:
    """What a test replaces: the dice, the table's patience, budgets and limits, and how often a worker looks at everything."""

    cup: DiceCup = field(default_factory=SystemCup)
    timing: Timing = field(default_factory=Timing)
    group: Window = GROUP
    private: Window = PRIVATE
    everywhere: Window = ALL
    leases: LeaseTiming = field(default_factory=LeaseTiming)
    sweep: float = SWEEP
    rates: Rates = field(default_factory=Rates)
    keeping: Keeping = field(default_factory=Keeping)


@dataclass(frozen=True, slots=True)
class Parts:
    """One worker's parts. `poller` is None where updates come by webhook."""

    web: WebServer
    startup: Startup
    delivery: Delivery
    poller: Poller | None


def client_of(settings: Settings) -> Client:
    """Build the Bot API client.

    Raises:
        SettingsFault: there is no token.

    """
    if settings.telegram_bot_token is None:
        raise SettingsFault(
            "The configuration has faults:\n"
            "  TELEGRAM_BOT_TOKEN: is missing; write to @BotFather on Telegram, send /newbot, and copy the token"
        )
    return Client.build(settings.telegram_bot_token.get_secret_value(), settings.telegram_api_url)


async def assemble(settings: Settings, redis: Redis, secret: str, chance: Chance, stack: AsyncExitStack) -> Parts:
    """Put a worker together; the stack closes what it opens."""
    name = token_hex(8)
    metrics = Metrics()
    client = await stack.enter_async_context(client_of(settings))
    administration, gateway = Administration(client.bot, metrics), Gateway(client.bot, metrics)
    notes, roles = RedisNotes(redis), RedisRoles(redis, name)
    store = CountedStore(RedisTables(redis), metrics)
    purses, calendar = RedisPurses(redis), Calendar(ZoneInfo(settings.timezone))
    service = TableService(store, chance.cup, pause, chance.timing, calendar, purses, usable_decks())
    introduction = Introduction(administration)
    throttle = Throttle(RedisCounts(redis), chance.rates)
    inbox = Inbox(service, introduction, Departures(gateway), RedisFailures(redis), metrics, throttle)
    url = settings.webhook_url
    webhook = None if url is None else Webhook(administration, notes, roles, url, secret, doubt=introduction.doubt)
    hearing = Hearing(administration, RedisEars(redis), delivered=url is not None)
    leases = PartitionLeases(redis, name, chance.leases)
    wakes = await stack.enter_async_context(RedisWakes(redis, leases))
    tools = Tools(
        gateway=gateway,
        outbox=RedisOutbox(redis),
        budget=RedisBudget(redis, chance.group, chance.private, chance.everywhere),
        service=service,
        users=RedisUsers(redis, ours=settings.redis_url is None),
        meter=metrics,
        bot="",
        zone=settings.timezone,
        timing=chance.timing,
        purses=purses,
        doubt=introduction.doubt,
    )
    delivery = Delivery(introduction, tools, leases, wakes, hearing, chance.sweep)
    readiness = Readiness(redis, introduction, hearing, webhook, delivery)
    return Parts(
        web=WebServer(build_app(Web(inbox, metrics, secret, readiness.why_not, hearing.heard))),
        startup=Startup(introduction, Menus(administration, notes, doubt=introduction.doubt), webhook),
        delivery=delivery,
        poller=None
        if url is not None
        else Poller(administration, inbox, gateway, roles, hearing, doubt=introduction.doubt, keeping=chance.keeping),
    )
