"""The webhook: one update of a queue in flight, several queues at once, and every failed delivery tried again."""

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus

import aiohttp

from tgbot.demo.bell import Bell
from tgbot.demo.delivery.backlog import Backlog, Update
from tgbot.demo.delivery.subscription import Subscription, Webhook
from tgbot.demo.delivery.twists import Twist, Twists
from tgbot.demo.wire import Json, dumps

_LONGEST_OWN_DELAY = 3600
_LOG_LENGTH = 20_000
_REORDER_PATIENCE = 5.0
_GONE_FOR_GOOD = 23 * 3600.0

Execute = Callable[[bytes, str], Awaitable[None]]


def retry_delay(failures: int) -> float:
    """Seconds before the next try after so many failures in a row: none, then doubling, then a random minute or two."""
    steps = (0.0, 2.0, 4.0, 8.0, 16.0, 32.0)
    return steps[failures - 1] if failures <= len(steps) else random.uniform(60, 120)  # noqa: S311 (not a secret)


@dataclass(slots=True)
class Postman:
    """Delivers the backlog to the webhook while ``run`` is running. ``deliveries`` logs every try, newest last.

    ``execute`` gets the body and content type of every 2xx answer, which may hold a call to carry out.
    """

    backlog: Backlog
    subscription: Subscription
    twists: Twists
    execute: Execute
    retry_scale: float = 1.0
    patience: float = 60.0
    deliveries: "deque[Json]" = field(default_factory=lambda: deque(maxlen=_LOG_LENGTH))
    _busy: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    _delivered: int = 0
    _gone_since: float | None = None
    _arrived: Bell = field(default_factory=Bell)

    async def run(self) -> None:
        """Serve one webhook after the other until cancelled."""
        timeout = aiohttp.ClientTimeout(total=self.patience)
        async with aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=0)) as session:
            while True:
                webhook = self.subscription.webhook
                if webhook is None:
                    await self.subscription.changed.wait()
                    continue
                await self._serve(session, webhook)

    async def _serve(self, session: aiohttp.ClientSession, webhook: Webhook) -> None:
        """Deliver to this webhook until it is replaced."""
        slots = asyncio.Semaphore(webhook.max_connections)
        try:
            while self.subscription.webhook is webhook:
                for update in self.backlog.fresh():
                    if update.queue not in self._busy:
                        task = asyncio.create_task(self._carry(session, webhook, slots, update))
                        self._busy[update.queue] = task
                        task.add_done_callback(partial(self._free, update.queue))
                await self.backlog.bell.wait()
        finally:
            carrying = list(self._busy.values())
            for task in carrying:
                task.cancel()
            await asyncio.gather(*carrying, return_exceptions=True)

    def _free(self, queue: int, _task: asyncio.Task[None]) -> None:
        self._busy.pop(queue, None)
        self.backlog.bell.ring()

    async def _carry(
        self, session: aiohttp.ClientSession, webhook: Webhook, slots: asyncio.Semaphore, update: Update
    ) -> None:
        """Try one update until it is taken or expires."""
        twist = self.twists.taking(update)
        await self._hold(twist)
        failures = 0
        while self.backlog.holds(update):
            async with slots:
                delay = await self._deliver(session, webhook, update, twist)
            if delay is None:
                self._delivered += 1
                self._arrived.ring()
                self.backlog.done(update.id)
                return
            failures += 1
            wait = (delay or retry_delay(failures)) * self.retry_scale
            if self.backlog.clock.now() + wait >= update.expires:
                self.backlog.done(update.id)
                return
            await asyncio.sleep(wait)

    async def _hold(self, twist: Twist) -> None:
        if twist.delay:
            await asyncio.sleep(twist.delay)
        goal = self._delivered + twist.after
        while self._delivered < goal and await self._arrived.wait(_REORDER_PATIENCE):
            pass

    async def _deliver(
        self, session: aiohttp.ClientSession, webhook: Webhook, update: Update, twist: Twist
    ) -> float | None:
        """Post an update and its copies. None when it was taken, else the delay the bot asked for, 0 without one."""
        copy = Webhook(twist.copy_to or webhook.url, webhook.secret)
        copies = [self._post(session, copy, update) for _ in range(twist.copies)]
        if twist.beside:
            outcome, *_ = await asyncio.gather(self._post(session, webhook, update), *copies)
            return outcome
        outcome = await self._post(session, webhook, update)
        for posting in copies:
            await posting
        return outcome

    async def _post(self, session: aiohttp.ClientSession, webhook: Webhook, update: Update) -> float | None:
        headers = {"Content-Type": "application/json"}
        if webhook.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret
        entry: Json = {"at": self.backlog.clock.now(), "update": update.wire(), "queue": update.queue}
        self.deliveries.append(entry | {"url": webhook.url, "status": None})
        entry = self.deliveries[-1]
        try:
            async with session.post(webhook.url, data=dumps(update.wire()), headers=headers) as response:
                body = await response.read()
                entry["status"] = response.status
                if 200 <= response.status < 300:  # noqa: PLR2004 (the range of success)
                    self._gone_since = None
                    await self.execute(body, response.content_type)
                    return None
                self._count_gone(response.status)
                self._note(f"Wrong response from the webhook: {response.status} {response.reason}")
                return _asked_delay(response.headers.get("Retry-After", ""))
        except (aiohttp.ClientError, TimeoutError) as error:
            entry["error"] = type(error).__name__
            self._note("Read timeout expired" if isinstance(error, TimeoutError) else "Connection failed")
            return 0.0
        finally:
            self.backlog.journal.note("delivery", update=update.id, status=entry["status"])

    def _count_gone(self, status: int) -> None:
        """Close the webhook after it has answered 410 for 23 hours on end."""
        now = self.backlog.clock.now()
        if status != HTTPStatus.GONE:
            self._gone_since = None
        elif self._gone_since is None:
            self._gone_since = now
        elif now - self._gone_since > _GONE_FOR_GOOD:
            self.subscription.change(None)

    def _note(self, text: str) -> None:
        self.subscription.last_error = (self.backlog.clock.now(), text)


def _asked_delay(header: str) -> float:
    return float(header) if header.isdigit() and int(header) <= _LONGEST_OWN_DELAY else 0.0
