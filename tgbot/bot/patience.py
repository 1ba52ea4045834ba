"""How long to wait while Telegram cannot be reached at all."""

from dataclasses import dataclass

_FIRST = 1.0
_LONGEST = 30.0


@dataclass(slots=True)
class Patience:
    """Doubles the wait, in seconds, with every failure in a row."""

    _next: float = _FIRST

    def lose(self) -> float:
        """Note a failure; returns how long to wait."""
        wait, self._next = self._next, min(self._next * 2, _LONGEST)
        return wait

    def regain(self) -> None:
        """Note that Telegram answered."""
        self._next = _FIRST
