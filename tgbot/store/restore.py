"""Going on from a backup: what it holds is put into a store that nobody works on, and made fit for the time that has passed.

Deadlines begin anew by themselves: nobody has served the partitions for long. What is left to do here: what has expired
since, and what was to be said or asked more than ten minutes ago, is left out; and where people are playing, cards and
private cups are marked to be sent anew, for the chat may have gone on without the backup.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, TypeVar

from redis.asyncio import Redis

from tgbot.game.state import Over
from tgbot.store import fields, keys, moments
from tgbot.store.archive import Archive, Entry, NoBackup
from tgbot.store.backup import belongs, moment
from tgbot.store.codec import TABLES
from tgbot.store.connection import store_errors
from tgbot.store.pending import parse_pending
from tgbot.table.clock.clockwork import stands_still
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Due
from tgbot.table.news.surfaces import Card, PrivateCup
from tgbot.table.ports.tables import NewerFormat
from tgbot.table.state.debts import open_debt
from tgbot.table.state.table import Table

_T = TypeVar("_T")

OLD: Final = 10 * 60 * 1000
"""Age in ms beyond which nobody waits for a message any more."""
_AT_ONCE: Final = 200  # keys written in one go
_SIGN_OF_LIFE: Final = 10_000  # ms; a worker gives one every two seconds
_CARD_DUE: Final = fields.DIRTY + fields.surface_text(Card())


class NotEmpty(Exception):  # noqa: N818 -- reads as what the store is
    """The store holds tables already."""


class AtWork(Exception):  # noqa: N818 -- as above
    """A worker is running on this store."""


@dataclass(slots=True)
class Restored:
    """What was done: how many groups' tables there are now, and how many messages were too old to be sent."""

    tables: int = 0
    dropped: int = 0


async def restore(redis: Redis, archive: Archive, *, over: bool = False) -> Restored:
    """Put a backup into a store; `over` whatever the store holds. Cut short, it leaves a store that no worker starts on.

    Raises:
        AtWork: a worker is running there.
        NotEmpty: the store holds something already, and it is not to be replaced.
        NoBackup: a newer release made it.
        StoreUnavailable: the store is away.

    """
    now = await moment(redis)
    work = _Work(now, *_played(archive))
    with store_errors():
        if await redis.zcount(keys.WORKERS, now - _SIGN_OF_LIFE, "+inf"):
            raise AtWork
        there = [key.decode() async for key in redis.scan_iter(match=keys.EVERY, count=1000)]
        if any(map(belongs, there)) and not over and not await redis.exists(keys.RESTORING):
            raise NotEmpty
        await redis.set(keys.RESTORING, b"1")
        for batch in _batches(filter(_makes_room, there)):
            await _clear(redis, batch)
        for entries in _batches(work.fit(archive.entries())):
            await _write(redis, entries)
        for partition, tables in work.refreshed.items():
            await redis.zadd(keys.out(partition), dict.fromkeys(tables, now))
        await redis.unlink(keys.RESTORING)
    return work.done


async def half_restored(redis: Redis) -> bool:
    """Whether a restore was cut short."""
    with store_errors():
        return bool(await redis.exists(keys.RESTORING))


def _makes_room(key: str) -> bool:
    """Whether a key goes before a backup comes: all but budgets and what ends by itself.

    With the webhook's secret goes the note that it was registered: Telegram may know another store's by now.
    """
    passing = keys.tag_of(key).startswith("chat")
    return key != keys.RESTORING and not passing and keys.kind_of(key) not in {"fence", "lease"}


def _played(archive: Archive) -> tuple[frozenset[str], frozenset[str]]:
    """Name the tables at which people are playing, by the key's end, and those whose time brings the card (`due.lua`).

    Everything that has a format is read on the way: this release must know it before the store is cleared for it.
    """
    awake, moving, timed = set[str](), set[str](), set[str]()
    try:
        for entry in archive.entries():
            kind = keys.kind_of(entry.key)
            if kind == "table":
                table = TABLES.load(entry.pairs["state"].encode())
                over = isinstance(table.game, Over) and open_debt(table.game, table.debts) is None
                if not (table.game is None or over or stands_still(table)):
                    awake.add(keys.table_text(table.id))
                if not stands_still(table) and table.muted_since is None:
                    moving.add(keys.table_text(table.id))
            elif kind == "deadlines":
                waits = [moments.parse(name, value) for name, value in entry.pairs.items()]
                timed |= {keys.table_text(place) for place, due in waits if due.kind in {Due.TURN, Due.DEBT}}
            elif kind == "outbox":
                parse_pending(_NOBODYS, 0, _values(entry))
    except NewerFormat:
        raise NoBackup("was made by a newer release") from None
    return frozenset(awake), frozenset(moving & timed)


_NOBODYS = Table(id=TableId(0), chat=0)


def _values(outbox: Entry) -> dict[str, bytes]:
    return {name: value.encode() for name, value in outbox.pairs.items()}


@dataclass(slots=True)
class _Work:
    now: int
    played: frozenset[str]
    timed: frozenset[str]
    done: Restored = field(default_factory=Restored)
    refreshed: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def fit(self, entries: Iterable[Entry]) -> Iterable[Entry]:
        """Make entries fit for now."""
        for entry in entries:
            if entry.expires is not None and entry.expires <= self.now:
                continue
            name = keys.kind_of(entry.key)
            self.done.tables += name == "table" and not keys.parse_table(entry.key.rpartition(":")[2]).private
            fitting = self._outbox(entry) if name == "outbox" else entry
            if fitting.parts:
                yield fitting

    def _outbox(self, entry: Entry) -> Entry:
        waiting = self._without_old(_values(entry))
        table = entry.key.rpartition(":")[2]
        if table in self.played:
            waiting |= self._shown_anew(waiting)
            if table in self.timed:  # else the card would come twice
                del waiting[_CARD_DUE]
            self.refreshed[keys.partition_of(keys.parse_table(table))].append(table)
        return replace(entry, parts=tuple(part for name, value in waiting.items() for part in (name, value.decode())))

    def _without_old(self, outbox: dict[str, bytes]) -> dict[str, bytes]:
        told = (fields.POST, fields.LOST)
        old = {
            name
            for name, value in outbox.items()
            if name.startswith((*told, fields.INQUIRY)) and fields.stamped(value)[0] < self.now - OLD
        }
        self.done.dropped += sum(name.startswith(told) for name in old)
        tried = {fields.TRIED + name.removeprefix(fields.POST) for name in old}
        return {name: value for name, value in outbox.items() if name not in old | tried}

    def _shown_anew(self, outbox: dict[str, bytes]) -> dict[str, bytes]:
        """Have card and cups sent at the bottom: they belong to a turn (`anchor`) that none is."""
        stamp = max(int(outbox.get("stamp", b"0")) + 1, self.now)
        anew = {"stamp": b"%d" % stamp, _CARD_DUE: fields.stamped_value(stamp)}
        for name, value in outbox.items():
            if not name.startswith(fields.SHOWN):
                continue
            surface = fields.parse_surface(name.removeprefix(fields.SHOWN))
            if isinstance(surface, Card | PrivateCup):
                anew[name] = fields.shown_value(replace(fields.parse_shown(value), anchor="", digest=""))
                anew[fields.DIRTY + fields.surface_text(surface)] = fields.stamped_value(stamp)
        return anew


def _batches(things: Iterable[_T]) -> Iterator[list[_T]]:
    left = iter(things)
    while batch := list(islice(left, _AT_ONCE)):
        yield batch


async def _clear(redis: Redis, names: Iterable[str]) -> None:
    async with redis.pipeline(transaction=False) as pipeline:
        for name in names:
            pipeline.execute_command("UNLINK", name)
        await pipeline.execute()


async def _write(redis: Redis, entries: Iterable[Entry]) -> None:
    async with redis.pipeline(transaction=False) as pipeline:
        for entry in entries:
            match entry.kind:
                case "string":
                    pipeline.set(entry.key, entry.parts[0])
                case "hash":
                    pipeline.hset(entry.key, items=list(entry.parts))
                case "set":
                    pipeline.sadd(entry.key, *entry.parts)
                case "zset":
                    pipeline.zadd(entry.key, {member: float(score) for member, score in entry.pairs.items()})
            if entry.expires is not None:
                pipeline.pexpireat(entry.key, entry.expires)
        await pipeline.execute()
