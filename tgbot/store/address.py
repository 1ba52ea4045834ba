"""Where a store is: one server, the Sentinels that know which server leads, or a cluster."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

SCHEMES: Final = "redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://"
_SENTINEL_PORT: Final = 26379
_PORT: Final = 6379


class Kind(Enum):
    """How a store is reached; the value is what follows `redis+` or `rediss+` in its address."""

    SINGLE = ""
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True)
class Address:
    """A store's address, taken apart.

    `server` is the address of one server with the credentials and options of all: all there is to know of a `SINGLE` one.
    `hosts` are the Sentinels, or some nodes of the cluster; `service` is what the Sentinels call the store.
    `asking` is what the Sentinels themselves want to hear: their username and password.
    """

    kind: Kind
    server: str
    hosts: tuple[tuple[str, int], ...] = ()
    service: str = ""
    asking: tuple[tuple[str, str], ...] = ()


def parse_address(url: str) -> Address:
    """Take an address apart.

    Raises:
        ValueError: it is none; the text is the remedy, and repeats nothing of the address.

    """
    scheme, _, rest = url.partition("://")
    base, _, more = scheme.partition("+")
    if scheme not in ("unix", *(f"{base}+{kind.value}".rstrip("+") for base in ("redis", "rediss") for kind in Kind)):
        raise ValueError(f"start it with {SCHEMES}; or leave it out for the built-in store")
    try:
        return _parsed(Kind(more), base, rest)
    except _Unreadable as error:
        raise ValueError(str(error)) from None
    except ValueError:  # its text may quote the password
        raise ValueError(_WHOLE) from None


_WHOLE: Final = (
    "is no whole address; in a password write / as %2F, # as %23, ? as %3F and @ as %40, as in redis://:p%2Fw@host:6379"
)


class _Unreadable(ValueError):  # noqa: N818 -- reads as what it says
    """What is wrong is known more precisely."""


def _parsed(kind: Kind, base: str, rest: str) -> Address:
    if kind is Kind.SINGLE:
        return Address(kind, _single(f"{base}://{rest}"))
    parts = urlsplit(f"{base}://{rest}")
    known, _, names = parts.netloc.rpartition("@")
    hosts = tuple(_hosts(names, _SENTINEL_PORT if kind is Kind.SENTINEL else _PORT))
    if parts.fragment:
        raise ValueError
    service, _, database = parts.path.removeprefix("/").partition("/")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    asking = tuple(
        (name, options.pop(f"sentinel_{name}")) for name in ("username", "password") if f"sentinel_{name}" in options
    )
    if kind is Kind.CLUSTER and (service or "db" in options):
        raise _Unreadable("leave out what follows the hosts: a cluster has one database and no name")
    if kind is Kind.SENTINEL and not service:
        raise _Unreadable("name the store as its Sentinels do, as in redis+sentinel://host:26379,host2:26379/mymaster")
    first = f"[{hosts[0][0]}]" if ":" in hosts[0][0] else hosts[0][0]
    server = f"{base}://{known}{'@' if known else ''}{first}:{hosts[0][1]}/{database}"
    if options:
        server += f"?{urlencode(options)}"
    return Address(kind, server, hosts, unquote(service), asking)


def _single(url: str) -> str:
    parts = urlsplit(url)
    if parts.fragment or (parts.scheme != "unix" and (not parts.hostname or parts.port == 0)):
        raise ValueError
    return url


def _hosts(names: str, usual: int) -> Iterator[tuple[str, int]]:
    for name in names.split(","):
        parts = urlsplit(f"//{name}")
        if not parts.hostname or parts.port == 0:
            raise ValueError
        yield parts.hostname, parts.port or usual
