"""Tables and the one atomic commit."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from secrets import token_hex
from typing import cast

from redis.asyncio import Redis

from tgbot.game.seats import PlayerId
from tgbot.store import fields, keys, moments, scripts
from tgbot.store.codec import EFFECTS, INQUIRIES, POSTS, TABLES
from tgbot.store.connection import store_errors
from tgbot.store.lease_timing import LeaseTiming
from tgbot.store.lifetimes import table_ttl
from tgbot.store.replicas import Replicas
from tgbot.store.throng import admit, topics_of
from tgbot.store.users import tables_of
from tgbot.table.identity import TableId, is_supergroup
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.limits import MOST_TABLES
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.tables import Change, Loaded, Outcome

_OUTCOMES = {b"DONE": Outcome.DONE, b"STALE": Outcome.STALE, b"DUPLICATE": Outcome.DUPLICATE}

_DAY = 24 * 3600
_GAP = round(LeaseTiming().gap * 1000)


@dataclass(frozen=True, slots=True)
class RedisTables:
    """The `TableStore` in Redis."""

    redis: Redis
    replicas: Replicas = field(default_factory=Replicas)

    async def home_of(self, chat: int) -> int:
        """Return the home id of a chat: itself, unless it grew out of another."""
        if not is_supergroup(chat):
            return chat
        home = await scripts.HOME.run(self.redis, [keys.home(chat)], keys.SEATS_TTL, _DAY)
        return chat if home is None else int(home)

    async def adopt(self, old: int, new: int) -> None:
        """Note that chat `new` grew out of chat `old`; idempotent."""
        home = await self.home_of(old)
        if home != new:
            with store_errors():
                await self.redis.set(keys.home(new), home, ex=keys.SEATS_TTL)

    async def admit(self, table: TableId) -> bool:
        """Let a chat have this table too, unless it has `MOST_TABLES` by now."""
        return await admit(self.redis, table, MOST_TABLES)

    async def topics_of(self, home: int) -> tuple[TableId, ...]:
        """List the tables of a chat's topics, those long gone among them."""
        return await topics_of(self.redis, home)

    async def load(self, table: TableId) -> Loaded:
        """Read a table.

        Raises:
            StoreUnavailable: the store is away.
            NewerFormat: a newer release wrote it.

        """
        partition = keys.partition_of(table)
        asked = [keys.state(table), keys.beat(partition), keys.since(partition)]
        state, now, by, beat, since = await scripts.LOAD.run(self.redis, asked)
        # Nobody has served it of late: then people have been heard since now, whatever the last holder noted.
        heard = int(since) if int(now) - int(beat) <= _GAP else int(now)
        return Loaded(None if state is None else TABLES.load(state), int(now), by.decode(), heard)

    async def commit(self, change: Change) -> Outcome:
        """Write all of a change or nothing.

        Raises:
            StoreUnavailable: the store is away; should only its answer have been lost, the next try is a duplicate.

        """
        table = change.table.id
        partition = keys.partition_of(table)
        entries = tuple(_entries(change))
        deadlines = moments.replacing(table, change.deadlines, change.nights)
        outcome = await self.replicas.run(
            scripts.COMMIT,
            self.redis,
            [
                keys.mark(_marked(change), change.mark.id if change.mark else 0),
                keys.state(table),
                keys.outbox(table),
                keys.out(partition),
                keys.due(partition),
                keys.deadlines(partition),
            ],
            keys.table_text(table),
            token_hex(8),
            _mark_ttl(change.mark),
            change.expected,
            change.table.version,
            TABLES.dump(change.table),
            table_ttl(change.table),
            keys.WAKES,
            change.upon,
            len(entries),
            *(part for entry in entries for part in entry),
            len(deadlines) // 3,
            *deadlines,
        )
        return _OUTCOMES[outcome]

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """List the tables a player sits at, in the order he sat down."""
        return await tables_of(self.redis, player)

    async def card_message(self, table: TableId) -> int | None:
        """Return the message id of the table's card as Telegram shows it."""
        with store_errors():
            stored = cast(
                "bytes | None",
                await self.redis.hget(keys.outbox(table), fields.SHOWN + fields.surface_text(Card())),
            )
        return None if stored is None else fields.parse_shown(stored).message


def _entries(change: Change) -> Iterator[tuple[str, bytes]]:
    """List what a change puts into the outbox, in the order it is to be delivered."""
    for post in change.posts:
        yield fields.POST + post.id, POSTS.dump(post)
    for inquiry in change.inquiries:
        yield fields.inquiry_field(inquiry), INQUIRIES.dump(inquiry)
    for effect in change.effects:
        yield fields.effect_field(effect), EFFECTS.dump(effect)
    for surface in change.dirty:
        yield fields.DIRTY + fields.surface_text(surface), b""


def _marked(change: Change) -> TableId:
    """Name the table an update's mark is kept with. Threads of one group share a partition, and so a slot."""
    kept = None if change.mark is None else change.mark.at
    return kept or change.table.id


def _mark_ttl(mark: UpdateMark | None) -> int:
    if mark is None:
        return 0
    return keys.TAP_TTL if mark.tap else keys.UPDATE_TTL
