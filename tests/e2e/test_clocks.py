"""Nobody's time is up while he could not see his card or could not be heard, whoever's fault it is."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import aiohttp
import pytest
from redis.asyncio import Redis

from tests.e2e.clockwork import moment, overdue, served, unserved
from tests.e2e.stage import Stage, evening, free_port, swift
from tests.e2e.weather import refusal, told
from tests.table.fakes import ScriptedCup
from tests.telegram_client import WITHIN, Person
from tgbot.bot import hearing
from tgbot.bot.patience import Patience
from tgbot.bot.worker import Worker
from tgbot.demo.delivery.backlog import Update
from tgbot.demo.delivery.subscription import Subscription
from tgbot.main.serve import Running, worker
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis

HOUR = 3_600_000
UNHURRIED = Timing(half=HOUR, turn=HOUR, grace=HOUR)
BELIEVED = "neu gewürfelt"
MADE_FOR_HIM = "Dann "


@dataclass
class Table:
    """A game in which Bert is asked to believe 65, and the store that keeps his time. `sweeps` counts a worker's looks."""

    on: Stage
    redis: Redis
    bot: Running
    sweeps: Callable[[], int]

    @property
    def bert(self) -> Person:
        """Whose turn it is."""
        return self.on.people[1]

    async def until_deaf(self) -> None:
        """Wait until the bot knows that nobody is heard."""
        await until(lambda: self.redis.exists(keys.DEAF))

    async def looks_pass(self, count: int = 10) -> None:
        """Wait until a worker has looked at everything so many times."""
        end = self.sweeps() + count
        async with asyncio.timeout(WITHIN):
            while self.sweeps() < end:  # noqa: ASYNC110 -- a look rings no bell
                await asyncio.sleep(0.02)

    async def nobody_paid(self) -> None:
        """See that no time was up, and that what Bert pressed counts."""
        await self.on.turn(self.bert, "Ansagen")
        assert not [text for message in await self.on.shown() if MADE_FOR_HIM in (text := message.text)]


async def until(true: Callable[[], Awaitable[object]]) -> None:
    """Wait until something in the store is so."""
    async with asyncio.timeout(WITHIN):
        while not await true():  # noqa: ASYNC110 -- what is stored rings no bell
            await asyncio.sleep(0.02)


@asynccontextmanager
async def asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *refused: str, polling: bool = False
) -> AsyncIterator[Table]:
    """Play until Bert is asked, by a bot that takes nothing it has heard for a proof."""
    monkeypatch.setattr(Patience, "lose", lambda _: 0.05)
    looked = Worker._look_at_everything
    count = [0]

    async def look(self: Worker) -> None:
        await looked(self)
        count[0] += 1

    monkeypatch.setattr(Worker, "_look_at_everything", look)
    async with evening(tmp_path, refused=refused) as on, connect(on.store_url, connections=2) as redis:
        bot = await on.bot(chance=swift(ScriptedCup((6, 5) * 9), UNHURRIED), polling=polling)
        await on.gather(3)
        await on.begin(*on.people)
        await on.announce(on.people[0], "65")
        await on.turn(on.people[1], "Glauben")
        await on.tg.quiet()
        monkeypatch.setattr(hearing, "FRESH", 0.05)
        monkeypatch.setattr(hearing, "PROVES", 0.05)
        yield Table(on, redis, bot, lambda: count[0])


@pytest.mark.parametrize("under_way", [True, False], ids=["a poll under way", "polls that fail"])
async def test_while_polls_fail_nobodys_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, under_way: bool
) -> None:
    """A router that is away for three minutes: the press that waits at Telegram counts in the end."""
    async with asking(tmp_path, monkeypatch, "Bad Gateway", polling=True) as table:
        on = table.on
        if under_way:
            await on.tg.fault("error", times=None, error=refusal(502, "Bad Gateway"))
            await overdue(table.redis)
        else:
            await on.tg.fault("error", "getUpdates", times=None, error=refusal(502, "Bad Gateway"))
            await on.tg.say(on.people[2], on.people[2], "hallo")  # ends the poll under way
        await table.until_deaf()
        press = await on.tg.press(table.bert, on.group, "Glauben")
        await overdue(table.redis)
        await table.looks_pass()
        await on.tg.heal()
        assert BELIEVED in (await on.tg.answer(press)).text
        await table.nobody_paid()


async def test_while_another_program_takes_the_updates_nobodys_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pressed was heard by somebody, only not by us; and the worker says so when it is asked whether it is ready."""
    async with asking(tmp_path, monkeypatch, "getUpdates", polling=True) as table:
        on = table.on
        monkeypatch.setattr("tgbot.bot.polling._AFTER_OTHERS", 0.2)
        other = asyncio.create_task(_poll(on))
        await table.until_deaf()
        assert await _readiness(table.bot) == "not ready: another program fetches this bot's updates: stop it"
        press = await on.tg.press(table.bert, on.group, "Glauben")
        await overdue(table.redis)
        await table.looks_pass()
        other.cancel()
        monkeypatch.setattr(hearing, "_CONTESTED", 0.0)
        assert BELIEVED in (await on.tg.answer(press)).text
        await table.nobody_paid()
        assert await _readiness(table.bot) == "ready"


async def _poll(on: Stage) -> None:
    """Fetch the bot's updates again and again, as another program with the same token does."""
    async with aiohttp.ClientSession() as session:
        while True:
            url = f"{on.telegram.url}/bot{on.telegram.token}/getUpdates?timeout=5"
            async with session.get(url) as answer:
                await answer.read()
            await asyncio.sleep(0.01)


async def _readiness(bot: Running) -> str:
    async with aiohttp.ClientSession() as session:
        url = f"http://127.0.0.1:{bot.port}/health/ready"
        async with session.get(url) as answer:
            return await answer.text()


async def test_while_telegram_cannot_reach_the_webhook_nobodys_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that is down: what we send arrives, what people press does not."""
    async with asking(tmp_path, monkeypatch) as table:
        on = table.on
        subscription = cast("Subscription", on.telegram._app.state.subscription)
        webhook = subscription.webhook
        assert webhook is not None
        subscription.change(replace(webhook, url=f"http://127.0.0.1:{free_port()}/telegram"))
        press = await on.tg.press(table.bert, on.group, "Glauben")
        await until(lambda: _failed_to_reach(subscription))
        await overdue(table.redis)
        await table.until_deaf()
        await table.looks_pass()
        subscription.change(webhook)
        assert BELIEVED in (await on.tg.answer(press)).text
        await table.nobody_paid()


async def _failed_to_reach(subscription: Subscription) -> bool:
    return subscription.last_error is not None


async def test_while_telegram_answers_nothing_nobodys_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can deliver nothing then, so nothing heard is no proof that nobody pressed."""
    async with asking(tmp_path, monkeypatch, "Bad Gateway") as table:
        on = table.on
        await on.tg.fault("error", times=None, error=refusal(502, "Bad Gateway"))
        await overdue(table.redis)
        await table.until_deaf()
        await table.looks_pass()
        await on.tg.heal()
        await table.looks_pass()
        assert BELIEVED in await on.tap(table.bert, "Glauben")
        await table.nobody_paid()


async def test_a_few_seconds_without_a_bot_cost_nobody_his_turn(tmp_path: Path) -> None:
    """His time was up while nobody was there, and what he pressed in it is delivered again only after the bot is back."""
    async with evening(tmp_path, refused=("setWebhook",)) as on, connect(on.store_url, connections=2) as redis:
        chance = swift(ScriptedCup((6, 5) * 9), UNHURRIED)
        async with worker(on.settings(port=(port := free_port())), chance):
            on.address = f"http://127.0.0.1:{port}"
            await on.gather(3)
            await on.begin(*on.people)
            await on.announce(on.people[0], "65")
            bert = on.people[1]
            card = await on.turn(bert, "Glauben")
            await on.tg.quiet()
        await overdue(redis)
        await unserved(redis, 8)
        query, held_back = await _pressed_unheard(on, bert, card.id)
        back, partition = await moment(redis), keys.partition_of(TableId(on.group.id))
        await on.bot(chance=chance)

        async def looked() -> bool:
            return await served(redis, partition) >= back

        await until(looked)
        for update in held_back:
            await told(on, update)
        assert BELIEVED in (await on.tg.answer(query)).text
        assert not [message for message in await on.shown() if MADE_FOR_HIM in message.text]


async def _pressed_unheard(on: Stage, who: Person, card: int) -> tuple[str, list[Update]]:
    """Press Glauben; returns the query and the update, which Telegram has tried in vain and tries again later."""
    backlog = on.telegram.world.backlog
    before = set(backlog.pending)
    query = await on.tg.press(who, on.group, "Glauben", card)
    return query, [backlog.pending.pop(number) for number in list(backlog.pending) if number not in before]


async def test_a_flood_wait_longer_than_any_grace_costs_nobody_his_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His card cannot come: however long Telegram asks to wait, his time begins when it is there."""
    async with asking(tmp_path, monkeypatch, "Too Many Requests") as table:
        on, clara = table.on, table.on.people[2]
        await on.tap(table.bert, "Glauben")
        await on.tg.fault("flood", "sendMessage", chat_id=on.group.id, retry_after=4)
        await on.announce(table.bert, "66")
        await until(lambda: table.redis.exists(keys.hold(on.group.id)))
        await overdue(table.redis)
        await table.looks_pass()
        await on.turn(clara, "Glauben", within=20)
        assert not [message for message in await on.shown() if MADE_FOR_HIM in message.text]
