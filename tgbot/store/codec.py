"""Stored values as JSON in an envelope with a format number: `{"f":2,"v":...}`.

A value of a union carries its class's name as `_`; one without is the union's first member, as it was before the union
had others. Fields a value lacks take their defaults and unknown ones are ignored,
so a format changes in two releases: one that reads the new (`READS`), then one that writes it (`FORMAT`). Only what no
default can express raises the number; a value with a newer one is left alone, and so is a name this release does not know.
"""

from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from functools import partial
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, cast, get_args, get_origin

import orjson
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.news.notices import Post
from tgbot.table.ports.effects import Effect
from tgbot.table.ports.outbox import Shown
from tgbot.table.ports.tables import NewerFormat
from tgbot.table.state.table import Table

FORMAT = 2
"""The number of what this release writes. 1 is what 0.1.0 wrote; it can read nothing of 2, so it is kept from trying."""
READS = 2
"""The newest this release can read. It is raised one release before `FORMAT` is."""
_TAG = "_"

T = TypeVar("T")


class Codec(Generic[T]):
    """Writes and reads values of one type."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind
        self._unstructure = cast("Callable[[T], Any]", _CONVERTER.get_unstructure_hook(kind))
        self._structure = _CONVERTER.get_structure_hook(kind)

    def dump(self, value: T) -> bytes:
        """Write a value."""
        return orjson.dumps({"f": FORMAT, "v": self._unstructure(value)})

    def load(self, data: bytes) -> T:
        """Read a value.

        Raises:
            NewerFormat: a newer release wrote it, by its number or by a name in it.

        """
        envelope = orjson.loads(data)
        if envelope["f"] > READS:
            raise NewerFormat(f"format {envelope['f']}; this release reads {READS}")
        return cast("T", self._structure(envelope["v"], self._kind))


def _converter() -> Converter:
    converter = Converter(detailed_validation=False)
    converter.register_unstructure_hook_factory(_is_union, partial(_unstructure_union, converter))
    converter.register_structure_hook_factory(_is_union, partial(_structure_union, converter))
    converter.register_unstructure_hook_factory(_is_enum, lambda _: _value)
    # cattrs would look the next four up again for every value.
    converter.register_structure_hook_factory(_is_enum, _structure_enum)
    converter.register_structure_hook_factory(_is_optional, partial(_structure_optional, converter))
    converter.register_structure_hook_factory(_is_tuple, partial(_structure_tuple, converter))
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _as_it_is)
    return converter


def _as_it_is(data: Any, _: Any) -> Any:
    return data


def _value(member: Enum) -> Any:
    return member.value


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _structure_enum(kind: type[Enum]) -> Callable[[Any, Any], Any]:
    members = {member.value: member for member in kind}

    def structure(data: Any, _: Any) -> Any:
        try:
            return members[data]
        except KeyError:
            raise NewerFormat(f"unknown {kind.__name__}") from None

    return structure


def _is_optional(kind: Any) -> bool:
    """Whether this is one type or None."""
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind) and len(_classes(kind)) == 1


def _structure_optional(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    (member,) = _classes(kind)
    hook = converter.get_structure_hook(member)
    return lambda data, _: None if data is None else hook(data, member)


def _is_tuple(kind: Any) -> bool:
    """Whether this is a tuple of any length."""
    return get_origin(kind) is tuple and get_args(kind)[1:] == (...,)


def _structure_tuple(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    member = get_args(kind)[0]
    hook = converter.get_structure_hook(member)
    return lambda data, _: tuple([hook(item, member) for item in data])


def _is_union(kind: Any) -> bool:
    """Whether this is a union of several dataclasses, perhaps with None."""
    if get_origin(kind) not in (Union, UnionType):
        return False
    return len(_classes(kind)) > 1 and all(is_dataclass(member) for member in _classes(kind))


def _classes(kind: Any) -> tuple[type, ...]:
    return tuple(member for member in get_args(kind) if member is not NoneType)


def _unstructure_union(converter: Converter, kind: Any) -> Callable[[Any], Any]:
    hooks: dict[type, Callable[[Any], Any]] = {
        member: make_dict_unstructure_fn(member, converter) for member in _classes(kind)
    }

    def unstructure(value: Any) -> Any:
        if value is None:
            return None
        data = hooks[type(value)](value)
        data[_TAG] = type(value).__name__
        return data

    return unstructure


def _structure_union(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    hooks: dict[str, tuple[type, Callable[[Any, Any], Any]]] = {
        member.__name__: (member, make_dict_structure_fn(member, converter, _cattrs_detailed_validation=False))
        for member in _classes(kind)
    }
    first = _classes(kind)[0].__name__
    assert len(hooks) == len(_classes(kind)), "two classes of one union share a name"

    def structure(data: Any, _: Any) -> Any:
        if data is None:
            return None
        known = hooks.get(data.get(_TAG, first))
        if known is None:
            raise NewerFormat(f"unknown kind beside {first}")
        member, hook = known
        return hook(data, member)

    return structure


_CONVERTER = _converter()

TABLES = Codec(Table)
POSTS = Codec(Post)
INQUIRIES = Codec(Inquiry)
EFFECTS: Codec[Effect] = Codec(cast("type[Effect]", Effect))
SHOWN = Codec(Shown)
