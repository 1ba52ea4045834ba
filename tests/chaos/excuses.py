"""Which posts of a table the run itself may have destroyed, or have made come late: those whose call it spoiled, and no others."""

import re
from collections import defaultdict
from dataclasses import dataclass, field

from tests.chaos.promises import Gaps
from tests.chaos.tape import Evidence, Line

DESTROYED = frozenset({"drop_before", "drop_after", "silence", "truncate", "bad_gateway", "delay"})
"""Harms after which nobody can tell whether the call was carried out: there is no answer, or none that says so."""
_OPEN = re.compile("Bad Gateway|Internal Server Error$")
"""Errors which leave that open, too. Every other error says that it was not: flood waits, closed doors, a restart."""
_SIGNAL = 0.1  # seconds from the note of a stop to the stop itself
_WOKEN = 2.0  # seconds in which a call goes out that was under way when its worker was stopped


def destroyed(call: Line) -> bool:
    """Whether the run destroyed the answer of a call."""
    harm = call["harm"]
    return harm in DESTROYED or (harm == "error" and _OPEN.search(str(call["why"])) is not None)


@dataclass(frozen=True)
class Harms:
    """When the run harmed which process. A stop lasts until the process goes on, a kill is over at once."""

    spans: dict[str, list[tuple[str, float, float]]]

    @classmethod
    def of(cls, lines: list[Line]) -> "Harms":
        """Read the tape of harms."""
        spans: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
        since: dict[str, tuple[str, float]] = {}
        for line in lines:
            whom = line["whom"]
            if line["what"] == "continue":
                what, began = since.pop(whom, ("", line["t"]))
                spans[whom] += [(what, began, line["t"])] if what else []
            elif whom == "store" or line["what"] == "stop":
                since.setdefault(whom, (line["what"], line["t"]))
            else:
                spans[whom].append((line["what"], line["t"], line["t"]))
        return cls(spans)

    def met(self, whom: str, begin: float, end: float) -> bool:
        """Whether a process was harmed between two moments."""
        return any(begin - _SIGNAL <= last and first <= end for _, first, last in self.spans.get(whom, ()))

    def woken(self, whom: str, begin: float, at: float) -> tuple[float, float] | None:
        """Find the stop of a worker after one moment from which it had just woken at another."""
        stops = (span[1:] for span in self.spans.get(whom, ()) if span[0] == "stop")
        return next((stop for stop in stops if begin - _SIGNAL <= stop[0] and stop[1] <= at <= stop[1] + _WOKEN), None)


@dataclass
class Way:
    """A post's way: every note of any worker about it, in the order of time."""

    notes: list[Line] = field(default_factory=list)

    def all(self, do: str) -> list[Line]:
        """List the notes of one kind."""
        return [line for line in self.notes if line["do"] == do]

    @property
    def sent(self) -> bool:
        """Whether a worker noted that Telegram took it."""
        return any(not line["lost"] for line in self.all("settle"))

    @property
    def last(self) -> tuple[Line, list[Line]] | None:
        """The last attempt, and all that was noted from it on."""
        tries = [at for at, line in enumerate(self.notes) if line["do"] == "attempt"]
        return (self.notes[tries[-1]], self.notes[tries[-1] :]) if tries else None


@dataclass
class Ways:
    """The ways of all posts, and the moments at which each worker sent something to each group."""

    posts: dict[tuple[int, str], Way]
    sends: dict[tuple[str, int], list[float]]

    @classmethod
    def of(cls, evidence: Evidence) -> "Ways":
        """Follow every post of every table."""
        posts: dict[tuple[int, str], Way] = defaultdict(Way)
        sends: dict[tuple[str, int], list[float]] = defaultdict(list)
        for line in evidence.workers:
            if "post" in line:
                posts[line["table"], line["post"]].notes.append(line)
            elif line["do"] == "send":
                sends[line["by"], line["table"]].append(line["t"])
        return cls(dict(posts), dict(sends))

    def sent_between(self, by: str, table: int, begin: float, end: float) -> bool:
        """Whether a worker had begun to send something to a group between two moments."""
        return any(begin <= at <= end for at in self.sends.get((by, table), ()))


@dataclass
class Excuses:
    """Which posts of one table the run itself may have destroyed. `calls` are those that carry the post, by the tape."""

    table: int
    ways: Ways
    harms: Harms
    gaps: Gaps
    used: int = 0
    late: int = 0

    def begun(self, post: str, at: float) -> bool:
        """Whether a post was tried by a moment; one that was not yet cannot be what was told then."""
        return any(line["t"] <= at for line in self._way(post).all("attempt"))

    def settled(self, post: str, at: float) -> bool:
        """Whether a post was done with before a moment: of two that read alike, the other one is meant then."""
        return at > max((line["t"] for line in self._way(post).all("settle")), default=at)

    def repeat(self, at: float, posts: list[str]) -> bool:
        """Whether the store may have lost the move that a message tells of, or that it was told already.

        Or the call was under way when its worker was stopped, and went out when the next card had told it already.
        """
        tries = [line for post in posts for line in self._way(post).all("attempt")]
        if any(self.gaps.hold(one, self.table) for one in [at, *(line["t"] for line in tries)]):
            return True
        late = any(self._was_under_way(line, at) for line in tries)
        self.late += late
        return late

    def _was_under_way(self, attempt: Line, at: float) -> bool:
        stop = self.harms.woken(attempt["by"], attempt["t"], at)
        return stop is not None and self.ways.sent_between(attempt["by"], self.table, attempt["t"], stop[0] + _SIGNAL)

    def allow(self, post: str, carrying: list[Line]) -> bool:
        """Whether a post's last attempt met what nobody could know the outcome of. `carrying`: the calls that told it.

        Its answer was destroyed; or its worker was killed or stopped on the way; or the store was away when the attempt,
        or that it failed, was to be noted there.
        """
        way = self._way(post)
        if way.sent or way.last is None:
            return False
        attempt, notes = way.last
        ends = [line["t"] for line in notes if line["do"] == "settle"]
        if not ends:
            return False
        begin, end, by = attempt["t"], min(ends), attempt["by"]
        notes = [line for line in notes if line["do"] != "retract made" or line["t"] <= end]  # else it was too late
        taken_back = any(line["do"] == "retract made" for line in notes)
        allowed = not taken_back and (
            any(destroyed(call) and begin <= call["t"] <= end for call in carrying)
            or (self.harms.met(by, begin, end) and not _spoke(by, notes))
            or (self.harms.met("store", begin, end) and self._broken(by, notes, begin, end))
        )
        self.used += allowed
        return allowed

    def _broken(self, by: str, notes: list[Line], begin: float, end: float) -> bool:
        failed = any(str(line["do"]).endswith(" failed") for line in notes)
        return failed or not self.ways.sent_between(by, self.table, begin, end)

    def _way(self, post: str) -> Way:
        return self.ways.posts.get((self.table, post), Way())


def _spoke(by: str, notes: list[Line]) -> bool:
    """Whether the worker of an attempt has noted itself what came of it."""
    return any(line["by"] == by and line["do"] in {"settle made", "retract made"} for line in notes)
