"""What the store keeps of a user: the tables he sits at."""

from typing import cast

from redis.asyncio import Redis

from tgbot.game.seats import PlayerId
from tgbot.store import keys, scripts
from tgbot.store.connection import store_errors
from tgbot.table.identity import TableId
from tgbot.table.ports import Seated

_FORGET_LEAVING = 25 * 3600 * 1000
"""Milliseconds after which an older effect can no longer arrive: by then no worker still holds one."""


async def tables_of(redis: Redis, player: PlayerId) -> tuple[TableId, ...]:
    """List the tables a player sits at, in the order he sat down."""
    with store_errors():
        known = cast("dict[bytes, bytes]", await redis.hgetall(keys.tables_of(player)))
    seated = sorted((int(value[1:]), table) for table, value in known.items() if value.startswith(b"+"))
    return tuple(keys.parse_table(table.decode()) for _, table in seated)


async def apply_seated(redis: Redis, table: TableId, effect: Seated, stamp: int) -> None:
    """Note whether a player sits at a table. Effects may come twice and in any order: the greatest stamp holds."""
    await scripts.SEAT.run(
        redis,
        [keys.tables_of(effect.player)],
        keys.table_text(table),
        "+" if effect.seated else "-",
        stamp,
        keys.SEATS_TTL,
        _FORGET_LEAVING,
    )
