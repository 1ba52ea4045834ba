"""The contract of `Budget`: what a chat may receive, counted for all workers together, in store time."""

import asyncio

import pytest
from redis.asyncio import Redis

from tests.store.samples import BIG
from tgbot.store import keys
from tgbot.store.budget import ALL, GROUP, PRIVATE, RedisBudget, Window
from tgbot.table.ports.budget import Grant

GROUP_CHAT = -1001234567890123
WIDE = Window(10_000, 1_000)


async def test_a_group_gets_twenty_a_minute(redis: Redis) -> None:
    """Twenty messages go at once, the next waits about a minute; another group is not concerned."""
    budget = RedisBudget(redis, everywhere=WIDE)
    grants = [await budget.take(GROUP_CHAT) for _ in range(20)]
    refused = await budget.take(GROUP_CHAT)

    assert [grant.wait for grant in grants] == [0] * 20
    assert [grant.left for grant in grants] == list(range(19, -1, -1))
    assert 59_000 < refused.wait <= 61_000
    assert refused.left == 0
    assert (await budget.take(GROUP_CHAT - 1)).wait == 0


async def test_the_window_slides(redis: Redis) -> None:
    """What was sent long enough ago counts no more, one message at a time."""
    budget = RedisBudget(redis, group=Window(2, 1000), everywhere=WIDE)
    await budget.take(-1)
    await asyncio.sleep(0.6)
    await budget.take(-1)

    refused = await budget.take(-1)
    assert 0 < refused.wait <= 400
    await asyncio.sleep(refused.wait / 1000 + 0.01)
    assert await budget.take(-1) == Grant(0, 0)
    assert (await budget.take(-1)).wait > 0


async def test_decoration_is_refused_when_little_is_left(redis: Redis) -> None:
    """With fewer than seven left only what moves the game goes."""
    budget = RedisBudget(redis, everywhere=WIDE)
    for _ in range(13):
        assert (await budget.take(GROUP_CHAT, decoration=True)).wait == 0
    assert (await budget.take(GROUP_CHAT, decoration=True)).wait == 0

    low = await budget.take(GROUP_CHAT, decoration=True)

    assert low.wait > 59_000
    assert low.left == 6
    assert (await budget.take(GROUP_CHAT)) == Grant(0, 5)


async def test_a_private_chat_gets_a_little_burst(redis: Redis) -> None:
    """Five messages go to a user at once, then about one a second."""
    budget = RedisBudget(redis)
    grants = [await budget.take(BIG) for _ in range(6)]

    assert [grant.wait == 0 for grant in grants] == [True, True, True, True, True, False]
    assert grants[PRIVATE.limit].wait <= PRIVATE.milliseconds


async def test_all_chats_share_the_bots_limit(redis: Redis) -> None:
    """The thirty-first message of a second waits whatever its chat, and does not cost that chat anything."""
    budget = RedisBudget(redis, everywhere=Window(ALL.limit, 2_000))
    for chat in range(ALL.limit):
        assert (await budget.take(-1 - chat)).wait == 0

    refused = await budget.take(GROUP_CHAT)

    assert 0 < refused.wait <= 2_000
    assert refused.left == GROUP.limit
    assert await redis.llen(keys.sent(GROUP_CHAT)) == 0


@pytest.mark.parametrize(
    ("window", "most", "milliseconds"),
    [(GROUP, 20, 60_000), (PRIVATE, 1, 1_000), (ALL, 30, 1_000)],
    ids=["group", "private", "everywhere"],
)
def test_what_a_worker_asks_for_is_what_telegram_allows(window: Window, most: int, milliseconds: int) -> None:
    """Twenty a minute in a group, one a second in private, thirty a second altogether, and no more in any such time."""
    assert window.limit * milliseconds <= most * window.milliseconds
    assert window.milliseconds > milliseconds
    assert 0 < window.reserve < window.limit


async def test_many_workers_cannot_overdraw(redis: Redis) -> None:
    """However many ask at once, exactly twenty are granted."""
    budget = RedisBudget(redis, everywhere=WIDE)

    grants = await asyncio.gather(*(budget.take(GROUP_CHAT) for _ in range(50)))

    assert sum(grant.wait == 0 for grant in grants) == 20


async def test_a_hold_stops_one_chat(redis: Redis) -> None:
    """A chat Telegram told to wait gets nothing for so long; others do."""
    budget = RedisBudget(redis)
    await budget.hold(GROUP_CHAT, 0.15)

    held = await budget.take(GROUP_CHAT)
    assert 0 < held.wait <= 150
    assert held.left == GROUP.limit
    assert (await budget.take(BIG)).wait == 0
    await asyncio.sleep(held.wait / 1000 + 0.02)
    assert (await budget.take(GROUP_CHAT)).wait == 0


async def test_a_shorter_hold_shortens_nothing(redis: Redis) -> None:
    """The longest wait Telegram asked for holds."""
    budget = RedisBudget(redis)
    await budget.hold(GROUP_CHAT, 209)
    await budget.hold(GROUP_CHAT, 5)

    assert (await budget.take(GROUP_CHAT)).wait > 200_000


@pytest.mark.parametrize("chat", [GROUP_CHAT, BIG], ids=["group", "private"])
async def test_a_budget_is_forgotten(redis: Redis, chat: int) -> None:
    """A chat nobody writes to costs no memory after its window."""
    await RedisBudget(redis).take(chat)

    assert 0 < await redis.pttl(keys.sent(chat)) <= GROUP.milliseconds
