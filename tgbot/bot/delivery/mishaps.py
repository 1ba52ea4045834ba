"""What failed on its way to a chat: how long it waits before it is tried again, and whether it perhaps stands there already.

Only as long as it matters and only in this worker: whoever takes a table over begins anew, at worst with one more copy.
"""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tgbot.bot.outcomes import Failure, NotSent, Unsure
from tgbot.table.identity import TableId
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.outbox import Shown

AFTER_DOUBT: Final = 5.0  # seconds until something perhaps sent is brought in line again; doubled each time
_LONGEST_DOUBT: Final = 600.0
_AFTER_FAILURE: Final = 1.0
_LONGEST_NOT_SENT: Final = 5.0  # it costs nobody anything, and after an outage nobody is to wait long
_LONGEST: Final = 30.0
KEPT: Final = 1_200_000  # milliseconds after which a mishap is forgotten; nothing waits as long

_What: TypeAlias = Surface | Shown | str


@dataclass(frozen=True, slots=True)
class Matter:
    """Something to be sent or edited: a surface, an old card, or a post (its id).

    `anchor` names what a surface shows, as in `Shown`; `mark` is the number of the mark that asks for it.
    """

    table: TableId
    what: _What
    anchor: str = ""
    mark: int = 0


@dataclass(frozen=True, slots=True)
class _Mishap:
    anchor: str
    mark: int
    at: int
    until: int
    doubts: int = 0
    failures: int = 0


@dataclass(slots=True)
class Mishaps:
    """What has failed last at the tables of a worker, the oldest first. `now` is store time in milliseconds."""

    _known: dict[tuple[TableId, _What], _Mishap] = field(default_factory=dict)

    def __len__(self) -> int:
        """How many are known."""
        return len(self._known)

    def note(self, matter: Matter, failure: Failure, now: int) -> float:
        """Note a failure; returns the seconds to wait, more with every one in a row."""
        before = self._of(matter) or _Mishap(matter.anchor, matter.mark, now, now)
        doubts, failures = before.doubts, before.failures
        if isinstance(failure, Unsure):
            doubts += 1
            wait = _doubled(AFTER_DOUBT, doubts, _LONGEST_DOUBT)
        else:
            failures += 1
            wait = _doubled(_AFTER_FAILURE, failures, _LONGEST_NOT_SENT if isinstance(failure, NotSent) else _LONGEST)
        self.over(matter.table, matter.what)
        until = now + round(wait * 1000)
        self._known[matter.table, matter.what] = _Mishap(matter.anchor, matter.mark, now, until, doubts, failures)
        self._forget(now - KEPT)
        return wait

    def wait(self, matter: Matter, now: int) -> float:
        """Seconds until this may be sent again. Asked for anew, it comes soon; what shows something else comes at once."""
        known = self._of(matter)
        if known is None:
            return 0
        soon = known.at + round(AFTER_DOUBT * 1000)
        return max(0, (known.until if known.mark == matter.mark else min(known.until, soon)) - now) / 1000

    def perhaps_sent(self, matter: Matter) -> bool:
        """Whether this perhaps stands in the chat already, so that one more need not ring."""
        known = self._of(matter)
        return known is not None and known.doubts > 0

    def over(self, table: TableId, what: _What) -> None:
        """Forget what has been sent, or need not be any more."""
        self._known.pop((table, what), None)

    def _of(self, matter: Matter) -> _Mishap | None:
        known = self._known.get((matter.table, matter.what))
        return known if known is not None and known.anchor == matter.anchor else None

    def _forget(self, before: int) -> None:
        while self._known[oldest := next(iter(self._known))].at < before:
            del self._known[oldest]


def _doubled(first: float, times: int, longest: float) -> float:
    return float(min(first * 2 ** min(times - 1, 16), longest))
