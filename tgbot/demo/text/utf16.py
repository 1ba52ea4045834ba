"""Entities are measured in UTF-16 code units, Python's strings in code points."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

_FIRST_ASTRAL = 0x10000
_SECOND_HALVES = range(0xDC, 0xE0)
"""The high bytes of the second code unit of a character that has two."""


def length(text: str) -> int:
    """How many UTF-16 code units the text has."""
    return len(_units(text)) // 2


def offsets(text: str) -> list[int]:
    """Return the UTF-16 offset of every character, and of the end."""
    return [0, *accumulate(2 if ord(character) >= _FIRST_ASTRAL else 1 for character in text)]


def pieces(text: str, cuts: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Cut a text at UTF-16 offsets, and give each piece with its own. A cut outside, or within a character, is none."""
    units = _units(text)
    end = len(units) // 2
    places = (cut for cut in cuts if 0 <= cut <= end and (cut == end or units[2 * cut + 1] not in _SECOND_HALVES))
    for start, stop in pairwise([*sorted({0, *places}), end]):
        yield start, units[2 * start : 2 * stop].decode("utf-16-le", "surrogatepass")


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
