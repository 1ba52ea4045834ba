"""The one clock of the stand-in, which tests may set forward."""

import time
from dataclasses import dataclass


@dataclass(slots=True)
class Clock:
    """Wall time plus a skew in seconds. Everything that expires or is dated asks this clock."""

    skew: float = 0.0

    def now(self) -> float:
        """Seconds since the epoch, skew included."""
        return time.time() + self.skew

    def today(self) -> int:
        """Return the whole second that a message sent now is dated with."""
        return int(self.now())

    def advance(self, seconds: float) -> None:
        """Let that many seconds pass at once."""
        self.skew += seconds
