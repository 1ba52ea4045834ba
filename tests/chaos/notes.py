"""How what happens to a store is noted, right before it does."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Protocol, TypeAlias


class Note(Protocol):
    """Notes a harm, its turns and its end."""

    def __call__(self, what: str, slots: tuple[int, int] | None = None) -> None:
        """Say what happens. `slots`: the first and last slot of a cluster that it happens to; None: to all there is."""


Harm: TypeAlias = Callable[[Random, Note], Awaitable[None]]
