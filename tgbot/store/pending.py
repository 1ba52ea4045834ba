"""Reading a table's outbox: one round trip for all there is to deliver."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from redis.asyncio import Redis

from tgbot.store import fields, keys, scripts
from tgbot.store.codec import EFFECTS, INQUIRIES, POSTS, SHOWN, TABLES
from tgbot.table.identity import TableId
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.outbox import Pending, QueuedPost, Shown
from tgbot.table.ports.tables import NewerFormat
from tgbot.table.state.table import Table

MOST_POSTS: Final = 50
"""So many posts are read at once, the oldest: more than a chat takes in a minute, and few enough to hold up nobody else."""


async def read_pending(redis: Redis, table: TableId) -> Pending | None:
    """Read what a table has to deliver; None if the table is gone.

    Raises:
        NewerFormat: a newer release wrote some of it.
        StoreUnavailable: the store is away.

    """
    asked = [keys.state(table), keys.outbox(table), keys.out(keys.partition_of(table))]
    state, now, flat, at = await scripts.PENDING.run(redis, asked, keys.table_text(table))
    if state is None:
        return None
    fields_there = {field.decode(): value for field, value in zip(flat[::2], flat[1::2], strict=True)}
    return replace(parse_pending(TABLES.load(state), int(now), fields_there, MOST_POSTS), at=int(at or 0))


def parse_pending(table: Table, now: int, values: Mapping[str, bytes], most: int | None = None) -> Pending:
    """Read what a table has to deliver from the fields of its outbox; of its posts so many, or (None) all.

    Raises:
        NewerFormat: a newer release wrote some of it.

    """
    if not all(map(fields.known, values)):
        raise NewerFormat("unknown kind of delivery")
    outbox = _Outbox(values)
    return Pending(
        table=table,
        now=now,
        posts=tuple(
            QueuedPost(POSTS.load(payload), attempted=fields.TRIED + post in outbox.values)
            for post, payload in outbox.stamped(fields.POST)[:most]
        ),
        dirty=outbox.dirty(),
        shown=outbox.shown(),
        stale=tuple(SHOWN.load(payload) for _, payload in outbox.stamped(fields.STALE)),
        lost=tuple(POSTS.load(payload) for _, payload in outbox.stamped(fields.LOST)),
        inquiries=tuple(INQUIRIES.load(payload) for _, payload in outbox.stamped(fields.INQUIRY)),
        effects=tuple(EFFECTS.load(payload) for _, payload in outbox.stamped(fields.EFFECT)),
    )


@dataclass(frozen=True, slots=True)
class _Outbox:
    values: Mapping[str, bytes]

    def dirty(self) -> dict[Surface, int]:
        """Map each dirty surface to its newest mark, oldest mark first."""
        marks = sorted((fields.stamped(value)[0], rest) for rest, value in self._of(fields.DIRTY))
        return {fields.parse_surface(rest): mark for mark, rest in marks}

    def shown(self) -> dict[Surface, Shown]:
        """Map each surface to what Telegram shows of it."""
        return {fields.parse_surface(rest): fields.parse_shown(value) for rest, value in self._of(fields.SHOWN)}

    def stamped(self, prefix: str) -> list[tuple[str, bytes]]:
        """List the fields of one kind in the order of their stamps, as what follows the prefix and the payload."""
        entries = sorted((*fields.stamped(value), rest) for rest, value in self._of(prefix))
        return [(rest, payload) for _, payload, rest in entries]

    def _of(self, prefix: str) -> Iterator[tuple[str, bytes]]:
        return ((field[len(prefix) :], value) for field, value in self.values.items() if field.startswith(prefix))
