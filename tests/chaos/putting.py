"""Putting stand-ins into the product's modules and classes, where no port lets a test in."""

from collections.abc import Iterator
from contextlib import contextmanager


def put(owner: object, name: str, stand_in: object) -> None:
    """Put a stand-in where something stands, for the rest of this process."""
    assert hasattr(owner, name)
    setattr(owner, name, stand_in)


@contextmanager
def lent(owner: object, **stand_ins: object) -> Iterator[None]:
    """Put stand-ins, and take them back."""
    kept = {name: getattr(owner, name) for name in stand_ins}
    try:
        for name, stand_in in stand_ins.items():
            put(owner, name, stand_in)
        yield
    finally:
        for name, thing in kept.items():
            put(owner, name, thing)
