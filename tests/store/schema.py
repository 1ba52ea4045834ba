"""What the stored values may hold, as plain data: every field with its type and default, every name of a union or an enum."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from tgbot.game.seats import PlayerId
from tgbot.store import fields as outbox
from tgbot.store.codec import READS
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.news.notices import Post
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.effects import Effect
from tgbot.table.ports.outbox import Shown
from tgbot.table.state.own import COUNTERS
from tgbot.table.state.purse import Purse
from tgbot.table.state.table import Table

Schema: TypeAlias = dict[str, Any]
"""`fields`: class -> field -> type and default; `names`: enum or union -> what may stand there; `texts`: likewise, no JSON."""

ROOTS = {"Table": Table, "Post": Post, "Inquiry": Inquiry, "Effect": Effect, "Shown": Shown, "Purse": Purse}


def schema() -> Schema:
    """Describe everything that can be read of what is stored."""
    walk = _Walk()
    roots = {name: walk.told(kind) for name, kind in ROOTS.items()}
    surfaces = (kind(*[PlayerId(7)] * len(fields(kind))) for kind in get_args(Surface))
    return {
        "format": READS,
        "roots": roots,
        "fields": dict(sorted(walk.fields.items())),
        "names": dict(sorted(walk.names.items())),
        "texts": {
            "deadlines": [kind.value for kind in Due],
            "outbox": list(outbox.KINDS),
            "statistics": list(COUNTERS),
            "surfaces": [outbox.surface_text(surface) for surface in surfaces],
        },
    }


class _Walk:
    """Everything that can be reached, each once."""

    def __init__(self) -> None:
        self.fields: dict[str, dict[str, str]] = {}
        self.names: dict[str, list[object]] = {}

    def told(self, kind: Any) -> str:
        """Name a type, and describe what it is made of."""
        kind = getattr(kind, "__supertype__", kind)
        if get_origin(kind) in (Union, UnionType):
            return self._union(kind)
        if get_origin(kind) is tuple:
            return f"({', '.join('...' if part is ... else self.told(part) for part in get_args(kind))})"
        assert isinstance(kind, type), kind
        if issubclass(kind, Enum):
            self._once(self.names, kind, [member.value for member in kind])
        elif is_dataclass(kind):
            self._dataclass(kind)
        else:
            assert kind in (int, str, bool, NoneType), kind
        return str(kind.__name__)

    def _dataclass(self, kind: type) -> None:
        if kind.__name__ in self.fields:
            return
        described: dict[str, str] = {}
        self._once(self.fields, kind, described)
        hints = get_type_hints(kind)
        for field in fields(kind):
            described[field.name] = self.told(hints[field.name]) + _default(field)

    def _union(self, kind: Any) -> str:
        members = [self.told(member) for member in get_args(kind)]
        some = [member for member in members if member != "NoneType"]
        maybe = " | None" if len(some) < len(members) else ""
        if len(some) == 1:
            return some[0] + maybe
        name = f"one of {some[0]}, {some[1]} …"
        self.names[name] = [*some]
        return name + maybe

    def _once(self, where: dict[str, Any], kind: type, what: Any) -> None:
        assert where.get(kind.__name__, what) == what, f"two classes are called {kind.__name__}"
        where[kind.__name__] = what


def _default(field: Field[Any]) -> str:
    if field.default_factory is not MISSING:
        return f" = {getattr(field.default_factory, '__name__', 'made')}()"
    if field.default is MISSING:
        return ""
    plain = isinstance(field.default, int | str | NoneType) or field.default == ()
    value = field.default.value if isinstance(field.default, Enum) else field.default
    return f" = {value!r}" if plain or isinstance(field.default, Enum) else f" = {type(field.default).__name__}()"


def harmless(before: Schema, after: Schema) -> list[str]:
    """List what an older release reads as well: new fields with a default, in classes it knows."""
    return [
        f"{kind}.{name}: {after['fields'][kind][name]}"
        for kind, known in before["fields"].items()
        for name in after["fields"].get(kind, {}).keys() - known.keys()
        if " = " in after["fields"][kind][name]
    ]


def harmful(before: Schema, after: Schema) -> list[str]:
    """List what an older release cannot read, or what it has written cannot be read any more."""
    return [*_of_fields(before, after), *_of_names(before, after)]


def _of_fields(before: Schema, after: Schema) -> Iterator[str]:
    for kind, known in before["fields"].items():
        now = after["fields"].get(kind, {})
        for name in sorted(known.keys() | now.keys()):
            was, became = known.get(name), now.get(name)
            if was is None and " = " in became:
                continue
            if was != became:
                yield f"{kind}.{name}: {was} -> {became}"


def _of_names(before: Schema, after: Schema) -> Iterator[str]:
    if before["roots"] != after["roots"]:
        yield f"{before['roots']} -> {after['roots']}"
    for part in ("names", "texts"):
        for kind, known in before[part].items():
            now = after[part].get(kind, [])
            changes = [f"+{name}" for name in now if name not in known] + [
                f"-{name}" for name in known if name not in now
            ]
            if changes or (part == "names" and kind.startswith("one of") and known[0] != now[0]):
                yield f"{kind}: {' '.join(changes) or 'another one comes first'}"
