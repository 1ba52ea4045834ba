"""Time that passes at once, for a store whose every moment is its own: the scripts' clock and every key's time to live."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha1

from redis.asyncio import Redis

from tgbot.store import scripts
from tgbot.store.scripts import Script

_NOW = "return time[1] * 1000 + math.floor(time[2] / 1000)"

_SHIFT = """
for _, key in ipairs(redis.call('KEYS', '*')) do
    local ours = key:sub(-6) == ':lease' or key:sub(-8) == ':workers'
    local left = redis.call('PTTL', key)
    if left >= 0 and not ours and left <= tonumber(ARGV[1]) then redis.call('DEL', key)
    elseif left >= 0 and not ours then redis.call('PEXPIRE', key, left - ARGV[1]) end
    if key:sub(-5) == ':beat' then redis.call('INCRBY', key, ARGV[1]) end
end
"""
"""What a worker renews every other second is left alone: he goes on working, so it never runs out."""


@dataclass
class Clock:
    """The store's time. `ahead` is how many ms it is ahead of the real one."""

    redis: Redis
    texts: dict[str, str]
    ahead: int = 0

    async def advance(self, milliseconds: int) -> None:
        """Let time pass for the whole store; the partitions count as served all the while."""
        await self.redis.eval(_SHIFT, 0, milliseconds)
        self.ahead += milliseconds
        self._set()

    def _set(self) -> None:
        for name, text in self.texts.items():
            later = text.replace(_NOW, f"{_NOW} + {self.ahead}")
            setattr(scripts, name, Script(later, sha1(later.encode(), usedforsecurity=False).hexdigest()))


@contextmanager
def clock(redis: Redis) -> Iterator[Clock]:
    """Take over the store's time, and give it back."""
    known = {name: script for name, script in vars(scripts).items() if isinstance(script, Script)}
    assert any(_NOW in script.text for script in known.values())
    try:
        yield Clock(redis, {name: script.text for name, script in known.items()})
    finally:
        for name, script in known.items():
            setattr(scripts, name, script)
