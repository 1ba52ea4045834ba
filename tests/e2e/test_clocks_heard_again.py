"""After a time in which Telegram could not reach the bot: one card shows that it goes on, whoever moves on first."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from tests.e2e.clockwork import long_ago, overdue
from tests.e2e.stage import free_port
from tests.e2e.test_clocks import Table, asking, until
from tests.telegram_client import Message
from tgbot.demo.delivery.subscription import Subscription

pytestmark = pytest.mark.redis


@asynccontextmanager
async def a_minute_unheard(table: Table) -> AsyncIterator[None]:
    """Let what is pressed within be delivered only after a minute in which Telegram could not."""
    on = table.on
    subscription = cast("Subscription", on.telegram._app.state.subscription)
    webhook = subscription.webhook
    assert webhook is not None
    subscription.change(replace(webhook, url=f"http://127.0.0.1:{free_port()}/telegram"))
    yield
    await until(lambda: _failed(subscription))
    await overdue(table.redis)
    await table.until_deaf()
    await long_ago(table.redis, 60)
    subscription.change(webhook)


async def _failed(subscription: Subscription) -> bool:
    return subscription.last_error is not None


async def told(table: Table, value: str) -> list[Message]:
    """List what says that this was announced, once the bot has had time to say it twice."""
    await table.looks_pass()
    await table.on.tg.quiet()
    return [message for message in await table.on.shown() if value in message.text]


async def test_a_move_that_ends_the_silence_brings_its_card_and_no_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Bert has announced meanwhile comes through: Clara is asked once."""
    async with asking(tmp_path, monkeypatch) as table:
        on, clara = table.on, table.on.people[2]
        await on.tap(table.bert, "Glauben")
        await on.tg.wait_button(table.bert, "66")
        await on.tg.quiet()
        async with a_minute_unheard(table):
            await on.tg.press(table.bert, table.bert, "66")
        card = await on.turn(clara, "Glauben")
        assert [message.id for message in await told(table, "66")] == [card.id]


async def test_a_silence_that_nobodys_move_ends_brings_one_fresh_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clara presses although it is not her turn; the old card becomes a line."""
    async with asking(tmp_path, monkeypatch) as table:
        on, clara = table.on, table.on.people[2]
        old = await on.turn(table.bert, "Glauben")
        async with a_minute_unheard(table):
            await on.tg.press(clara, on.group, "Glauben", old.id)
        await on.tg.until(lambda: _newer(table, old), "a fresh card")
        cards = [message for message in await told(table, "65") if message.labels]
        assert [message.id > old.id for message in cards] == [True]


async def _newer(table: Table, old: Message) -> bool | None:
    card = await table.on.turn(table.bert, "Glauben")
    return True if card.id > old.id else None
