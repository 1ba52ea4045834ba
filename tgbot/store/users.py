"""What the store keeps of a user: the tables that know him, his statistics if he wants any, and what he has chosen."""

from dataclasses import dataclass
from typing import assert_never, cast

from redis.asyncio import Redis

from tgbot.game.seats import PlayerId
from tgbot.store import keys, scripts
from tgbot.store.codec import TABLES
from tgbot.store.connection import store_errors
from tgbot.store.erasing import erase, scrub
from tgbot.store.purses import RedisPurses
from tgbot.table.identity import TableId
from tgbot.table.limits import MOST_SEATS
from tgbot.table.ports.effects import Called, Charged, Effect, Forgotten, Played, Remembered, Seated, Switched
from tgbot.table.state.mentions import players_in
from tgbot.table.state.own import COUNTERS, Statistics, Stored, StoredAt, statistics_of
from tgbot.table.state.reminder import Wish
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table


@dataclass(frozen=True, slots=True)
class RedisUsers:
    """The `Users` in Redis. `ours`: the server is our own, so its file is rewritten when somebody is forgotten."""

    redis: Redis
    ours: bool = False

    async def statistics(self, player: PlayerId) -> Statistics | None:
        """Read his statistics; None while they are switched off."""
        with store_errors():
            stored = cast("dict[bytes, bytes]", await self.redis.hgetall(keys.statistics(player)))
        if not stored:
            return None
        return Statistics(**{name: int(stored.get(name.encode(), 0)) for name in COUNTERS})

    async def stored(self, player: PlayerId) -> Stored:
        """Collect all that is stored about him, his desk apart."""
        tables = [await self._table(table) for table in await self.known_at(player)]
        kept = [_kept(table, player) for table in tables if table is not None and player in players_in(table)]
        purse = await RedisPurses(self.redis).purse(player)
        called_to = [await self._table(table) for table in await self._reminders(player)]
        titles = tuple(table.title for table in called_to if table is not None)
        return Stored(tuple(kept), await self.statistics(player), purse, titles)

    async def wants_reminder(self, player: PlayerId, table: TableId) -> bool:
        """Whether he still wants to be called to this table."""
        return table in await self._reminders(player)

    async def known_at(self, player: PlayerId) -> tuple[TableId, ...]:
        """List every table that may still hold his id or his name."""
        with store_errors():
            known = cast("list[bytes]", await self.redis.hkeys(keys.tables_of(player)))
        return tuple(keys.parse_table(table.decode()) for table in known)

    async def scrub(self, table: TableId, player: PlayerId) -> None:
        """Take him out of what waits for delivery at a table that has forgotten him; idempotent."""
        await scrub(self.redis, table, player)

    async def erase(self, player: PlayerId) -> None:
        """Delete everything that is his alone, his desk included; idempotent."""
        await erase(self.redis, player, ours=self.ours)

    async def _reminders(self, player: PlayerId) -> tuple[TableId, ...]:
        """List the tables he wants to be called to; a wish older than `REMINDERS_TTL` has lapsed."""
        with store_errors():
            known = cast("dict[bytes, bytes]", await self.redis.hgetall(keys.reminders(player)))
        _, now, _ = await scripts.LOAD.run(self.redis, [keys.state(TableId(player))])  # a load tells the time
        oldest = int(now) - keys.REMINDERS_TTL * 1000
        wanted = (table for table, value in known.items() if value.startswith(b"+") and int(value[1:]) >= oldest)
        return tuple(keys.parse_table(table.decode()) for table in wanted)

    async def _table(self, table: TableId) -> Table | None:
        state, *_ = await scripts.LOAD.run(self.redis, [keys.state(table)])
        return None if state is None else TABLES.load(state)


async def tables_of(redis: Redis, player: PlayerId) -> tuple[TableId, ...]:
    """List the tables a player sits at, in the order he sat down: the newest `MOST_SEATS`."""
    with store_errors():
        known = cast("dict[bytes, bytes]", await redis.hgetall(keys.tables_of(player)))
    sitting = sorted((int(value[1:]), table) for table, value in known.items() if value.startswith(b"+"))
    return tuple(keys.parse_table(table.decode()) for _, table in sitting[-MOST_SEATS:])


async def apply_effect(redis: Redis, table: TableId, effect: Effect, stamp: int) -> None:
    """Apply an effect to a user's own data. Effects may come twice and in any order."""
    match effect:
        case Seated():
            await _apply_seated(redis, table, effect, stamp)
        case Played():
            await _apply_played(redis, table, effect, stamp)
        case Switched(player=player, on=on):
            await _switch(redis, player, on=on)
        case Charged():
            await _apply_charged(redis, table, effect, stamp)
        case Remembered() | Called():
            await _apply_reminder(redis, table, effect, stamp)
        case Forgotten():
            return  # what it asks for needs all his tables, so whoever delivers for his desk does it
        case _ as unknown:
            assert_never(unknown)


async def _apply_seated(redis: Redis, table: TableId, effect: Seated, stamp: int) -> None:
    """Note whether a player sits at a table: the greatest stamp holds."""
    sign = "+" if effect.seated else "-"
    of_player = [keys.tables_of(effect.player)]
    await scripts.SEAT.run(redis, of_player, keys.table_text(table), sign, stamp, keys.SEATS_TTL)


async def _apply_played(redis: Redis, table: TableId, effect: Played, stamp: int) -> None:
    """Count a game, from what the table itself has counted: the next one cannot begin before this is done."""
    state, *_ = await scripts.LOAD.run(redis, [keys.state(table)])
    counted = None if state is None else TABLES.load(state).counted
    if counted is None or counted.game != effect.game:
        return
    score = next((score for score in counted.scores if score.player == effect.player), None)
    if score is None:
        return
    more = statistics_of(score, counted)
    pairs = [part for name in COUNTERS for part in (name, getattr(more, name))]
    of_player, game = [keys.statistics(effect.player)], (keys.table_text(table), effect.game)
    await scripts.PLAYED.run(redis, of_player, *game, keys.OWN_TTL, stamp, keys.TABLE_TTL * 1000, *pairs)


async def _apply_charged(redis: Redis, table: TableId, effect: Charged, stamp: int) -> None:
    """Count a limit down, once for each effect."""
    of_player = [keys.purse(effect.player)]
    coin = "" if effect.coin is None else effect.coin.value
    await scripts.CHARGE.run(redis, of_player, keys.table_text(table), stamp, effect.sips, keys.KEPT_TTL, coin)


async def _apply_reminder(redis: Redis, table: TableId, effect: Remembered | Called, stamp: int) -> None:
    """Note whether a player wants to be called to a table: the greatest stamp holds, and who was called is not again."""
    wish = Wish.QUIETLY_DROPPED if isinstance(effect, Called) else effect.wish
    if wish in (Wish.UNKNOWN, Wish.FULL):
        return
    of_player, sign = [keys.reminders(effect.player)], "+" if wish in (Wish.NOTED, Wish.KEPT) else "-"
    await scripts.SEAT.run(redis, of_player, keys.table_text(table), sign, stamp, keys.REMINDERS_TTL)


async def _switch(redis: Redis, player: PlayerId, *, on: bool) -> None:
    key = keys.statistics(player)
    with store_errors():
        if not on:
            await redis.unlink(key)
            return
        await redis.hset(key, "on", "1")
        await redis.expire(key, keys.OWN_TTL)


def _kept(table: Table, player: PlayerId) -> StoredAt:
    member, evening = table.member(player), table.evening
    scores = () if evening is None else evening.scores
    return StoredAt(
        title=table.title,
        name="" if member is None else member.name,
        seated=player in seated(table.game),
        games=sum(score.games for score in scores if score.player == player),
        in_recap=table.recap is not None and player in players_in(table.recap),
        changes=sum(change.by == player for change in table.changes),
        tasks=sum(task.author == player for task in (*table.box.tasks, *table.box.binned)),
        billed=player in {debt.player for debt in table.debts} | {bill.player for bill in table.bills},
    )
