"""What the store keeps of a user: the tables he sits at; and the effects of a table on it."""

from typing import cast

import orjson
from redis.asyncio import Redis

from tgbot.game.seats import PlayerId
from tgbot.store import keys, scripts
from tgbot.store.codec import CHARGES, SEATINGS
from tgbot.store.connection import store_errors
from tgbot.table.identity import TableId
from tgbot.table.ports import Effect, Seated
from tgbot.table.purse import Charged

_FORGET_LEAVING = 25 * 3600 * 1000
"""Milliseconds after which an older effect can no longer arrive: by then no worker still holds one."""


async def tables_of(redis: Redis, player: PlayerId) -> tuple[TableId, ...]:
    """List the tables a player sits at, in the order he sat down."""
    with store_errors():
        known = cast("dict[bytes, bytes]", await redis.hgetall(keys.tables_of(player)))
    seated = sorted((int(value[1:]), table) for table, value in known.items() if value.startswith(b"+"))
    return tuple(keys.parse_table(table.decode()) for _, table in seated)


async def _apply_seated(redis: Redis, table: TableId, effect: Seated, stamp: int) -> None:
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


async def _apply_charged(redis: Redis, table: TableId, effect: Charged, stamp: int) -> None:
    """Count a limit down, once for each effect."""
    await scripts.CHARGE.run(
        redis, [keys.purse(effect.player)], keys.table_text(table), stamp, effect.sips, keys.KEPT_TTL
    )


async def apply_effect(redis: Redis, table: TableId, effect: Effect, stamp: int) -> None:
    """Apply an effect to the user's own data; coming twice it counts once."""
    match effect:
        case Seated():
            await _apply_seated(redis, table, effect, stamp)
        case Charged():
            await _apply_charged(redis, table, effect, stamp)


def dump_effect(effect: Effect) -> bytes:
    """Write an effect."""
    return CHARGES.dump(effect) if isinstance(effect, Charged) else SEATINGS.dump(effect)


def load_effect(data: bytes) -> Effect:
    """Read an effect; a charge is told by its sips."""
    return CHARGES.load(data) if "sips" in orjson.loads(data)["v"] else SEATINGS.load(data)
