"""A player's own settings: each field by itself, and a limit that counts down once for every charge."""

import asyncio
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from tests.store.samples import ANNA, BEN, BIG, HOME, table
from tests.store.serving import Store
from tgbot.store import fields, keys
from tgbot.store.lifetimes import table_ttl
from tgbot.store.purses import RedisPurses
from tgbot.store.users import apply_effect
from tgbot.table.identity import TableId
from tgbot.table.news.surfaces import HostBoard, KickBoard, PrivateBill, PurseMenu, RecapButton, StakesMenu, TaskList
from tgbot.table.ports.effects import Charged
from tgbot.table.ports.tables import Change
from tgbot.table.state.purse import EVENING, Coin, Purse
from tgbot.table.state.task_box import OwnTask, TaskBox
from tgbot.table.state.terms import Paying

OTHER = TableId(-99)


def names(*settings: str) -> frozenset[str]:
    """Name fields."""
    return frozenset(settings)


async def limited(redis: Redis, left: int) -> tuple[RedisPurses, int]:
    """Give Ben a limit; returns a stamp just after it."""
    purses = RedisPurses(redis)
    await purses.put(BEN, Purse(left=left), names("left"))
    return purses, (await purses.purse(BEN)).since + 1


async def test_who_has_chosen_nothing_has_an_empty_purse(redis: Redis) -> None:
    """Nothing is written by reading."""
    assert await RedisPurses(redis).purse(BIG) == Purse()
    assert not await redis.exists(keys.purse(BIG))


async def test_each_setting_is_kept_by_itself(redis: Redis) -> None:
    """What is set leaves the rest alone; what is taken back is gone; and it is kept for over a year."""
    purses = RedisPurses(redis)
    await purses.put(ANNA, Purse(words="Zimtschnecke ✔"), names("coin", "words"))
    await purses.put(ANNA, Purse(sober=True), names("sober"))
    assert await purses.purse(ANNA) == Purse(words="Zimtschnecke ✔", sober=True)
    await purses.put(ANNA, Purse(coin=Coin.SQUAT), names("coin", "words"))
    await purses.put(ANNA, Purse(harmless=True), names("sober", "harmless"))
    assert await purses.purse(ANNA) == Purse(coin=Coin.SQUAT, harmless=True)
    assert await purses.purse(BEN) == Purse()
    assert await redis.ttl(keys.purse(ANNA)) > keys.KEPT_TTL - 10


async def test_a_limit_counts_down_and_never_below_nothing(redis: Redis) -> None:
    """Three sips of two."""
    purses, stamp = await limited(redis, 2)
    for number in range(3):
        await apply_effect(redis, HOME, Charged(BEN, number, 1), stamp + number)
    assert (await purses.purse(BEN)).left == 0


async def test_a_charge_that_comes_twice_counts_once(redis: Redis) -> None:
    """An effect is applied at least once; another table's charge with the same stamp is another one."""
    purses, stamp = await limited(redis, 5)
    for _ in range(2):
        await apply_effect(redis, HOME, Charged(BEN, 1, 2), stamp)
    assert (await purses.purse(BEN)).left == 3
    await apply_effect(redis, OTHER, Charged(BEN, 1, 1), stamp)
    assert (await purses.purse(BEN)).left == 2


@pytest.mark.parametrize(
    ("own", "group", "left"),
    [
        (Purse(), Coin.SIP, 3),
        (Purse(), Coin.POINT, 5),
        (Purse(), None, 3),
        (Purse(coin=Coin.SIP), Coin.WATER, 3),
        (Purse(coin=Coin.SQUAT), Coin.SIP, 5),
        (Purse(coin=Coin.SQUAT), None, 3),
        (Purse(words="Kurzer"), Coin.SIP, 3),
        (Purse(words="Kurzer"), Coin.WATER, 3),
        (Purse(sober=True), Coin.SIP, 5),
    ],
)
async def test_a_limit_counts_what_is_a_drink_or_may_be_one(
    redis: Redis, own: Purse, group: Coin | None, left: int
) -> None:
    """His own currency goes before the group's, and his own words may mean anything; a task's sip is one in any case."""
    purses, stamp = await limited(redis, 5)
    await purses.put(BEN, own, names("coin", "words", "sober"))
    for _ in range(2):
        await apply_effect(redis, HOME, Charged(BEN, 1, 2, group), stamp)
    purse = await purses.purse(BEN)
    assert purse.left == left
    assert group is None or purse.drinks(group) is (left == 3)


async def test_what_was_drunk_before_a_limit_does_not_count(redis: Redis) -> None:
    """A charge that was delayed past the choice of a limit is older than it."""
    purses, stamp = await limited(redis, 5)
    await apply_effect(redis, HOME, Charged(BEN, 1, 2), stamp - 1)
    assert (await purses.purse(BEN)).left == 5


async def test_without_a_limit_nothing_is_counted(redis: Redis) -> None:
    """How much somebody drinks is written down nowhere."""
    await apply_effect(redis, HOME, Charged(BEN, 1, 2), 7)
    assert not await redis.exists(keys.purse(BEN))


async def test_a_limit_is_an_evenings(redis: Redis) -> None:
    """The next day it holds no longer."""
    purses, stamp = await limited(redis, 5)
    purse = await purses.purse(BEN)
    assert purse.remaining(stamp) == 5
    assert purse.remaining(stamp + EVENING) is None


async def test_two_charges_of_one_commit_are_both_applied(store: Store) -> None:
    """Unlike a seating, a newer charge takes no older one's place."""
    purses, after = await limited(store.redis, 5)
    await asyncio.sleep(0.005)  # what is of the limit's own millisecond was before it
    assert await store.now() >= after
    charges = (Charged(BEN, 1, 1), Charged(BEN, 2, 2))
    await store.tables.commit(Change(table=table(), expected=0, effects=charges))
    pending = await store.pending()
    assert pending.effects == charges
    for effect in pending.effects:
        await store.outbox.apply(store.lease, HOME, effect)
    assert (await purses.purse(BEN)).left == 2
    assert (await store.pending()).effects == ()


def test_surfaces_of_payments_keep_their_names() -> None:
    """What is written in an outbox is read as what it was; boards of seats and a recap's button too."""
    for surface in (PrivateBill(BIG), StakesMenu(), TaskList(), PurseMenu(), KickBoard(), HostBoard(), RecapButton(77)):
        assert fields.parse_surface(fields.surface_text(surface)) == surface


def test_what_a_group_has_made_its_own_is_kept_for_over_a_year() -> None:
    """Its terms and its tasks, like its rules."""
    plain = replace(table(), rules=table().rules)
    for chosen in ({"paying": Paying(sips=2)}, {"box": TaskBox(tasks=(OwnTask(1, None, "Sing"),), made=1)}):
        assert table_ttl(replace(plain, **chosen)) == keys.KEPT_TTL
