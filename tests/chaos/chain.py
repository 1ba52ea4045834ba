"""What became of each table, version by version: the one chain of commits that its stored states tell of."""

from collections import defaultdict
from dataclasses import dataclass

from tests.chaos.mischief import PROMISED
from tests.chaos.tape import Evidence, Line

_AGE = 0.3  # seconds from a worker's word to the store's log


@dataclass
class Commit:
    """What a worker committed. `outcome` is None where it was killed, or the store was, before it heard."""

    line: Line
    outcome: str | None

    @property
    def table(self) -> int:
        """The table's home."""
        return int(self.line["table"])

    @property
    def version(self) -> int:
        """The version this leaves."""
        return int(self.line["version"])

    @property
    def at(self) -> float:
        """When it was sent to the store."""
        return float(self.line["t"])

    @property
    def changes(self) -> bool:
        """Whether it says anything new of the table."""
        return self.version != int(self.line["expected"])


@dataclass(frozen=True)
class Gaps:
    """The seconds that the store was allowed to lose: none where it writes before it answers."""

    ends: tuple[float, ...] = ()

    @classmethod
    def of(cls, evidence: Evidence) -> "Gaps":
        """Read when the power was cut."""
        if evidence.plan["fsync"] == "always":
            return cls()
        harms = [line for line in evidence.harms if line["whom"] == "store" and line["what"] == "kill"]
        return cls(tuple(line["t"] for line in harms))

    def hold(self, at: float) -> bool:
        """Whether what was committed at a moment may be lost. A commit is a little older than its place in the log."""
        return any(end - PROMISED - _AGE <= at <= end + _AGE for end in self.ends)

    def between(self, first: float, second: float) -> bool:
        """Whether the power was cut between two moments."""
        return any(first <= end + _AGE and end <= second for end in self.ends)


def commits(evidence: Evidence) -> list[Commit]:
    """Pair what workers were about to commit with what they heard."""
    outcomes = {(line["by"], line["n"]): line["outcome"] for line in evidence.workers if line["do"] == "committed"}
    said = [line for line in evidence.workers if line["do"] == "commit"]
    return [Commit(line, outcomes.get((line["by"], line["n"]))) for line in said]


@dataclass
class Chain:
    """A table's commits in order, and what is wrong with them."""

    table: int
    links: list[Commit]
    faults: list[str]


def chain(table: int, told: list[Commit], end: Line, gaps: Gaps) -> Chain:
    """Follow a table from its first version to the one the store has at the end.

    What was committed in a gap may be lost, so that its version is made once more: then the newest counts.
    """
    by_version: dict[int, list[Commit]] = defaultdict(list)
    for commit in told:
        if commit.changes and commit.outcome in {"DONE", None} and not _overtaken(commit, told, gaps):
            by_version[commit.version].append(commit)
    bases = {commit.line["base"] for commit in told} | {end["digest"]}
    made, last = Chain(table, [], []), int(end["version"])
    for version in range(2, max((last, *(v for v, found in by_version.items() if _done(found)))) + 1):
        link = _link(made, version, by_version[version], bases)
        if link is not None:
            made.links.append(link)
        elif version <= last:
            made.faults.append(f"nobody made version {version}")
    kept = [link for link in made.links if link.version > last]
    made.faults += [f"version {link.version} was answered and is lost" for link in kept if not gaps.hold(link.at)]
    made.links = [link for link in made.links if link.version <= last]
    if made.links and made.links[-1].line["digest"] != end["digest"]:
        made.faults.append(f"the store's version {last} is not the one that was committed")
    return made


def _overtaken(commit: Commit, told: list[Commit], gaps: Gaps) -> bool:
    """Whether the store lost a commit in a gap, which shows when the same version is made after it."""
    return gaps.hold(commit.at) and any(
        later.version == commit.version
        and later.changes
        and later.outcome == "DONE"
        and gaps.between(commit.at, later.at)
        for later in told
    )


def _done(found: list[Commit]) -> list[Commit]:
    return [commit for commit in found if commit.outcome == "DONE"]


def _link(made: Chain, version: int, found: list[Commit], bases: set[str]) -> Commit | None:
    """Choose the commit that made a version: the one that was answered, else the one others built on."""
    done = _done(found)
    if len(done) > 1:
        made.faults.append(f"version {version} was made {len(done)} times: a move is lost")
    chosen = done or [commit for commit in found if commit.line["digest"] in bases]
    if not chosen:
        return None
    link, before = chosen[-1], made.links[-1] if made.links else None
    if before is not None and before.version == version - 1 and link.line["base"] != before.line["digest"]:
        made.faults.append(f"version {version} does not follow from version {before.version}")
    return link


def marks(told: list[Commit], made: Chain) -> list[str]:
    """Find updates that changed a table more than once."""
    seen: dict[int, int] = {}
    faults = []
    for link in made.links:
        mark = link.line["mark"]
        if mark is not None and abs(mark) in seen:
            faults.append(f"update {mark} changed versions {seen[abs(mark)]} and {link.version}")
        if mark is not None:
            seen[abs(mark)] = link.version
    return faults


def lost_updates(evidence: Evidence, told: list[Commit], groups: set[int]) -> list[str]:
    """Find updates that were taken with a 200 and left no trace, but for those whose presser was told to try again."""
    kept = {commit.line["mark"] for commit in told if commit.outcome in {"DONE", "DUPLICATE"}}
    busy = {call["query"] for call in evidence.calls if call["query"] and "Gedränge" in str(call["text"])}
    taken = [line for line in evidence.taken if line["kind"] == "callback_query" or line["chat"] in groups]
    asked = [line for line in taken if line["kind"] in {"callback_query", "message"}]
    return [
        f"update {line['update']} was answered with 200 and did nothing"
        for line in asked
        if line["update"] not in kept and line["query"] not in busy
    ]


def twice_answered(evidence: Evidence, gaps: Gaps) -> list[str]:
    """Find presses that were answered more than once, but for those whose first time the store has lost."""
    answers: dict[str, list[float]] = defaultdict(list)
    for call in evidence.calls:
        if call["query"] and call["done"]:
            answers[call["query"]].append(call["t"])
    twice = {query: times for query, times in answers.items() if len(times) > 1 and not any(map(gaps.hold, times[:-1]))}
    return [f"query {query} was answered {len(times)} times" for query, times in twice.items()]
