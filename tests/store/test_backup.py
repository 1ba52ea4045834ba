"""Backups: whole, of one moment for each table, and fit to go on from, on whatever server."""

import asyncio
import gzip
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import cast

import pytest
from redis.asyncio import Redis

from tests.store.samples import ANNA, BIG, HOME, deadline, inquiry, post, table
from tests.store.serving import Store
from tgbot.store import fields, keys, moments, scripts
from tgbot.store.archive import Archive, NoBackup, Packer
from tgbot.store.backup import back_up, belongs, moment
from tgbot.store.codec import FORMAT, READS
from tgbot.store.restore import OLD, AtWork, NotEmpty, half_restored, restore
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.effects import Seated

CARD = Card()
MARK_AGO = 3600_000


async def all_of(redis: Redis) -> dict[str, object]:
    """Read everything a backup is to hold."""
    return {entry.key: (entry.kind, sorted(entry.parts)) for entry in (await back_up(redis)).entries()}


async def leave(store: Store) -> None:
    """Let the only worker be gone."""
    await store.redis.unlink(keys.WORKERS)


def older(archive: Archive, ms: int) -> Archive:
    """Age a backup: every moment in it is so much earlier."""
    text = gzip.decompress(archive.packed).decode()
    aged = re.sub(r"(?<![\d-])1[789]\d{11}(?!\d)", lambda found: str(int(found[0]) - ms), text)
    return Archive.read(gzip.compress(aged.encode()))


async def test_what_is_restored_is_what_was_backed_up(store: Store) -> None:
    """Everything of tables and users comes back, with what it still had to live."""
    await store.put(
        posts=(post(),), deadlines=(deadline(await store.now() + 90_000),), effects=(Seated(ANNA, seated=True),)
    )
    await store.outbox.apply(store.lease, HOME, Seated(ANNA, seated=True))
    await store.tables.adopt(HOME.home, -1009999999999)
    archive, before = await back_up(store.redis), await all_of(store.redis)
    expires = await store.redis.pexpiretime(keys.state(HOME))
    await leave(store)
    await store.put()

    await restore(store.redis, archive, over=True)

    assert abs(expires - await store.redis.pexpiretime(keys.state(HOME))) <= 2
    after = await all_of(store.redis)
    assert set(before) == set(after)
    assert len(before) >= 6
    outbox = keys.outbox(HOME)
    same = [key for key in before if key not in {outbox, keys.out(store.lease.partition)}]
    assert {key: before[key] for key in same} == {key: after[key] for key in same}
    assert (await store.tables.load(HOME)).table == table(1)
    assert await store.tables.home_of(-1009999999999) == HOME.home


async def test_what_workers_agree_upon_stays_out(store: Store) -> None:
    """Leases, budgets and secrets belong to this minute and this installation."""
    await store.put(posts=(post(),))
    await store.redis.set(keys.SECRET, "s3cret")
    await store.redis.set(keys.hold(HOME.home), "1")

    kept = set(await all_of(store.redis))

    assert kept == {keys.state(HOME), keys.outbox(HOME), keys.out(store.lease.partition)}


def test_every_kind_of_key_has_a_type_that_a_backup_can_hold() -> None:
    """A key of another type needs a line in `export.lua` and one in `restore.py`."""
    rows = re.findall(r"^\| `(mx:[^`]+)`\s*\| (\w+)", keys.__doc__ or "", re.MULTILINE)

    assert len(rows) > 20
    assert {kind for key, kind in rows if belongs(key.replace("{p}", "{p1}").replace("{u}", "{u1}"))} == {
        "string",
        "hash",
        "set",
        "zset",
    }


async def test_messages_older_than_ten_minutes_are_dropped(store: Store) -> None:
    """Nobody waits for them any more: neither those that wait nor those whose answer was lost, nor old questions."""
    await store.put(posts=(post("p1"), post("p2")), inquiries=(inquiry(),))
    await store.outbox.attempt(store.lease, HOME, "p1")
    await store.outbox.settle(store.lease, HOME, "p1", lost=True)
    await store.outbox.attempt(store.lease, HOME, "p2")
    archive = await back_up(store.redis)
    await leave(store)

    done = await restore(store.redis, older(archive, OLD + 60_000), over=True)

    assert (done.tables, done.dropped) == (1, 2)
    pending = await store.pending()
    assert (pending.posts, pending.lost, pending.inquiries) == ((), (), ())
    assert not await store.redis.hexists(keys.outbox(HOME), fields.TRIED + "p2")


async def test_messages_of_the_last_ten_minutes_are_sent(store: Store) -> None:
    """They are posted as they would have been."""
    await store.put(posts=(post("p1"), post("p2")))
    archive = await back_up(store.redis)
    await leave(store)

    done = await restore(store.redis, older(archive, OLD - 60_000), over=True)

    assert done.dropped == 0
    assert [queued.post.id for queued in (await store.pending()).posts] == ["p1", "p2"]
    assert HOME in await store.leases.deliveries(store.lease)


async def test_deadlines_begin_anew(store: Store) -> None:
    """However long ago they passed, each has its whole duration again."""
    now = await store.now()
    await store.put(deadlines=(deadline(now + 90_000),))
    archive = await back_up(store.redis)
    await leave(store)

    await restore(store.redis, older(archive, MARK_AGO), over=True)

    assert await store.leases.due(store.lease) == ()
    values = cast("dict[bytes, bytes]", await store.redis.hgetall(keys.deadlines(store.lease.partition)))
    (at,) = [int(value.split(b"|")[1]) for name, value in values.items() if b"turn" in name]
    assert 85_000 < at - await store.now() <= 90_000


async def test_a_store_with_games_is_not_written_over_by_mistake(store: Store) -> None:
    """Nor one that a worker is using, whatever is asked for."""
    await store.put()
    archive = await back_up(store.redis)

    with pytest.raises(AtWork):
        await restore(store.redis, archive, over=True)
    await leave(store)
    with pytest.raises(NotEmpty):
        await restore(store.redis, archive)
    assert not await half_restored(store.redis)


async def test_a_restore_that_was_cut_short_can_be_repeated(store: Store) -> None:
    """Until then the store says of itself that it is not whole."""
    await store.put()
    archive = await back_up(store.redis)
    await leave(store)
    await store.redis.set(keys.RESTORING, b"1")
    assert await half_restored(store.redis)

    await restore(store.redis, archive)

    assert not await half_restored(store.redis)
    assert (await store.tables.load(HOME)).table == table(1)


async def test_another_stores_webhook_is_not_taken_for_ours(store: Store) -> None:
    """Telegram may have been told another secret meanwhile, so all that was registered is registered again."""
    await store.put()
    await store.redis.set(keys.SECRET, "s3cret")
    await store.redis.set(keys.note("webhook"), "digest")
    archive = await back_up(store.redis)
    await leave(store)

    await restore(store.redis, archive, over=True)

    assert await store.redis.exists(keys.SECRET, keys.note("webhook")) == 0


async def test_what_has_expired_since_stays_away(store: Store) -> None:
    """A table that nobody has used for its time is forgotten, in a backup too."""
    await store.put()
    archive = await back_up(store.redis)
    await leave(store)

    done = await restore(store.redis, older(archive, (keys.TABLE_TTL + 60) * 1000), over=True)

    assert done.tables == 0
    assert (await store.tables.load(HOME)).table is None


async def test_a_backup_of_a_newer_release_is_refused_whole(store: Store) -> None:
    """Nothing is written, and nothing deleted."""
    await store.put()
    archive = await back_up(store.redis)
    packer = Packer(archive.at)
    this, next_one = f'{{"f":{FORMAT},', f'{{"f":{READS + 1},'
    for entry in archive.entries():
        packer.add(replace(entry, parts=tuple(part.replace(this, next_one) for part in entry.parts)))
    newer = packer.archive()
    await leave(store)

    with pytest.raises(NoBackup, match="newer release"):
        await restore(store.redis, newer, over=True)

    assert (await store.tables.load(HOME)).table == table(1)


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        (b"", "is no backup"),
        (b"hello", "is no backup"),
        (gzip.compress(b"hello"), "is no backup"),
        (gzip.compress(b"[]\n"), "is no backup"),
        (gzip.compress(b'{"what":"tgbot backup","f":2,"at":0}\n'), "newer release"),
        (Packer(0).archive().packed[:-6], "not whole"),
        (Packer(0).archive().packed[:-8] + b"\0" * 8, "damaged"),
    ],
    ids=["empty", "text", "zipped text", "no head", "newer", "cut short", "checksum"],
)
def test_no_other_file_is_taken_for_a_backup(packed: bytes, why: str) -> None:
    """Also not one of which the end is missing."""
    with pytest.raises(NoBackup, match=why):
        Archive.read(packed)


@asynccontextmanager
async def moves(store: Store) -> AsyncIterator[None]:
    """One move of the table follows the other: the version, the posts in the queue and the deadline's step count them."""
    at, enough = await store.now() + 90_000, asyncio.Event()

    async def go_on() -> None:
        for number in count(1):
            await store.put(posts=(post(f"p{number}"),), deadlines=(deadline(at, step=number),))
            if enough.is_set():
                return

    moving = asyncio.create_task(go_on())
    try:
        yield
    finally:
        enough.set()
        await moving


def counted(archive: Archive) -> tuple[int, int, int]:
    """Tell how many moves each key of a backup has seen; 0 where it is not there yet."""
    held = {entry.key: entry.pairs for entry in archive.entries() if entry.kind == "hash"}
    queued = [name for name in held.get(keys.outbox(HOME), {}) if name.startswith(fields.POST)]
    waits = held.get(keys.deadlines(keys.partition_of(HOME)), {})
    steps = [moments.parse(name, value)[1].step for name, value in waits.items()]
    return int(held.get(keys.state(HOME), {}).get("version", 0)), len(queued), sum(steps)


BACKUPS = 12


async def test_a_table_is_backed_up_as_it_is_at_one_moment_while_it_moves(store: Store) -> None:
    """State, queue and deadlines are of the same move, whichever it was."""
    async with moves(store):
        seen = [counted(await back_up(store.redis)) for _ in range(BACKUPS)]

    assert {len(set(numbers)) for numbers in seen} == {1}
    assert seen[-1][0] > seen[0][0]


async def test_a_torn_backup_would_be_noticed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that are read one after the other tell of different moves."""
    whole = scripts.EXPORT.run

    class OneByOne:
        async def run(self, redis: Redis, names: list[str]) -> list[object]:
            return [entry for name in names for entry in await whole(redis, [name])]

    monkeypatch.setattr(scripts, "EXPORT", OneByOne())
    async with moves(store):
        seen = [counted(await back_up(store.redis)) for _ in range(BACKUPS)]

    assert max(len(set(numbers)) for numbers in seen) > 1


async def test_odd_names_and_big_ids_are_backed_up(store: Store) -> None:
    """They come through as they are."""
    await store.put(posts=(post(),), effects=(Seated(BIG, seated=True),))

    archive = await back_up(store.redis)

    held = {entry.key: entry for entry in archive.entries()}
    assert held[keys.state(HOME)].pairs["version"] == "1"
    assert 'Stammtisch \\"Ä\\" 🎲' in held[keys.state(HOME)].pairs["state"]
    assert archive.at <= await moment(store.redis)
    assert (await RedisTables(store.redis).load(TableId(-5))).table is None
