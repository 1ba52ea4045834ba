"""A user's reminders in his own partition: the newest word holds, they lapse, and they are gone when he is."""

from dataclasses import replace

from tests.store.samples import ANNA, BEN, HOME, table
from tests.store.serving import Store
from tgbot.store import keys
from tgbot.store.users import RedisUsers, apply_effect
from tgbot.table.identity import TableId
from tgbot.table.ports.effects import Called, Effect, Remembered
from tgbot.table.ports.tables import Change
from tgbot.table.state.reminder import Wish

OTHER = TableId(-77, 3)
NOTED, DROPPED = (Remembered(ANNA, wish, 1) for wish in (Wish.NOTED, Wish.DROPPED))


async def now(store: Store) -> int:
    """Read the store's time in milliseconds."""
    return (await store.tables.load(HOME)).now


async def test_a_wish_is_each_tables_own_and_the_newest_word_holds(store: Store) -> None:
    """Effects come twice and in any order."""
    users, at = RedisUsers(store.redis), await now(store)
    await apply_effect(store.redis, HOME, NOTED, at + 2)
    await apply_effect(store.redis, HOME, DROPPED, at + 1)
    assert await users.wants_reminder(ANNA, HOME)
    assert not await users.wants_reminder(ANNA, OTHER)
    assert not await users.wants_reminder(BEN, HOME)
    for stamp in (at + 3, at + 2):
        await apply_effect(store.redis, HOME, DROPPED if stamp == at + 3 else NOTED, stamp)
    assert not await users.wants_reminder(ANNA, HOME)
    assert 0 < await store.redis.ttl(keys.reminders(ANNA)) <= keys.REMINDERS_TTL


async def test_who_was_called_is_not_called_again_but_may_ask_again(store: Store) -> None:
    """A wish that is newer than the call stays."""
    users, at = RedisUsers(store.redis), await now(store)
    await apply_effect(store.redis, HOME, NOTED, at)
    await apply_effect(store.redis, HOME, Called(ANNA, 1, 1), at + 1)
    assert not await users.wants_reminder(ANNA, HOME)
    await apply_effect(store.redis, HOME, NOTED, at + 3)
    await apply_effect(store.redis, HOME, Called(ANNA, 1, 1), at + 2)
    assert await users.wants_reminder(ANNA, HOME)


async def test_not_knowing_whether_he_is_a_member_changes_nothing(store: Store) -> None:
    """Being none does."""
    users, at = RedisUsers(store.redis), await now(store)
    await apply_effect(store.redis, HOME, NOTED, at)
    await apply_effect(store.redis, HOME, Remembered(ANNA, Wish.UNKNOWN, 2), at + 1)
    assert await users.wants_reminder(ANNA, HOME)
    await apply_effect(store.redis, HOME, Remembered(ANNA, Wish.REFUSED, 3), at + 2)
    assert not await users.wants_reminder(ANNA, HOME)


async def test_a_wish_lapses_though_a_newer_one_keeps_the_key(store: Store) -> None:
    """Thirty days each."""
    users, at = RedisUsers(store.redis), await now(store)
    await apply_effect(store.redis, HOME, NOTED, at - keys.REMINDERS_TTL * 1000 - 5_000)
    await apply_effect(store.redis, OTHER, NOTED, at)
    assert not await users.wants_reminder(ANNA, HOME)
    assert await users.wants_reminder(ANNA, OTHER)


async def test_what_is_stored_of_him_names_the_groups_and_erasing_deletes_them(store: Store) -> None:
    """By title, and only where he still wants it."""
    users, at = RedisUsers(store.redis), await now(store)
    await store.put(Change(table=table(), expected=0))
    await apply_effect(store.redis, HOME, NOTED, at)
    await apply_effect(store.redis, OTHER, NOTED, at)
    assert (await users.stored(ANNA)).reminders == (table().title,)
    await users.erase(ANNA)
    assert not await store.redis.exists(keys.reminders(ANNA))
    assert (await users.stored(ANNA)).reminders == ()


async def test_every_word_waits_to_be_told(store: Store) -> None:
    """A wish that is taken back before anybody delivered is still two words, and a call a third."""
    words: tuple[Effect, ...] = (NOTED, replace(DROPPED, at=2), Called(ANNA, 1, 3))
    for version, word in enumerate(words):
        await store.put(Change(table=table(version + 1), expected=version, effects=(word,)))
    assert (await store.pending()).effects == words
    for word in words:
        await store.outbox.apply(store.lease, HOME, word)
    assert (await store.pending()).effects == ()
    assert not await RedisUsers(store.redis).wants_reminder(ANNA, HOME)
