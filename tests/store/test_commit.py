"""The contract of `TableStore`: all of a change or nothing, exactly once."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis

from tests.store.samples import ANNA, BIG, CUP, HOME, deadline, inquiry, old, post, table
from tests.store.serving import Store, lease_on
from tgbot.game.rules.house import HouseRules
from tgbot.store import keys
from tgbot.store.keys import KEPT_TTL, TABLE_TTL, TAP_TTL, UPDATE_TTL
from tgbot.store.tables import RedisTables
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.effects import Seated
from tgbot.table.ports.tables import Change, Loaded, Outcome


def full(version: int, expected: int, mark: UpdateMark | None = None) -> Change:
    """Change everything a change can."""
    return Change(
        table=table(version),
        expected=expected,
        mark=mark,
        posts=(post(f"p{version}a"), post(f"p{version}b")),
        dirty=(Card(), CUP),
        deadlines=(deadline(9_999_999_999_999),),
        inquiries=(inquiry(),),
        effects=(Seated(BIG),),
    )


async def content(redis: Redis) -> dict[bytes, object]:
    """Read all there is of tables and partitions, but for the leases' own keys."""
    found: dict[bytes, object] = {}
    for key in sorted([key async for key in redis.scan_iter("mx:{p*", count=1000)]):
        if key.rsplit(b":", 1)[1] not in (b"lease", b"fence", b"beat", b"since"):
            kind = await redis.type(key)
            match kind:
                case b"hash":
                    found[key] = await redis.hgetall(key)
                case b"string":
                    found[key] = await redis.get(key)
                case _:
                    found[key] = await redis.zrange(key, 0, -1, withscores=True)
    return found


async def test_what_is_committed_is_loaded(store: Store) -> None:
    """A table comes back as it was stored, big ids and all, with the store's time."""
    assert Loaded(None, (await store.tables.load(HOME)).now).table is None
    assert await store.tables.commit(full(1, 0)) is Outcome.DONE

    loaded = await store.tables.load(HOME)

    assert loaded.table == table(1)
    assert loaded.now > 1_700_000_000_000


async def test_everything_of_a_change_is_written(store: Store) -> None:
    """Posts, dirty surfaces, inquiries and effects of one commit are all pending, posts in order."""
    await store.tables.commit(full(1, 0))
    await store.tables.commit(full(2, 1))

    pending = await store.pending()

    assert [queued.post.id for queued in pending.posts] == ["p1a", "p1b", "p2a", "p2b"]
    assert pending.posts[0].post == post("p1a")
    assert set(pending.dirty) == {Card(), CUP}
    assert pending.inquiries == (inquiry(),)
    assert pending.effects == (Seated(BIG),)
    assert pending.table == table(2)


async def test_posts_keep_their_order_beyond_ten(store: Store) -> None:
    """Posts of one commit are sent in its order, not in the order of their names."""
    posts = tuple(post(f"p{number}") for number in range(1, 13))
    await store.put(posts=posts)

    assert tuple(queued.post for queued in (await store.pending()).posts) == posts


@pytest.mark.parametrize("mark", [UpdateMark(5), UpdateMark(5, tap=True)], ids=["message", "tap"])
async def test_a_duplicate_changes_nothing(store: Store, mark: UpdateMark) -> None:
    """An update that comes again is told so, whatever version it was decided on."""
    await store.tables.commit(full(1, 0, mark))
    before = await content(store.redis)

    assert await store.tables.commit(full(2, 1, mark)) is Outcome.DUPLICATE
    assert await store.tables.commit(full(9, 8, mark)) is Outcome.DUPLICATE

    assert await content(store.redis) == before


async def test_a_version_that_came_twice_is_told_apart(store: Store) -> None:
    """A store that lost a second has the same number again for another state: what rests on the first one is stale."""
    await store.tables.commit(full(1, 0))
    lost = await store.tables.load(HOME)
    await store.redis.delete(keys.state(HOME))
    await store.tables.commit(full(1, 0))
    late, fresh = (replace(full(2, 1), upon=by) for by in (lost.by, (await store.tables.load(HOME)).by))

    assert lost.by
    assert [await store.tables.commit(change) for change in (late, fresh)] == [Outcome.STALE, Outcome.DONE]


async def test_a_stale_commit_changes_nothing(store: Store) -> None:
    """A change decided on another version is not written in any part, and its update may be tried again."""
    await store.tables.commit(full(1, 0))
    before = await content(store.redis)

    assert await store.tables.commit(full(1, 0, UpdateMark(6))) is Outcome.STALE
    assert await store.tables.commit(full(3, 2, UpdateMark(6))) is Outcome.STALE
    assert await content(store.redis) == before

    assert await store.tables.commit(full(2, 1, UpdateMark(6))) is Outcome.DONE


async def test_one_update_may_reach_several_tables(store: Store) -> None:
    """A mark belongs to one table: the same update is committed once at each."""
    topic = TableId(HOME.home, 5)
    first = await store.put(mark=UpdateMark(7))
    second = await store.tables.commit(Change(table=table(1, topic), expected=0, mark=UpdateMark(7)))

    assert (first, second) == (Outcome.DONE, Outcome.DONE)


async def test_a_command_reaches_one_table_of_its_chat(store: Store) -> None:
    """Its mark is kept with the chat's own table, whichever it changes: delivered again, it changes no other."""
    changes = [
        Change(table=table(1, topic), expected=0, mark=UpdateMark(7, at=HOME))
        for topic in (TableId(HOME.home, 5), TableId(HOME.home, 9))
    ]
    outcomes = [await store.tables.commit(change) for change in changes]

    assert outcomes == [Outcome.DONE, Outcome.DUPLICATE]
    assert await store.put(mark=UpdateMark(7)) is Outcome.DUPLICATE


async def test_of_fifty_commits_on_one_version_one_wins(store: Store) -> None:
    """However many decide on the same version at once, exactly one is written."""
    await store.put()
    changes = [
        Change(table=table(2), expected=1, mark=UpdateMark(100 + number), posts=(post(f"q{number}"),))
        for number in range(50)
    ]

    outcomes = await asyncio.gather(*(store.tables.commit(change) for change in changes))

    assert sorted(outcome.value for outcome in outcomes) == ["done"] + ["stale"] * 49
    winner = outcomes.index(Outcome.DONE)
    assert [queued.post.id for queued in (await store.pending()).posts] == [f"q{winner}"]


async def test_a_refusal_leaves_the_state_alone(store: Store) -> None:
    """With the version unchanged the state stays as it is, and the rest is written."""
    await store.put()

    changed = replace(table(1), title="another")
    outcome = await store.tables.commit(Change(table=changed, expected=1, mark=UpdateMark(8), dirty=(Card(),)))

    assert outcome is Outcome.DONE
    assert (await store.tables.load(HOME)).table == table(1)
    assert set((await store.pending()).dirty) == {Card()}
    assert await store.tables.commit(Change(table=changed, expected=1, mark=UpdateMark(8))) is Outcome.DUPLICATE


async def test_a_refusal_at_an_unknown_table_leaves_a_mark_alone(store: Store) -> None:
    """An update that changes and tells nothing costs its mark and no table."""
    await store.tables.commit(Change(table=table(0), expected=0, mark=UpdateMark(9)))

    assert (await store.tables.load(HOME)).table is None
    assert len(await content(store.redis)) == 1


async def test_a_post_needs_a_table(store: Store) -> None:
    """A table that has never been stored is stored with its first post, as version 0."""
    await store.tables.commit(Change(table=table(0), expected=0, posts=(post(),)))

    assert (await store.pending()).table == table(0)
    assert await store.tables.commit(Change(table=table(1), expected=0)) is Outcome.DONE


async def test_a_commit_sent_twice_is_done_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit whose answer was lost on the way is sent again by the client, and both times it is DONE."""
    monkeypatch.setattr("tgbot.store.tables.token_hex", lambda _: "the same")

    for mark in (UpdateMark(10), None):
        assert await store.put(mark=mark, posts=(post(f"of {mark}"),)) is Outcome.DONE
        loaded = (await store.tables.load(HOME)).table
        assert loaded is not None
        again = Change(table=loaded, expected=loaded.version - 1, mark=mark, posts=(post(f"of {mark}"),))
        assert await store.tables.commit(again) is Outcome.DONE
        monkeypatch.setattr("tgbot.store.tables.token_hex", lambda _: "another")

    assert len((await store.pending()).posts) == 2


async def test_keys_expire_as_documented(store: Store) -> None:
    """Every key of a table has its time to live, and every move refreshes it."""
    await store.put(mark=UpdateMark(11), posts=(post(),))
    await store.put(mark=UpdateMark(12, tap=True))
    lives = {key: await store.redis.ttl(key) for key in await content(store.redis)}

    def of(kind: bytes) -> int:
        return next(life for key, life in lives.items() if kind in key)

    assert of(b":table:") == pytest.approx(TABLE_TTL, abs=2)
    assert of(b":outbox:") == pytest.approx(TABLE_TTL, abs=2)
    assert of(b":mark:11:") == pytest.approx(UPDATE_TTL, abs=2)
    assert of(b":mark:12:") == pytest.approx(TAP_TTL, abs=2)

    key = next(key for key in lives if b":table:" in key)
    await store.redis.expire(key, 100)
    await store.put()
    assert await store.redis.ttl(key) == pytest.approx(TABLE_TTL, abs=2)


@pytest.mark.parametrize(
    "chosen", [{"rules": HouseRules(limit=5)}, {"language": Language.EN}], ids=["rules", "language"]
)
async def test_what_a_group_has_chosen_is_kept(store: Store, chosen: dict[str, Any]) -> None:
    """A group that plays once a year finds its rules and its language again."""
    await store.tables.commit(Change(table=replace(table(1), **chosen), expected=0))

    assert await store.redis.ttl(keys.state(HOME)) == pytest.approx(KEPT_TTL, abs=2)


async def test_a_flushed_script_is_sent_again(store: Store) -> None:
    """A server that has forgotten all scripts is told them anew, one by one and in bulk."""
    await store.redis.script_flush()
    assert await store.put(posts=(post(),)) is Outcome.DONE

    await store.redis.script_flush()
    await store.leases.balance()
    assert lease_on(store.leases) == store.lease


async def test_an_upgraded_group_keeps_its_home(redis: Redis) -> None:
    """A supergroup is found at the home of the group it grew out of, also over two steps; others are their own."""
    tables = RedisTables(redis)
    await tables.adopt(-4012345678, -1001234567890123)
    await tables.adopt(-4012345678, -1001234567890123)
    await tables.adopt(-1001234567890123, -1009999999999999)

    assert await tables.home_of(-1001234567890123) == -4012345678
    assert await tables.home_of(-1009999999999999) == -4012345678
    assert await tables.home_of(-1005555555555555) == -1005555555555555
    assert await tables.home_of(-4012345678) == -4012345678
    assert await tables.home_of(BIG) == BIG


async def test_another_version_in_the_store_is_stale(store: Store) -> None:
    """After a failover that lost the last move, a change decided on that move is stale and decided anew."""
    await store.put()
    await store.put()
    rolled_back = Change(table=old(table(2)), expected=0)
    await store.redis.delete(next(key for key in await content(store.redis) if b":table:" in key))
    await store.tables.commit(rolled_back)

    assert await store.tables.commit(Change(table=table(3), expected=2)) is Outcome.STALE


async def test_seats_are_listed_by_age(store: Store) -> None:
    """A player finds the tables he sits at, in the order he sat down."""
    other = TableId(-5, 3)
    await store.put(effects=(Seated(ANNA), Seated(BIG)))
    await store.outbox.apply(store.lease, HOME, Seated(BIG))
    await store.outbox.apply(store.lease, HOME, Seated(ANNA))
    await store.tables.commit(Change(table=table(1, other), expected=0, effects=(Seated(BIG),)))
    await store.outbox.apply(lease_on(store.leases, other), other, Seated(BIG))

    assert await store.tables.tables_of(BIG) == (HOME, other)
    assert await store.tables.tables_of(ANNA) == (HOME,)
    assert (await store.pending()).effects == ()
