"""What a hostile hand does to an update: drops, doubles, retypes and nests its parts, and fills in what hurts elsewhere."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

Place: TypeAlias = tuple[Any, Any]
"""A container and the key or index of one of its items."""

NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2**31, -(2**31) - 1, 2**52, 2**53 + 1, -(2**53) - 1, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, -(10**30),
    1.5, -0.0, 1e308, 1e-300, True, False, float("nan"), float("inf"), "7", "7000000001", None,
    1087968824, 136817688, 777000, -1001234567890, -1000000000000, -1000000000001, 8123456789,
)  # fmt: skip
TEXTS: tuple[Any, ...] = (
    "", " ", "\u0000", "\u202e\u202dnegatum", "ل" * 40, "Z͑͗͘" * 300, "x" * 5_000, "🧑‍🧑‍🧒‍🧒" * 100, "\ud800", "\udfff\ud800", "\ufeff",
    "/neu", "/NEU@", "/neu@maexchen_bot x", "/ende", "/abend", "/aufgabe " + "a\n" * 3_000, "/rechner ٥٣", "/start g",
    "/start -11i4ey5n2o", "<b>", "&lt;", "</a><a href='tg://user?id=1'>", "{name}", "{0.__class__}", "%s%n", "__proto__",
    "*" * 4_096, "5" * 10_000, "-", "j.-11i4ey5n2o.0.1.0", "j." + "z" * 61, "j.-0.0.0.0", "a99.-1.0.0.0", "\r\n\t",
    True, 7, None, [], {},
)  # fmt: skip
KEYS = (
    "__proto__",
    "constructor",
    "__class__",
    "api_kwargs",
    "_bot",
    "",
    "\u0000",
    "id",
    "type",
    "is_bot",
    "bot",
    "cls",
)
NESTED: tuple[Any, ...] = ([], {}, [[]], [{}], {"id": {}}, [None] * 5_000, {"a": {"b": {"c": [{}] * 50}}})


def mutated(update: Any, others: list[Any], rng: Random) -> Any:
    """Return an update with one to five of its parts spoiled."""
    spoiled = copy.deepcopy(update)
    for _ in range(min(rng.randint(1, 6), rng.randint(1, 6))):
        places = list(_places(spoiled))
        if not places:
            break
        _spoil(rng.choice(places), spoiled, others, rng)
    return spoiled


def written(value: Any, rng: Random) -> bytes:
    """Write JSON as others might; what no JSON writer would write is made out of text."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _places(value: Any, depth: int = 12) -> Iterator[Place]:
    items = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value[:9]))
        if isinstance(value, list)
        else ()
    )
    for key, item in items:
        yield value, key
        if depth:
            yield from _places(item, depth - 1)


def _spoil(place: Place, whole: Any, others: list[Any], rng: Random) -> None:
    container, key = place
    old = container[key]
    match rng.randrange(12):
        case 0:
            del container[key]
        case 1:
            container[key] = None
        case 2:
            container[key] = copy.deepcopy(rng.choice(NESTED))
        case 3:
            container[key] = [old] * rng.choice((0, 1, 2, 9, 40))
        case 4:
            container[key] = {rng.choice(KEYS): old}
        case 5 if isinstance(container, dict):
            container[rng.choice(KEYS)] = copy.deepcopy(rng.choice((old, *NESTED, *NUMBERS[:8])))
        case 6:
            container[key] = _part_of(rng.choice(others), rng)
        case 7 if isinstance(container, dict) and isinstance(whole, dict):
            container[str(rng.choice(list(whole)))] = copy.deepcopy(old)
        case 8:
            container[key] = deep(rng.choice((3, 60, 400)))
        case _:
            container[key] = _worse(old, rng)


def _worse(old: Any, rng: Random) -> Any:
    """Something of the same kind, mostly."""
    numeric = isinstance(old, int | float) == (rng.random() < 0.9)
    if numeric:
        return (
            rng.choice((old + rng.choice((-1, 1)), rng.choice(NUMBERS)))
            if isinstance(old, int)
            else rng.choice(NUMBERS)
        )
    return copy.deepcopy(rng.choice(TEXTS))


def _part_of(other: Any, rng: Random) -> Any:
    places = list(_places(other))
    if not places:
        return other
    container, key = rng.choice(places)
    return copy.deepcopy(container[key])


def deep(levels: int) -> Any:
    """Nest lists and objects in each other."""
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value
