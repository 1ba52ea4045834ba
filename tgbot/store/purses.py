"""What players have chosen for themselves, in their own partition. It is never logged and never copied to a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from redis.asyncio import Redis

from tgbot.game.seats import PlayerId
from tgbot.store import keys, scripts
from tgbot.store.connection import store_errors
from tgbot.table.ports.tables import NewerFormat
from tgbot.table.state.purse import Coin, Purse


@dataclass(frozen=True, slots=True)
class RedisPurses:
    """The `PurseStore` in Redis. Raises `StoreUnavailable`."""

    redis: Redis

    async def purse(self, player: PlayerId) -> Purse:
        """Read a purse; an empty one for whoever has chosen nothing.

        Raises:
            NewerFormat: a newer release wrote it.

        """
        with store_errors():
            stored = cast("dict[bytes, bytes]", await self.redis.hgetall(keys.purse(player)))
        return _read({field.decode(): value.decode() for field, value in stored.items()})

    async def put(self, player: PlayerId, purse: Purse, settings: frozenset[str]) -> None:
        """Write these fields of a purse and leave the others alone. A limit holds from this moment on."""
        written = _written(purse)
        await scripts.PURSE.run(
            self.redis,
            [keys.purse(player)],
            keys.KEPT_TTL,
            *(part for name in sorted(settings) for part in (name, written[name])),
        )


def _written(purse: Purse) -> dict[str, str]:
    """Write every field as a text; an empty one is not kept."""
    return {
        "coin": "" if purse.coin is None else purse.coin.value,
        "words": purse.words,
        "left": "" if purse.left is None else str(purse.left),
        "sober": "1" if purse.sober else "",
        "harmless": "1" if purse.harmless else "",
    }


def _read(stored: Mapping[str, str]) -> Purse:
    coins: dict[str | None, Coin | None] = {coin.value: coin for coin in Coin} | {None: None}
    coin = stored.get("coin")
    if coin not in coins:
        raise NewerFormat("unknown coin")
    return Purse(
        coin=coins[coin],
        words=stored.get("words", ""),
        left=int(stored["left"]) if "left" in stored else None,
        since=int(stored.get("since", "0")),
        sober="sober" in stored,
        harmless="harmless" in stored,
    )
