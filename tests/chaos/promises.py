"""What `docs/promises.md` promises of each store, in the seconds by which the checker judges."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.chaos.tape import Evidence, Line

BUILT_IN, ALWAYS, EVERYSEC, SENTINEL = STORES = "built-in", "always", "everysec", "sentinel"
"""The stores that a night can be played on; `sentinel` is a leader with one replica."""

LOST = 2.0
"""Seconds that a store with `everysec` may lose when its server or the power goes, and no more."""

_AGE = 0.3  # seconds from a worker's word to the store's log, or from the note of a harm to the harm


@dataclass(frozen=True)
class Gaps:
    """The spans in which something may be lost that was answered: none where a store writes before it answers.

    `copied`: what a replica has said it has is never lost, in a gap or out of it.
    """

    spans: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, evidence: Evidence) -> "Gaps":
        """Read from the tape of harms what the store of this run was allowed to lose."""
        harms = [line for line in evidence.harms if line["whom"] == "store"]
        match evidence.plan["store"]:
            case "everysec":
                ends = [line["t"] for line in harms if line["what"] in {"kill", "cut"}]
                return cls(tuple((end - LOST - _AGE, end + _AGE) for end in ends))
            case "sentinel":
                return cls(tuple(_failovers(harms)))
            case _:
                return cls()

    def hold(self, at: float, *, copied: bool = False) -> bool:
        """Whether what was written at a moment may be lost. A write is a little older than its place in the log."""
        return not copied and any(begin <= at <= end for begin, end in self.spans)


def _failovers(harms: list[Line]) -> Iterator[tuple[float, float]]:
    """List the spans of failovers: from when the replica was apart, or else from the kill, to the kill."""
    since = 0.0
    for line in harms:
        at = float(line["t"])
        if line["what"] == "apart":
            since = at
        elif line["what"] == "kill":
            yield (since or at) - _AGE, at + _AGE
            since = 0.0
