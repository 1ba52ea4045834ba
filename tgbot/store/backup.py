"""A backup of everything that games and users need, made while they play.

All keys of a partition are read at one moment, so no table is caught in the middle of a move. Partitions come one after
the other and users after all tables: what a table still had to write into a user's data is then in the table, or in
both, and done twice it counts once.
"""

from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Final

from redis.asyncio import Redis

from tgbot.store import keys, scripts
from tgbot.store.archive import Archive, Entry, Packer
from tgbot.store.connection import store_errors
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId

_AT_ONCE: Final = 1000  # keys a server looks at in one go

_PASSING: Final = ("chat:", "chats", "bot")
"""Tags of what is of this minute or of this installation: budgets, and what workers agree upon among themselves."""
_OF_WORKERS: Final = ("lease", "fence", "beat", "since", "probe", "presses")
"""Keys that tell who serves a partition, until when, and whether that works; and who presses too fast just now."""


async def back_up(redis: Redis) -> Archive:
    """Read everything.

    Raises:
        StoreUnavailable: the store is away.

    """
    packer = Packer(await moment(redis))
    async for entry in _entries(redis):
        packer.add(entry)
    return packer.archive()


async def moment(redis: Redis) -> int:
    """Return the store's time in ms."""
    return (await RedisTables(redis).load(TableId(0))).now


async def _entries(redis: Redis) -> AsyncIterator[Entry]:
    slots: dict[str, list[str]] = defaultdict(list)
    with store_errors():
        async for key in redis.scan_iter(match=keys.EVERY, count=_AT_ONCE):
            if belongs(key.decode()):
                slots[keys.tag_of(key.decode())].append(key.decode())
    for tag in sorted(slots, key=lambda tag: (not tag.startswith("p"), tag)):
        for key, kind, expires, value in await scripts.EXPORT.run(redis, slots[tag]):
            parts = [value] if isinstance(value, bytes) else value
            yield Entry(
                key.decode(), kind.decode(), int(expires) if expires else None, tuple(part.decode() for part in parts)
            )


def belongs(key: str) -> bool:
    """Whether a key is part of a backup."""
    return not keys.tag_of(key).startswith(_PASSING) and keys.kind_of(key) not in _OF_WORKERS
