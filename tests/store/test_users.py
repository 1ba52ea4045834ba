"""What is kept of users: counted once, shown to nobody else, and gone for good when they want that."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from redis.asyncio import Redis

from tests.store.samples import ANNA, BEN, BIG, CUP, HOME, inquiry, post, shown, table
from tests.store.serving import Store
from tgbot.store import fields, keys
from tgbot.store.connection import connect
from tgbot.store.embedded import EmbeddedServer
from tgbot.store.erasing import rewrite
from tgbot.store.purses import RedisPurses
from tgbot.store.users import RedisUsers
from tgbot.table.identity import TableId
from tgbot.table.news.notices import Post
from tgbot.table.news.surfaces import Card, HostBoard, HouseMenu, KickBoard, PrivateCup, Surface
from tgbot.table.ports.effects import Played, Seated, Switched
from tgbot.table.ports.tables import Change
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.debts import Bill
from tgbot.table.state.evening import Counted, Evening, Recap, Score
from tgbot.table.state.mentions import NOBODY, replaced
from tgbot.table.state.own import Statistics, StoredAt
from tgbot.table.state.purse import Purse
from tgbot.table.state.task_box import OwnTask, TaskBox

GAME = 3
DESK = TableId(ANNA)


def counted(rounds_lost: int = 2, game: int = GAME) -> Counted:
    """Count a game in which Anna told three lies, two of which lived."""
    anna = Score(player=ANNA, games=1, announced=4, caught=1, lived_lies=2, rounds_lost=rounds_lost, right_doubts=1)
    return Counted(game, (anna, Score(player=BEN, games=1)))


async def put(store: Store, game: Counted, *effects: Played | Seated | Switched) -> None:
    """Commit the table with these counts, and apply effects as a delivery does."""
    now = (await store.tables.load(HOME)).table
    version = 0 if now is None else now.version
    await store.put(Change(table=replace(table(version + 1), counted=game), expected=version, effects=effects))
    for effect in effects:
        await store.outbox.apply(store.lease, HOME, effect)


async def outbox(store: Store) -> dict[bytes, bytes]:
    """Read the raw outbox of the table."""
    return cast("dict[bytes, bytes]", await store.redis.hgetall(keys.outbox(HOME)))


async def test_nothing_is_counted_for_who_has_not_switched_it_on(store: Store) -> None:
    """Off is the default, and off keeps nothing at all."""
    await put(store, counted(), Played(ANNA, GAME))
    assert await RedisUsers(store.redis).statistics(ANNA) is None
    assert not await store.redis.exists(keys.statistics(ANNA))


async def test_a_game_counts_once_however_often_it_is_told(store: Store) -> None:
    """The same effect again, or an older game's, adds nothing; the next game does."""
    users = RedisUsers(store.redis)
    await put(store, counted(), Switched(ANNA, on=True), Played(ANNA, GAME))
    once = await users.statistics(ANNA)
    assert once is not None
    assert (once.games, once.rounds_lost, once.caught, once.right_doubts, once.bluff_rate) == (1, 2, 1, 1, 75)

    await put(store, counted(), Played(ANNA, GAME))
    await put(store, counted(game=GAME - 1), Played(ANNA, GAME - 1))
    assert await users.statistics(ANNA) == once
    await put(store, counted(rounds_lost=1, game=GAME + 1), Played(ANNA, GAME + 1))
    assert await users.statistics(ANNA) == replace(
        once, games=2, rounds_lost=3, announced=8, caught=2, right_doubts=2, announced_openly=8, lied_openly=6
    )


async def test_the_same_number_at_another_table_is_another_game(store: Store) -> None:
    """Games are numbered by table."""
    await put(store, counted(), Switched(ANNA, on=True), Played(ANNA, GAME))
    statistics = keys.statistics(ANNA)
    assert await store.redis.hget(statistics, f"game:{keys.table_text(HOME)}") == str(GAME).encode()
    assert 0 < await store.redis.ttl(statistics) <= keys.OWN_TTL


async def test_a_table_that_was_forgotten_meanwhile_numbers_its_games_anew(store: Store) -> None:
    """A group that plays by the usual rules, less than once a month: all its games count."""
    users, statistics = RedisUsers(store.redis), keys.statistics(ANNA)
    await put(store, counted(), Switched(ANNA, on=True), Played(ANNA, GAME))
    at = f"at:{keys.table_text(HOME)}"
    played_at = int(cast("bytes", await store.redis.hget(statistics, at)))
    await store.redis.hset(statistics, at, str(played_at - keys.TABLE_TTL * 1000))
    for _ in range(2):
        await put(store, counted(game=1), Played(ANNA, 1))
    figures = await users.statistics(ANNA)
    assert figures is not None
    assert figures.games == 2


async def test_switching_off_deletes_the_figures(store: Store) -> None:
    """And on again begins at nothing."""
    users = RedisUsers(store.redis)
    await put(store, counted(), Switched(ANNA, on=True), Played(ANNA, GAME))
    await put(store, counted(), Switched(ANNA, on=False))
    assert await users.statistics(ANNA) is None
    await put(store, counted(), Switched(ANNA, on=True))
    assert await users.statistics(ANNA) == Statistics()


async def test_no_field_of_the_queue_holds_a_figure(store: Store) -> None:
    """The effect says who and which game; the rest is in the table's own state."""
    await store.put(Change(table=replace(table(), counted=counted()), expected=0, effects=(Played(ANNA, GAME),)))
    queued = await outbox(store)
    assert b"rounds_lost" not in b"".join(queued.values())
    assert fields.effect_field(Played(ANNA, GAME)).encode() in queued


async def test_what_is_stored_about_somebody_is_told_table_by_table(store: Store) -> None:
    """The name there, whether he sits, and what else names him."""
    known = replace(
        table(),
        counted=counted(),
        evening=Evening(number=1, began_at=0, played_at=0, scores=(Score(player=ANNA, games=2),)),
        recap=Recap(number=0, day="2026-12-04", games=1, scores=(Score(player=ANNA),)),
        changes=(RulesChanged(ANNA, "limit", "3", "5"),),
        bills=(Bill(ANNA, 1, 2, 0),),
        box=TaskBox(tasks=(OwnTask(1, ANNA, "x"), OwnTask(2, BEN, "y")), binned=(OwnTask(3, ANNA, "z"),)),
    )
    await RedisPurses(store.redis).put(ANNA, Purse(words="Erdnuss"), frozenset({"words"}))
    await store.put(Change(table=known, expected=0, effects=(Seated(ANNA), Seated(BEN, seated=False))))
    for effect in (Seated(ANNA), Seated(BEN, seated=False)):
        await store.outbox.apply(store.lease, HOME, effect)
    users = RedisUsers(store.redis)
    stored = await users.stored(ANNA)
    there = StoredAt(known.title, f"Name {ANNA}", seated=True, games=2, in_recap=True, changes=1, tasks=2, billed=True)
    assert stored.tables == (there,)
    assert stored.statistics is None
    assert stored.purse == Purse(words="Erdnuss")
    assert (await users.stored(BEN)).purse == Purse()
    assert await users.known_at(BEN) == (HOME,)
    assert (await users.stored(BIG)).tables == ()


async def fill(store: Store) -> None:
    """Queue something of every kind that names Anna, and what does not."""
    await store.put(
        Change(
            table=table(),
            expected=0,
            posts=(post("p1"), post("p2"), Post("p3", 3, 7, ())),
            dirty=(Card(), PrivateCup(ANNA), CUP),
            inquiries=(replace(inquiry(), who=replace(inquiry().who, id=ANNA, name="Anna Ä")), inquiry()),
            effects=(Seated(ANNA), Played(ANNA, GAME), Seated(BEN)),
        )
    )
    await store.outbox.show(store.lease, HOME, Card(), shown(7, "Anna Ä sagt 53."), None)
    await store.outbox.show(store.lease, HOME, Card(), shown(8, "Anna Ä glaubt."), None)
    await store.outbox.show(store.lease, HOME, PrivateCup(ANNA), shown(9, None, chat=ANNA), None)
    await store.outbox.settle(store.lease, HOME, "p2", lost=True)


async def test_a_queue_forgets_somebody_and_keeps_everything_else(store: Store) -> None:
    """Posts name nobody in his place, what was his alone is gone, the others' is as it was. Twice is as good as once."""
    await fill(store)
    users = RedisUsers(store.redis)
    for _ in range(2):
        await users.scrub(HOME, ANNA)
    queued = await outbox(store)
    assert not [field for field, value in queued.items() if _told(field + b" " + value)]

    pending = await store.pending()
    assert [queued.post for queued in pending.posts] == [replaced(post("p1"), ANNA, NOBODY), Post("p3", 3, 7, ())]
    assert [lost.id for lost in pending.lost] == ["p2"]
    assert set(pending.dirty) == {Card(), CUP}
    assert pending.inquiries == (inquiry(),)
    assert pending.effects == (Seated(BEN),)
    assert pending.shown[Card()] == shown(8, "🎲")  # wordless, but closed: a card left open would name him for good
    assert pending.stale == (shown(7, "🎲"),)


@pytest.mark.parametrize("surface", [KickBoard(), HostBoard(), HouseMenu(), CUP], ids=str)
async def test_what_names_somebody_forgotten_is_closed_when_it_is_not_brought_in_line_again(
    store: Store, surface: Surface
) -> None:
    """The game may end with him, or the next board be another message: his name must not stay on a button."""
    await store.put()
    await store.outbox.show(store.lease, HOME, surface, shown(9, "Anna Ä sagt 53."), None)
    await RedisUsers(store.redis).scrub(HOME, ANNA)

    await store.outbox.show(store.lease, HOME, surface, None, None)

    assert (await store.pending()).stale == (shown(9, "🎲"),)


def _told(text: bytes) -> bool:
    return str(ANNA).encode() in text or "Anna Ä".encode() in text


async def test_erasing_leaves_no_key_of_a_user(store: Store) -> None:
    """His figures, his index, his desk with its marks and deliveries; everybody else's stay."""
    redis, users = store.redis, RedisUsers(store.redis)
    await fill(store)
    await redis.hset(keys.statistics(ANNA), "on", "1")
    await RedisPurses(redis).put(ANNA, Purse(words="Erdnuss", left=3), frozenset({"words", "left"}))
    await redis.hset(keys.tables_of(ANNA), keys.table_text(HOME), "+1")
    await redis.hset(keys.tables_of(BEN), keys.table_text(HOME), "+1")
    desk = replace(table(home=DESK), game=None, members=())
    await store.tables.commit(Change(table=desk, expected=0, posts=(Post("p1", 0, 0, ()),)))
    await redis.set(keys.mark(DESK, 815), b"x")
    await redis.set(keys.mark(HOME, 815), b"x")
    for _ in range(2):
        await users.erase(ANNA)
    await users.scrub(HOME, ANNA)

    of_anna = [key async for key in redis.scan_iter(match=f"*{ANNA}*")]
    assert of_anna == []
    assert await redis.zscore(keys.out(keys.partition_of(DESK)), keys.table_text(DESK)) is None
    kept = (keys.tables_of(BEN), keys.mark(HOME, 815), keys.state(HOME))
    assert [await redis.exists(key) for key in kept] == [1, 1, 1]


@pytest.mark.redis
async def test_the_embedded_stores_file_forgets_with_it(folder: Path) -> None:
    """After its rewrite no byte of the append-only file holds the id; asked for once, and again after a crash."""
    async with EmbeddedServer(folder) as server, connect(server.url) as redis:
        await redis.hset(keys.statistics(ANNA), "on", "1")
        assert _in_files(folder)
        await RedisUsers(redis, ours=True).erase(ANNA)
        await _rewritten(redis)
        assert not _in_files(folder)
        assert not await redis.exists(keys.REWRITE)

        await redis.hset(keys.statistics(ANNA), "on", "1")
        await redis.unlink(keys.statistics(ANNA))
        await redis.set(keys.REWRITE, b"1")  # a worker died just here
        await rewrite(redis)
        await _rewritten(redis)
        assert not _in_files(folder)


async def _rewritten(redis: Redis) -> None:
    while True:
        facts = await redis.info("persistence")
        if not facts["aof_rewrite_in_progress"] and not facts["aof_rewrite_scheduled"]:
            return
        await asyncio.sleep(0.02)


def _in_files(folder: Path) -> bool:
    return any(str(ANNA).encode() in path.read_bytes() for path in (folder / "appendonlydir").iterdir())
