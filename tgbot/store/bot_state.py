"""What the workers of one bot share: roles, notes, the webhook's secret, counts of failures."""

from dataclasses import dataclass
from secrets import token_urlsafe
from typing import cast

from redis.asyncio import Redis

from tgbot.store import keys, scripts
from tgbot.store.connection import store_errors


@dataclass(frozen=True, slots=True)
class RedisRoles:
    """The `Roles` in Redis, claimed in one worker's name."""

    redis: Redis
    worker: str

    async def claim(self, role: str, seconds: float) -> bool:
        """Take a role, or keep it; False while another worker has it."""
        return bool(await scripts.CLAIM.run(self.redis, [keys.role(role)], self.worker, round(seconds * 1000)))

    async def resign(self, role: str) -> None:
        """Give a role back at once; nothing happens if it is somebody else's."""
        await scripts.RELEASE.run(self.redis, [keys.role(role)], self.worker)


@dataclass(frozen=True, slots=True)
class RedisNotes:
    """The `Notes` in Redis."""

    redis: Redis

    async def read(self, name: str) -> str | None:
        """Return a note; None if there is none."""
        with store_errors():
            text = cast("bytes | None", await self.redis.get(keys.note(name)))
        return None if text is None else text.decode()

    async def write(self, name: str, text: str) -> None:
        """Write or replace a note."""
        with store_errors():
            await self.redis.set(keys.note(name), text)


@dataclass(frozen=True, slots=True)
class RedisEars:
    """The `Ears` in Redis."""

    redis: Redis

    async def shut(self, seconds: float) -> None:
        """Note that no update comes. It is forgotten after so long, unless it is noted again."""
        with store_errors():
            await self.redis.set(keys.DEAF, b"", px=round(seconds * 1000))

    async def open(self) -> None:
        """Note that they come."""
        with store_errors():
            await self.redis.unlink(keys.DEAF)

    async def are_shut(self) -> bool:
        """Whether somebody has noted that none comes."""
        with store_errors():
            return bool(await self.redis.exists(keys.DEAF))


@dataclass(frozen=True, slots=True)
class RedisFailures:
    """The `Failures` in Redis."""

    redis: Redis

    async def failed(self, update: int) -> int:
        """Count one more failure of an update and return how many there are now."""
        return int(await scripts.COUNT.run(self.redis, [keys.failed(update)], keys.FAILURES_TTL))


async def webhook_secret(redis: Redis) -> str:
    """Return the secret Telegram shows with every update: made once, then the same for all workers."""
    with store_errors():
        await redis.set(keys.SECRET, token_urlsafe(32), nx=True)
        secret = cast("bytes | None", await redis.get(keys.SECRET))
    assert secret is not None, "a key without time to live is there once it was set"
    return secret.decode()
