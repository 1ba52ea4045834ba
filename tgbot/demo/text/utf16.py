"""Entities are measured in UTF-16 code units, Python's strings in code points."""

from itertools import accumulate

_FIRST_ASTRAL = 0x10000


def length(text: str) -> int:
    """How many UTF-16 code units the text has."""
    return len(text) + sum(ord(character) >= _FIRST_ASTRAL for character in text)


def offsets(text: str) -> list[int]:
    """Return the UTF-16 offset of every character, and of the end."""
    return [0, *accumulate(2 if ord(character) >= _FIRST_ASTRAL else 1 for character in text)]
