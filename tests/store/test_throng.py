"""What is counted of people and of a chat's tables, in the store that all workers share."""

from dataclasses import replace

from redis.asyncio import Redis

from tests.store.samples import HOME, table
from tests.store.serving import Store
from tgbot.game.seats import PlayerId
from tgbot.store import keys
from tgbot.store.tables import RedisTables
from tgbot.store.throng import RedisCounts, admit
from tgbot.store.users import tables_of
from tgbot.table.identity import TableId
from tgbot.table.limits import MOST_SEATS, MOST_TABLES
from tgbot.table.ports.counts import Doing, Habit
from tgbot.table.ports.tables import Change

ANNA = PlayerId(7_000_000_001)
PRESSES = Doing(Habit.PRESSES, ANNA, None)


async def test_counts_end_with_their_window(redis: Redis) -> None:
    """The time to live is the first one's: whoever goes on is not counted for ever."""
    counts = RedisCounts(redis)
    assert [1, 2, 3] == [await counts.count(PRESSES, 10) for _ in range(3)]
    key = keys.doing(PRESSES)
    assert 0 < await redis.pttl(key) <= 10_000
    await redis.pexpire(key, 5_000)
    await counts.count(PRESSES, 10)

    assert await redis.pttl(key) <= 5_000


async def test_everybody_and_everything_is_counted_apart(redis: Redis) -> None:
    """By person, by chat, by what is done."""
    counts = RedisCounts(redis)
    kinds = [
        Doing(habit, who, chat) for habit in Habit for who in (None, ANNA) for chat in (HOME.home, None) if who or chat
    ]

    assert {1} == {await counts.count(doing, 10) for doing in kinds}
    assert len(kinds) == len(set(map(keys.doing, kinds)))


async def test_a_chat_has_so_many_tables(redis: Redis) -> None:
    """One more is not admitted; those there are stay welcome, and so does another chat's."""
    tables = RedisTables(redis)
    for topic in range(1, MOST_TABLES + 1):
        here = TableId(HOME.home, topic)
        assert await admit(redis, here, MOST_TABLES)
        await tables.commit(Change(table=replace(table(1), id=here), expected=0))

    assert not await tables.admit(TableId(HOME.home, 99))
    assert await tables.admit(TableId(HOME.home, 7))
    assert await tables.admit(TableId(HOME.home - 1, 99))
    assert 0 < await redis.ttl(keys.topics(HOME)) <= keys.KEPT_TTL


async def test_the_tables_of_a_chats_topics_are_known(redis: Redis) -> None:
    """What becomes of the bot in the whole chat concerns them all, and no other chat's."""
    tables = RedisTables(redis)
    for topic in (7, 5):
        await tables.admit(TableId(HOME.home, topic))
    await tables.admit(TableId(HOME.home - 1, 9))

    assert (TableId(HOME.home, 5), TableId(HOME.home, 7)) == await tables.topics_of(HOME.home)


async def test_tables_that_are_gone_make_room(redis: Redis) -> None:
    """Their thirty days are over."""
    for topic in range(1, MOST_TABLES + 1):
        assert await admit(redis, TableId(HOME.home, topic), MOST_TABLES)

    assert await admit(redis, TableId(HOME.home, 99), MOST_TABLES)
    assert 1 == await redis.scard(keys.topics(HOME))


async def test_a_moved_group_s_old_name_lives_as_long_as_it_is_used(redis: Redis) -> None:
    """Renewed once a day, and not with every press."""
    old, new = -4_012_345_678, -1_001_234_567_890
    tables = RedisTables(redis)
    await tables.adopt(old, new)
    key = keys.home(new)
    assert keys.SEATS_TTL - 5 < await redis.ttl(key) <= keys.SEATS_TTL

    await redis.expire(key, keys.SEATS_TTL - 3600)
    assert old == await tables.home_of(new)
    assert await redis.ttl(key) <= keys.SEATS_TTL - 3600

    await redis.expire(key, keys.SEATS_TTL - 2 * 24 * 3600)
    assert old == await tables.home_of(new)
    assert await redis.ttl(key) > keys.SEATS_TTL - 3600


async def test_somebody_at_very_many_tables_is_looked_for_at_the_newest(store: Store) -> None:
    """His private chat opens: that must not load a thousand tables."""
    for number in range(MOST_SEATS + 10):
        there = TableId(HOME.home, number)
        await store.redis.hset(keys.tables_of(ANNA), keys.table_text(there), f"+{1_000 + number}")
    found = await tables_of(store.redis, ANNA)

    assert [TableId(HOME.home, number) for number in range(10, MOST_SEATS + 10)] == list(found)
