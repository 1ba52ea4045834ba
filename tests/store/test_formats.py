"""What a newer release has written is named as such wherever it is met: it waits there, and is never taken for broken."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest

from tests.store.samples import ANNA, BIG, HOME, deadline, inquiry, post, shown, table
from tests.store.serving import Store
from tgbot.store import fields, keys, moments
from tgbot.store.archive import NoBackup
from tgbot.store.backup import back_up
from tgbot.store.codec import EFFECTS, INQUIRIES, POSTS, TABLES, Codec
from tgbot.store.purses import RedisPurses
from tgbot.store.restore import restore
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.effects import Seated
from tgbot.table.ports.tables import NewerFormat

NEWER_NAME = "WovenByTomorrow"


def changed(data: bytes, change: Callable[[Any], None]) -> bytes:
    """Rewrite a stored value as a newer release might have written it, under the same number."""
    written = orjson.loads(data)
    change(written["v"])
    return orjson.dumps(written)


def _phase(value: Any) -> None:
    value["game"]["_"] = NEWER_NAME


def _presence(value: Any) -> None:
    value["game"]["seats"][0]["presence"] = "asleep on the table"


def _rule(value: Any) -> None:
    value["rules"]["disclose"] = "never ever"


def _item(value: Any) -> None:
    value["items"][-1]["_"] = NEWER_NAME


def _purpose(value: Any) -> None:
    value["purpose"] = "buy a round"


def _effect(value: Any) -> None:
    value["_"] = NEWER_NAME


@pytest.mark.parametrize(
    ("codec", "value", "change"),
    [
        (TABLES, table(), _phase),
        (TABLES, table(), _presence),
        (TABLES, table(), _rule),
        (POSTS, post(), _item),
        (INQUIRIES, inquiry(), _purpose),
        (EFFECTS, Seated(ANNA), _effect),
    ],
)
def test_a_name_that_only_a_newer_release_knows_is_a_newer_format(
    codec: Codec[Any], value: Any, change: Callable[[Any], None]
) -> None:
    """Whatever number stands beside it: a phase, a notice, an effect, an enum's value."""
    with pytest.raises(NewerFormat):
        codec.load(changed(codec.dump(value), change))


def test_something_broken_is_no_newer_format() -> None:
    """A value without what every release wrote is a fault, and is told as one."""
    with pytest.raises(KeyError):
        TABLES.load(changed(TABLES.dump(table()), lambda value: value.pop("chat")))


@pytest.mark.parametrize("value", ["3:7|1796002203202|90000", "@4:0|1796002203202|90000"])
def test_a_deadline_of_an_unknown_kind_is_a_newer_format(value: str) -> None:
    """It has no number of its own; its name tells."""
    with pytest.raises(NewerFormat):
        moments.parse(f"{keys.table_text(HOME)}|sunrise", value)


@pytest.mark.parametrize(
    "value", ["3:7|1796002203202|90000|twice", "!3:7|1796002203202|90000", "3|1796002203202|1", ""]
)
def test_a_deadline_of_an_unknown_shape_is_a_newer_format(value: str) -> None:
    """A mark or a part more."""
    with pytest.raises(NewerFormat):
        moments.parse(f"{keys.table_text(HOME)}|turn", value)


@pytest.mark.parametrize("text", ["jukebox", "cup", "cup.7.2", "card.7"])
def test_an_unknown_surface_is_not_taken_for_the_card(text: str) -> None:
    """Else the card would be said to stand where something else does."""
    with pytest.raises(NewerFormat):
        fields.parse_surface(text)
    assert fields.parse_surface("card") == Card()


@pytest.mark.parametrize("field", ["dirty:jukebox", "shown:jukebox", "song:7", "newer"])
async def test_an_outbox_with_something_unknown_is_left_as_it_is(store: Store, field: str) -> None:
    """Nothing of it is delivered, for what is unknown may have to come first."""
    await store.put(posts=(post(),))
    value = fields.shown_value(shown()) if field.startswith("shown") else b"1796002203202|{}"
    await store.redis.hset(keys.outbox(HOME), field, value)

    with pytest.raises(NewerFormat):
        await store.outbox.pending(HOME)


async def test_a_purse_with_an_unknown_coin_is_left_as_it_is(store: Store) -> None:
    """Taken for none, it would tell somebody to drink what he had exchanged for something else."""
    await store.redis.hset(keys.purse(BIG), "coin", "tea")

    with pytest.raises(NewerFormat):
        await RedisPurses(store.redis).purse(BIG)


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        (keys.outbox(HOME), "dirty:jukebox", "1796002203202|"),
        (keys.outbox(HOME), "shown:card", f"{HOME.home}.11|1|" + '{"f":99,"v":{}}'),
        (keys.deadlines(keys.partition_of(HOME)), f"{keys.table_text(HOME)}|sunrise", "3:7|1796002203202|90000"),
    ],
)
async def test_a_newer_release_s_backup_is_refused_before_anything_is_deleted(
    store: Store, key: str, field: str, value: str
) -> None:
    """Whatever in it is newer."""
    await store.put(posts=(post(),), deadlines=(deadline(await store.now() + 90_000),))
    await store.redis.hset(key, field, value)
    archive = await back_up(store.redis)
    await store.redis.unlink(keys.WORKERS)
    await store.redis.hdel(key, field)

    with pytest.raises(NoBackup, match="newer release"):
        await restore(store.redis, archive, over=True)

    assert (await store.tables.load(HOME)).table == table(1)
    assert not await store.redis.exists(keys.RESTORING)


async def test_the_deadlines_of_a_partition_wait_for_a_release_that_knows_them(store: Store) -> None:
    """What was handed out is the newer one's to hear; the older one is told, and loses none."""
    at = await store.now() - 1000
    await store.put(deadlines=(deadline(at),))
    name = f"{keys.table_text(HOME)}|sunrise"
    partition = store.lease.partition
    await store.redis.hset(keys.deadlines(partition), name, f"3:7|{at}|90000")
    await store.redis.zadd(keys.due(partition), {name: at})
    await store.redis.set(keys.beat(partition), await store.now())

    with pytest.raises(NewerFormat):
        await store.leases.due(store.lease)

    assert await store.redis.hget(keys.deadlines(partition), name) == f"3:7|{at}|90000".encode()
    assert await store.redis.zscore(keys.due(partition), name) is not None


def test_a_seat_is_read_as_the_release_before_wrote_it() -> None:
    """What only the older one knows is none of this: a field that is missing has its default."""
    older = changed(TABLES.dump(table()), lambda value: value.pop("breaks"))

    assert TABLES.load(older) == replace(table(), breaks=())
