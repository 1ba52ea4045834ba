"""What a task asks for: how much courage, which place, which things, and whether it mentions a drink."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeVar

Choice = TypeVar("Choice", bound=Enum)


class Intensity(Enum):
    """How far out of the armchair a task goes."""

    GENTLE = "gentle"  # nobody has to stand out
    LIVELY = "lively"  # some acting, some noise
    BOLD = "bold"  # a stage for one


class Place(Enum):
    """Where a task works."""

    TOGETHER = "together"  # wants neighbours, or one table
    ANYWHERE = "anywhere"  # a video call is enough


class Prop(Enum):
    """What must be at hand."""

    COASTER = "coaster"
    GLASS = "glass"  # with something in it
    NAPKIN = "napkin"
    PAPER = "paper"  # and something to write with
    PHONE = "phone"
    SPOON = "spoon"


@dataclass(frozen=True, slots=True)
class Tags:
    """A task's demands; a plain task has none."""

    intensity: Intensity = Intensity.GENTLE
    place: Place = Place.ANYWHERE
    props: frozenset[Prop] = frozenset()
    alcohol: bool = False

    @classmethod
    def read(cls, words: Mapping[str, Any]) -> "Tags":
        """Read a deck file's words, which have no `complaints`."""
        return cls(**{tag: _READERS[tag](word) for tag, word in words.items()})


PLAIN = Tags()


def complaints(words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Say what is wrong with a deck file's words: the tag, and a clause about it."""
    for tag, word in words.items():
        if tag not in _READERS:
            yield tag, f"unknown tag {tag} (known: {', '.join(_READERS)})"
            continue
        try:
            _READERS[tag](word)
        except ValueError as fault:
            yield tag, f"{tag}: {fault}"


def _choice(kind: type[Choice], word: object) -> Choice:
    for one in kind:
        if one.value == word:
            return one
    raise ValueError(f"{word!r} is not known (known: {', '.join(one.value for one in kind)})")


def _props(words: object) -> frozenset[Prop]:
    if not isinstance(words, list):
        raise ValueError("not a list")  # noqa: TRY004 -- whoever wrote the file reads it, no caller
    return frozenset(_choice(Prop, word) for word in words)


def _flag(word: object) -> bool:
    if not isinstance(word, bool):
        raise ValueError("neither true nor false")  # noqa: TRY004 -- as above
    return word


_READERS: Mapping[str, Callable[[object], Any]] = {
    "intensity": partial(_choice, Intensity),
    "place": partial(_choice, Place),
    "props": _props,
    "alcohol": _flag,
}
