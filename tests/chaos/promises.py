"""What `docs/promises.md` promises of each store, in the seconds by which the checker judges."""

from collections.abc import Iterator
from dataclasses import dataclass

from redis.crc import key_slot

from tests.chaos.tape import Evidence, Line
from tgbot.store import keys
from tgbot.table.identity import TableId

BUILT_IN, ALWAYS, EVERYSEC, SENTINEL, CLUSTER = STORES = "built-in", "always", "everysec", "sentinel", "cluster"
"""The stores that a night can be played on; `sentinel` is a leader with one replica, `cluster` three of these."""

LOST = 2.0
"""Seconds that a store with `everysec` may lose when its server or the power goes, and no more."""

_AGE = 0.3  # seconds from a worker's word to the store's log, or from the note of a harm to the harm
_ALL = (0, 16383)


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when something may be lost of the tables in some slots."""

    begin: float
    end: float
    slots: tuple[int, int] = _ALL

    def holds(self, at: float, slot: int) -> bool:
        """Whether a moment lies in it. A write is a little older than its place in the log."""
        first, last = self.slots
        return self.begin - _AGE <= at <= self.end + _AGE and first <= slot <= last


@dataclass(frozen=True)
class Gaps:
    """The spans in which something may be lost that was answered: none where a store writes before it answers.

    `copied`: what a replica has said it has is never lost, in a gap or out of it.
    """

    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, evidence: Evidence) -> "Gaps":
        """Read from the tape of harms what the store of this run was allowed to lose."""
        harms = [line for line in evidence.harms if line["whom"] == "store"]
        match evidence.plan["store"]:
            case "everysec":
                ends = [line["t"] for line in harms if line["what"] in {"kill", "cut"}]
                return cls(tuple(Span(end - LOST, end) for end in ends))
            case "sentinel" | "cluster":
                return cls(tuple(_failovers(harms)))
            case _:
                return cls()

    def hold(self, at: float, table: int, *, copied: bool = False) -> bool:
        """Whether what was written to a table at a moment may be lost."""
        slot = key_slot(keys.state(TableId(table)).encode())
        return not copied and any(span.holds(at, slot) for span in self.spans)


def _failovers(harms: list[Line]) -> Iterator[Span]:
    """List the spans of failovers: from when the replica was apart, or else from the kill, to the kill.

    A leader that hangs, or is started again at once, loses something only where it leads no more afterwards: what it
    took until it knew that, or until it was killed.
    """
    since: Line = {}
    for line in harms:
        at, what, slots = float(line["t"]), line["what"], tuple(line.get("slots", _ALL))
        if what == "kill":
            yield Span(since.get("t", at), at, slots)
        elif what == "demoted":
            yield Span(since["t"], at if since["what"] == "stop" else since["t"], slots)
        since = {} if what == "continue" else since or line
