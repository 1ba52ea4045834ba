"""What the workers of one bot share."""

import asyncio

from redis.asyncio import Redis

from tgbot.store import keys
from tgbot.store.bot_state import RedisEars, RedisFailures, RedisNotes, RedisRoles, webhook_secret


async def test_a_role_has_one_player(redis: Redis) -> None:
    """A role is its holder's until he resigns or his claim lapses; nobody can resign for him."""
    first, second = RedisRoles(redis, "a"), RedisRoles(redis, "b")

    assert await first.claim("poller", 30)
    assert await first.claim("poller", 30)
    assert not await second.claim("poller", 30)
    assert await second.claim("registrar", 30)
    await second.resign("poller")
    assert not await second.claim("poller", 30)
    await first.resign("poller")
    assert await second.claim("poller", 30)


async def test_a_claim_lapses(redis: Redis) -> None:
    """A player who stops claiming is replaced when his time is up."""
    assert await RedisRoles(redis, "dead").claim("poller", 5)
    assert 4_000 < await redis.pttl(keys.role("poller")) <= 5_000
    await redis.pexpire(keys.role("poller"), 20)
    await asyncio.sleep(0.04)

    assert await RedisRoles(redis, "heir").claim("poller", 1)


async def test_of_many_claims_one_holds(redis: Redis) -> None:
    """Workers that start at the same moment do not both play a part."""
    claims = await asyncio.gather(*(RedisRoles(redis, f"w{number}").claim("poller", 30) for number in range(20)))

    assert sum(claims) == 1


async def test_notes_are_shared(redis: Redis) -> None:
    """A note is what was written last; an unknown one is None."""
    notes = RedisNotes(redis)
    await notes.write("offset", "4611686018427387905")
    await notes.write("digest", "ä")
    await notes.write("digest", "ö")

    assert await notes.read("offset") == "4611686018427387905"
    assert await notes.read("digest") == "ö"
    assert await notes.read("none") is None


async def test_failures_are_counted_for_a_day(redis: Redis) -> None:
    """Failures add up over workers, for each update by itself, and are forgotten."""
    failures = RedisFailures(redis)

    assert [await failures.failed(7), await failures.failed(8), await failures.failed(7)] == [1, 1, 2]
    assert 0 < await redis.ttl(keys.failed(7)) <= keys.FAILURES_TTL


async def test_all_workers_have_one_secret(redis: Redis) -> None:
    """The webhook's secret is made once, by whoever comes first, and consists of characters Telegram takes."""
    secrets = await asyncio.gather(*(webhook_secret(redis) for _ in range(10)))

    assert len(set(secrets)) == 1
    assert len(secrets[0]) >= 43
    assert secrets[0].replace("-", "").replace("_", "").isalnum()


async def test_ears_are_shut_for_all_workers_until_somebody_opens_them_or_it_is_forgotten(redis: Redis) -> None:
    """One that finds out and then dies must not stop everybody's time for ever."""
    mine, others = RedisEars(redis), RedisEars(redis)
    assert not await others.are_shut()
    await mine.shut(60)
    assert await others.are_shut()
    await others.open()
    assert not await mine.are_shut()
    await mine.shut(0.05)
    await asyncio.sleep(0.1)
    assert not await others.are_shut()
