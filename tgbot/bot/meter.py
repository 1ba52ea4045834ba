"""What is counted. No ids, no names: every label comes from a small closed set."""

from typing import Protocol


class Meter(Protocol):
    """Counters, kept by whoever shows them."""

    def update(self, kind: str, outcome: str) -> None:
        """Count an update by its kind and what became of it."""
        ...

    def call(self, method: str, outcome: str) -> None:
        """Count a call of the Bot API by what became of it; 429s are `flooded`."""
        ...

    def lag(self, seconds: float) -> None:
        """Note how long a move took to show in its group."""
        ...


class Unmetered:
    """Counts nothing."""

    def update(self, kind: str, outcome: str) -> None:
        """Ignore an update."""

    def call(self, method: str, outcome: str) -> None:
        """Ignore a call."""

    def lag(self, seconds: float) -> None:
        """Ignore a delay."""
