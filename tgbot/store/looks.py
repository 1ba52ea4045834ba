"""When a worker has looked for deadlines last, partition by partition, and what counts as a silence of its own."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Looks:
    """The looks of one worker. Moments are the event loop's, in seconds; a shorter wait than `lapse` is no silence.

    Where nobody could be heard it is one, however short, and of `gap` seconds at least: it began before it was noticed.
    """

    lapse: float
    gap: float
    _last: dict[int, float] = field(default_factory=dict)
    _slow: set[int] = field(default_factory=set)
    _unheard: set[int] = field(default_factory=set)

    def deafened(self) -> None:
        """Note that nobody can be heard now."""
        self._unheard.update(self._last)

    def lately(self, partition: int, now: float) -> bool:
        """Whether it has looked there within the lapse, and nobody had to be heard in vain since."""
        last = self._last.get(partition)
        return last is not None and now - last <= self.lapse and partition not in self._unheard

    def silence(self, partition: int, now: float) -> float | None:
        """Seconds without a look until now, 0 where that is nothing special; None: it has never looked there.

        One long wait after the other tells of a busy worker: if each were a silence, no deadline would ever come.
        """
        last = self._last.get(partition)
        if last is None:
            return None
        if partition in self._unheard:
            return max(now - last, self.gap)
        return 0.0 if now - last <= self.lapse or partition in self._slow else now - last

    def looked(self, partition: int, now: float) -> None:
        """Note a look."""
        known, late = partition in self._last, not self.lately(partition, now)
        (self._slow.add if known and late else self._slow.discard)(partition)
        self._last[partition] = now
        self._unheard.discard(partition)

    def forget(self, partition: int) -> None:
        """Forget a partition that is somebody else's now."""
        self._last.pop(partition, None)
        self._slow.discard(partition)
        self._unheard.discard(partition)
