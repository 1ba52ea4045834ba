"""Forgetting a user: out of what still waits to be sent, out of every key, and out of the embedded store's file."""

import asyncio
from dataclasses import replace
from typing import cast

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from tgbot.game.seats import PlayerId
from tgbot.store import fields, keys, scripts
from tgbot.store.codec import POSTS, SHOWN
from tgbot.store.connection import store_errors
from tgbot.table.identity import TableId
from tgbot.table.state.mentions import NOBODY, replaced

_PASSES = 20
_WORDLESS = "🎲"
"""What a message becomes whose closing line may name somebody: one with his name and live buttons must not stay."""
_AGAIN = 1.0
"""Seconds before a rewrite is asked for again: one that runs already may have begun before the deletion."""
_TRIES = 120


async def scrub(redis: Redis, table: TableId, player: PlayerId) -> None:
    """Take a player out of an outbox. What is delivered meanwhile changes places, so it is read until nothing is left."""
    for _ in range(_PASSES):
        with store_errors():
            outbox = cast("dict[bytes, bytes]", await redis.hgetall(keys.outbox(table)))
        edits = [
            (field, value, changed)
            for field, value in outbox.items()
            if (changed := _without(field.decode(), value, player)) != value
        ]
        if not edits:
            return
        await scripts.SCRUB.run(redis, [keys.outbox(table)], *(part for edit in edits for part in edit))


def _without(field: str, value: bytes, player: PlayerId) -> bytes:
    """Return a field's value without the player; empty where the whole field is about him."""
    if fields.names(field, player):
        return b""
    if field.startswith((fields.POST, fields.LOST)):
        stamp, payload = fields.stamped(value)
        told = POSTS.load(payload)
        changed = replaced(told, player, NOBODY)
        return value if changed == told else fields.stamped_value(stamp, POSTS.dump(changed))
    if field.startswith(fields.SHOWN):
        # A closing line may name him. The next time the message is brought in line it gets a new one.
        shown = fields.parse_shown(value)
        return value if shown.closing is None else fields.shown_value(replace(shown, closing=_WORDLESS))
    if field.startswith(fields.STALE):
        stamp, payload = fields.stamped(value)
        return fields.stamped_value(stamp, SHOWN.dump(replace(SHOWN.load(payload), closing=_WORDLESS)))
    return value


async def erase(redis: Redis, player: PlayerId, *, ours: bool = False) -> None:
    """Delete what is a user's alone. His desk's outbox, which holds the order to do so, goes last."""
    desk = TableId(player)
    partition = keys.partition_of(desk)
    with store_errors():
        if ours:
            await redis.set(keys.REWRITE, b"1")
        async for mark in redis.scan_iter(match=keys.marks_of(desk), count=1000):
            await redis.unlink(mark)
        await redis.unlink(keys.sent(player), keys.hold(player))
        await redis.unlink(keys.state(desk))
        await redis.unlink(*keys.of_user(player))
        await redis.zrem(keys.out(partition), keys.table_text(desk))
        await redis.unlink(keys.outbox(desk))
    if ours:
        await rewrite(redis)


async def rewrite(redis: Redis) -> None:
    """Have the server write its file anew, if somebody was forgotten since it last did: old lines hold what is deleted."""
    for _ in range(_TRIES):
        with store_errors():
            if not await redis.exists(keys.REWRITE):
                return
            try:
                await redis.bgrewriteaof()
            except ResponseError:
                await asyncio.sleep(_AGAIN)
                continue
            await redis.unlink(keys.REWRITE)
