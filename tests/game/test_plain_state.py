"""State, commands and events are plain values a codec can store: no dice cup, clock or callable hides in them."""

from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest

from tgbot.game.commands import Command
from tgbot.game.events import Event
from tgbot.game.state import Game
from tgbot.game.view import View

PLAIN = (int, bool, str, NoneType)


def members(kind: Any) -> tuple[Any, ...]:
    """List the members of a union, or the one thing it is."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def parts(kind: Any) -> list[Any]:
    """List what a type is made of, one level down; fail on what no codec stores."""
    if isinstance(kind, NewType):
        return [kind.__supertype__]
    if get_origin(kind) in (Union, UnionType, tuple):
        return [part for part in get_args(kind) if part is not ...]
    if is_dataclass(kind):
        assert isinstance(kind, type)
        assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined] # dataclasses' own record
        assert "__slots__" in vars(kind)
        return [get_type_hints(kind)[part.name] for part in fields(kind)]
    assert kind in PLAIN or issubclass(kind, Enum), kind
    return []


def reached(kind: Any) -> set[Any]:
    """Walk a type to its leaves."""
    seen: set[Any] = set()
    waiting = [kind]
    while waiting:
        found = waiting.pop()
        if found not in seen:
            seen.add(found)
            waiting += parts(found)
    return seen


@pytest.mark.parametrize("kind", [*members(Game), *members(Command), *members(Event)], ids=lambda kind: kind.__name__)
def test_only_plain_frozen_values(kind: Any) -> None:
    """Enums, numbers, flags, words, None, tuples and frozen dataclasses with slots, all the way down."""
    assert kind in reached(kind)


def test_a_view_never_carries_a_cup() -> None:
    """The hidden roll is no part of what is rendered."""
    kinds = [kind for name, kind in get_type_hints(View).items() if name != "moves"]
    names = {getattr(part, "__name__", "") for kind in kinds for part in reached(kind)}

    assert "Roll" in names
    assert "Cup" not in names


def test_unions_are_large_enough() -> None:
    """The walk above has found something."""
    assert [len(members(kind)) for kind in (Game, Command, Event)] == [6, 19, 23]
