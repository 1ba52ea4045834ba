"""What became of each table, version by version: the one chain of commits that its stored states tell of."""

from collections import defaultdict
from dataclasses import dataclass

from tests.chaos.promises import Gaps
from tests.chaos.tape import Evidence, Line


@dataclass
class Commit:
    """What a worker committed. `outcome` is None where it, or the store, was killed before it heard, or did not answer on.

    `copied`: a replica had it, as the store said itself.
    """

    line: Line
    outcome: str | None
    copied: bool = False

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

    def may_be_lost(self, gaps: Gaps) -> bool:
        """Whether the store's promise lets it be lost."""
        return gaps.hold(self.at, self.table, copied=self.copied)


def commits(evidence: Evidence) -> list[Commit]:
    """Pair what workers were about to commit with what they heard."""
    heard = {(line["by"], line["n"]): line for line in evidence.workers if line["do"] == "committed"}
    for line in evidence.workers:
        if line["do"] == "unanswered":
            heard.pop((line["by"], line["n"]), None)
    said = [line for line in evidence.workers if line["do"] == "commit"]
    nothing: Line = {"outcome": None, "copies": 0}
    answers = [(line, heard.get((line["by"], line["n"]), nothing)) for line in said]
    return [Commit(line, answer["outcome"], answer["copies"] > 0) for line, answer in answers]


@dataclass
class Chain:
    """A table's commits in order, those the store has lost as it may, and what is wrong with them."""

    table: int
    links: list[Commit]
    faults: list[str]
    lost: list[Commit]


def chain(table: int, told: list[Commit], end: Line, gaps: Gaps) -> Chain:
    """Follow a table back from the state the store has at the end, each commit to the state it rests on.

    What was answered and is not on that way is lost, which a store may do in its gaps alone.
    """
    made, last = Chain(table, [], [], []), int(end["version"])
    changing = [commit for commit in told if commit.changes and commit.outcome in {"DONE", None}]
    by_digest: dict[str, list[Commit]] = defaultdict(list)
    for commit in changing:
        by_digest[commit.line["digest"]].append(commit)
    digest = end["digest"]
    for version in range(last, 1, -1):
        link = _link(made, version, by_digest[digest], gaps)
        if link is None:
            made.faults.append(f"nobody made version {version} as the store, or the next one, has it")
            link = next((one for one in reversed(changing) if one.version == version), None)
        if link is not None:
            made.links.append(link)
            digest = link.line["base"]
    made.links.reverse()
    kept, states = {id(link) for link in made.links}, {link.line["digest"] for link in made.links}
    beside = [
        commit for commit in changing if id(commit) not in kept and (commit.outcome == "DONE" or commit.version > last)
    ]
    made.lost = [commit for commit in beside if commit.may_be_lost(gaps)]
    made.faults += [
        f"version {commit.version} was answered and is lost"
        for commit in beside
        if commit.outcome == "DONE" and not commit.may_be_lost(gaps) and commit.line["digest"] not in states
    ]
    return made


def _link(made: Chain, version: int, found: list[Commit], gaps: Gaps) -> Commit | None:
    """Choose the commit that made a state: the last that was answered, if any was; those before it may be lost."""
    done = [commit for commit in found if commit.outcome == "DONE"]
    if not all(commit.may_be_lost(gaps) for commit in done[:-1]):
        made.faults.append(f"version {version} was made {len(done)} times: a move is lost")
    chosen = [commit for commit in done or found if commit.version == version]
    return chosen[-1] if chosen else None


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


def twice_answered(evidence: Evidence, told: list[Commit], gaps: Gaps) -> list[str]:
    """Find presses that were answered more than once, but for those whose first time the store has lost."""
    tables = {commit.line["mark"]: commit.table for commit in told}
    pressed = {line["query"]: tables.get(line["update"]) for line in evidence.taken if line["query"]}
    answers: dict[str, list[float]] = defaultdict(list)
    for call in evidence.calls:
        if call["query"] and call["done"]:
            answers[call["query"]].append(call["t"])
    return [
        f"query {query} was answered {len(times)} times"
        for query, times in answers.items()
        if len(times) > 1 and not _lost_since(times[:-1], pressed.get(query), gaps)
    ]


def _lost_since(times: list[float], table: int | None, gaps: Gaps) -> bool:
    return table is not None and any(gaps.hold(at, table) for at in times)
