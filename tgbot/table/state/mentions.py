"""Who is spoken of: players are found by type, wherever a field is a `PlayerId`.

What is added to a table later is covered by itself, so nobody who leaves or is forgotten stays somewhere.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tgbot.game.seats import PlayerId
from tgbot.table.state.table import Table

T = TypeVar("T")

NOBODY = PlayerId(0)
"""Who a queued message names in a forgotten player's place."""


def without_strangers(table: Table) -> Table:
    """Drop the names of people nothing at the table speaks of any more."""
    spoken_of = players_in(replace(table, members=()))
    members = tuple(member for member in table.members if member.player in spoken_of)
    return table if members == table.members else replace(table, members=members)


def players_in(value: object) -> frozenset[PlayerId]:
    """Name everybody a dataclass speaks of."""
    return frozenset(_players(value, type(value)))


def replaced(value: T, player: PlayerId, other: PlayerId) -> T:
    """Return the same dataclass with another player in this one's place."""
    return cast("T", _replaced(value, type(value), player, other))


def _replaced(value: Any, hint: Any, player: PlayerId, other: PlayerId) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            name: _replaced(getattr(value, name), kind, player, other) for name, kind in _hints(type(value)).items()
        }
        return replace(value, **changed)
    if isinstance(value, tuple):
        return tuple(_replaced(item, kind, player, other) for item, kind in _items(value, hint))
    return other if value == player and _names_players(hint) else value


def _players(value: Any, hint: Any) -> Iterator[PlayerId]:
    if is_dataclass(value) and not isinstance(value, type):
        for name, kind in _hints(type(value)).items():
            yield from _players(getattr(value, name), kind)
    elif isinstance(value, tuple):
        for item, kind in _items(value, hint):
            yield from _players(item, kind)
    elif value is not None and _names_players(hint):
        yield value


def _items(value: tuple[Any, ...], hint: Any) -> Iterator[tuple[Any, Any]]:
    """Pair a tuple's items with their types."""
    kinds = get_args(next((kind for kind in _members(hint) if get_origin(kind) is tuple), tuple[Any, ...]))
    repeated = kinds[1:] == (...,)
    return zip(value, (kinds[0] for _ in value) if repeated else kinds, strict=True)


def _names_players(hint: Any) -> bool:
    return any(kind is PlayerId for kind in _members(hint))


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
