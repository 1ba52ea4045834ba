"""The parts of one worker, put together."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from secrets import token_hex
from zoneinfo import ZoneInfo

from redis.asyncio import Redis

from tgbot.bot.administration import Administration
from tgbot.bot.client import Client
from tgbot.bot.delivery.courier import Courier
from tgbot.bot.delivery.visit import Tools
from tgbot.bot.departures import Departures
from tgbot.bot.gateway import Gateway
from tgbot.bot.inbox import Inbox
from tgbot.bot.introduction import Introduction
from tgbot.bot.me import Me
from tgbot.bot.menus import Menus
from tgbot.bot.polling import Keeping, Poller
from tgbot.bot.rounds import Rounds
from tgbot.bot.startup import Startup
from tgbot.bot.throttle import Throttle
from tgbot.bot.webhook import Webhook
from tgbot.bot.worker import SWEEP, Worker
from tgbot.main.decks import usable_decks
from tgbot.main.dice import SystemCup
from tgbot.main.pause import pause
from tgbot.settings import Settings, SettingsFault
from tgbot.store.bot_state import RedisFailures, RedisNotes, RedisRoles
from tgbot.store.budget import ALL, GROUP, PRIVATE, RedisBudget, Window
from tgbot.store.checks import ready
from tgbot.store.endings import end
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


@dataclass(slots=True)
class Delivery:
    """The worker loop, which begins once it is known who the bot is: its name stands in links.

    While Telegram refuses the token it holds no lease, so no deadline of anybody runs.
    """

    introduction: Introduction
    tools: Tools
    leases: PartitionLeases
    wakes: RedisWakes
    sweep: float = SWEEP
    _halt: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Deliver until stopped."""
        while await self._until(self.introduction.known()):
            if (me := self.introduction.me) is not None:
                async with self.leases:
                    await self._work(me)

    async def _work(self, me: Me) -> None:
        """Deliver until stopped, or until Telegram refuses the token."""
        courier = Courier(replace(self.tools, bot=me.username))
        worker = Worker(self.leases, self.wakes, Rounds(courier), self.tools.service, self.sweep)
        working = asyncio.create_task(worker.run())
        stopping = asyncio.create_task(self._until(self.introduction.refused()))
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        worker.stop()
        await end(stopping)
        await working

    async def _until(self, event: Coroutine[None, None, object]) -> bool:
        """Wait for something; False if the stop came first."""
        waiting, halting = asyncio.create_task(event), asyncio.create_task(self._halt.wait())
        try:
            await asyncio.wait({waiting, halting}, return_when=asyncio.FIRST_COMPLETED)
            return not self._halt.is_set()
        finally:
            await end(waiting)
            await end(halting)

    def stop(self) -> None:
        """Ask the loop to end after the calls at hand."""
        self._halt.set()


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
    purses = RedisPurses(redis)
    calendar = Calendar(ZoneInfo(settings.timezone))
    service = TableService(store, chance.cup, pause, chance.timing, calendar, purses, usable_decks())
    introduction = Introduction(administration)
    throttle = Throttle(RedisCounts(redis), chance.rates)
    inbox = Inbox(service, introduction, Departures(gateway), RedisFailures(redis), metrics, throttle)
    url = settings.webhook_url
    webhook = None if url is None else Webhook(administration, notes, roles, url, secret, doubt=introduction.doubt)
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
    return Parts(
        web=WebServer(build_app(Web(inbox, metrics, secret, _readiness(redis, introduction)))),
        startup=Startup(introduction, Menus(administration, notes, doubt=introduction.doubt), webhook),
        delivery=Delivery(introduction, tools, leases, wakes, chance.sweep),
        poller=None
        if url is not None
        else Poller(administration, inbox, gateway, roles, doubt=introduction.doubt, keeping=chance.keeping),
    )


def _readiness(redis: Redis, introduction: Introduction) -> Callable[[], Awaitable[bool]]:
    async def is_ready() -> bool:
        await ready(redis)
        return introduction.me is not None

    return is_ready
