"""Addresses of stores: one server, Sentinels, a cluster; what is wrong is told with a remedy and without the password."""

import pytest
from pydantic import ValidationError
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.sentinel import Sentinel

from tgbot.settings import Settings
from tgbot.store.address import Address, Kind, parse_address
from tgbot.store.connection import connect


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://host", Address(Kind.SINGLE, "redis://host")),
        ("unix:///run/store.sock?db=1", Address(Kind.SINGLE, "unix:///run/store.sock?db=1")),
        (
            "redis+sentinel://:p%2Fw@one:26380,two/tables?db=2&sentinel_password=s%2Ft",
            Address(
                Kind.SENTINEL,
                "redis://:p%2Fw@one:26380/?db=2",
                (("one", 26380), ("two", 26379)),
                "tables",
                (("password", "s/t"),),
            ),
        ),
        (
            "rediss+sentinel://me:secret@one/tables/3",
            Address(Kind.SENTINEL, "rediss://me:secret@one:26379/3", (("one", 26379),), "tables"),
        ),
        (
            "redis+cluster://one:7000,[::1]:7001,two",
            Address(Kind.CLUSTER, "redis://one:7000/", (("one", 7000), ("::1", 7001), ("two", 6379))),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_address_is_taken_apart(url: str, expected: Address) -> None:
    """Several hosts, their usual ports, the name of the store, and who asks."""
    assert expected == parse_address(url)


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        ("mysql://host", "start it with redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://"),
        ("unix+cluster:///run", "start it with"),
        ("redis+sentinel://gar:nicht@host", "name the store as its Sentinels do"),
        ("redis+cluster://gar:nicht@host/1", "a cluster has one database"),
        ("redis+cluster://gar:nicht@host?db=1", "a cluster has one database"),
        ("redis+cluster://gar:nicht@host:7000,", "is no whole address"),
        ("redis+sentinel://gar:ni/cht@host/tables", "in a password write / as %2F"),
        ("redis+sentinel://gar:nicht@host:0/tables", "is no whole address"),
    ],
)
def test_what_is_wrong_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch, url: str, remedy: str) -> None:
    """As a fault of the setting, and the password is not repeated."""
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None)  # type: ignore[call-arg]
    (fault,) = caught.value.errors(include_input=False)
    assert remedy in fault["msg"]
    assert not {"gar", "nicht", "cht"} & set(fault["msg"].replace("@", " ").split())


async def test_sentinels_and_servers_are_asked_with_their_own_passwords() -> None:
    """By TLS, the Sentinels too; each number of connections is bounded."""
    url = "rediss+sentinel://me:p%2Fw@one,two/tables?db=2&ssl_cert_reqs=none&sentinel_password=other"
    async with connect(url, connections=5) as redis:
        pool = redis.connection_pool
        watching = pool.sentinel_manager  # type: ignore[attr-defined]
        assert isinstance(watching, Sentinel)
        asked = [sentinel.connection_pool.connection_kwargs for sentinel in watching.sentinels]

        assert pool.max_connections == 5
        own = [pool.connection_kwargs[name] for name in ("username", "password", "db", "ssl_cert_reqs")]
        assert own == ["me", "p/w", 2, "none"]
        assert [(known["host"], known["password"], known["ssl_cert_reqs"]) for known in asked] == [
            ("one", "other", "none"),
            ("two", "other", "none"),
        ]


async def test_a_clusters_nodes_are_asked_with_its_password() -> None:
    """By TLS; what follows the hosts is an option of every connection."""
    redis: Redis | RedisCluster = connect("rediss+cluster://me:p%2Fw@one:7000,two:7001?ssl_cert_reqs=none")
    assert isinstance(redis, RedisCluster)
    kwargs = redis.connection_kwargs

    assert [kwargs[name] for name in ("username", "password", "ssl_cert_reqs")] == ["me", "p/w", "none"]
    assert {node.name for node in redis.startup_nodes} == {"one:7000", "two:7001"}
    await redis.aclose()
