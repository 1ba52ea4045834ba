"""Time that a test lets pass: the store's clock and Telegram's go on together, as far as the test says."""

from dataclasses import dataclass
from hashlib import sha1
from typing import cast

import pytest
from redis.asyncio import Redis

from tests.e2e.stage import Stage
from tgbot.store import keys, scripts
from tgbot.store.scripts import Script

_AHEAD = "test:ahead"
_NOW = "local time = redis.call('TIME')\n    return time[1] * 1000 + math.floor(time[2] / 1000)"
_LATER = f"local time = redis.call('TIME')\n    return time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(redis.call('GET', '{_AHEAD}') or '0')"  # fmt: skip


def wind_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store's scripts read a clock that `Time` sets forward."""
    made = {name: script for name, script in vars(scripts).items() if isinstance(script, Script)}
    for name, script in made.items():
        assert _NOW in script.text
        text = script.text.replace(_NOW, _LATER)
        monkeypatch.setattr(scripts, name, Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest()))


@dataclass
class Time:
    """Both clocks. Telegram's goes first: the bot may believe that less time has passed, never that more has."""

    on: Stage
    redis: Redis
    ahead: float = 0.0

    async def passes(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        self.ahead += seconds
        self.on.telegram.world.clock.advance(seconds)
        await self.redis.set(_AHEAD, round(self.ahead * 1000))


async def long_ago(redis: Redis, seconds: float) -> None:
    """Let nobody have served anything for so long, while the deadlines came and went."""
    back = round(seconds * 1000)
    for partition in range(keys.PARTITIONS):
        beat = await redis.get(keys.beat(partition))
        if beat is not None:
            await redis.set(keys.beat(partition), int(beat) - back)
        stored = cast("dict[bytes, bytes]", await redis.hgetall(keys.deadlines(partition)))
        for name, value in stored.items():
            step, at, duration = value.decode().split("|")
            await redis.hset(keys.deadlines(partition), name, f"{step}|{int(at) - back}|{duration}")
            await redis.zadd(keys.due(partition), {name: int(at) - back})


async def overdue(redis: Redis) -> None:
    """Let every turn that waits have run out a second ago; what time it has, should it begin anew, stays."""
    past = await moment(redis) - 1_000
    for partition in range(keys.PARTITIONS):
        stored = cast("dict[bytes, bytes]", await redis.hgetall(keys.deadlines(partition)))
        for name, value in stored.items():
            if name.endswith(b"|turn"):
                step, _, duration = value.decode().split("|")
                await redis.hset(keys.deadlines(partition), name, f"{step}|{past}|{duration}")
                await redis.zadd(keys.due(partition), {name: past})


async def unserved(redis: Redis, seconds: float) -> None:
    """Let nobody have looked for so long."""
    beat = await moment(redis) - round(seconds * 1000)
    for partition in range(keys.PARTITIONS):
        await redis.set(keys.beat(partition), beat)


async def served(redis: Redis, partition: int) -> int:
    """Tell until when a partition has been served, in ms."""
    return int(cast("bytes", await redis.get(keys.beat(partition))))


async def moment(redis: Redis) -> int:
    """Ask the store for its time, in ms."""
    seconds, microseconds = await redis.time()
    return int(seconds) * 1000 + int(microseconds) // 1000
