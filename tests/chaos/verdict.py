"""The independent checker: judges a run by what its witnesses wrote down, and by nothing the bot says of itself."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.chaos.chain import Commit, Gaps, chain, commits, lost_updates, marks, twice_answered
from tests.chaos.posts import Excuses, Harms, check_posts, ways
from tests.chaos.replay import replay
from tests.chaos.secrecy import Knowledge, check_group, check_private
from tests.chaos.surfaces import check_surfaces
from tests.chaos.tape import Evidence, Line

_NAMES = ("Anna", "Bert", "Clara")
_MOST = 12
"""Faults that are told of each kind."""


@dataclass
class Verdict:
    """What was found, by its kind, and what was looked at."""

    faults: dict[str, list[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, found: Iterator[str] | list[str], where: object = "") -> None:
        """Take in what one check found."""
        told = [f"{where}: {one}" if where else one for one in found]
        if told:
            self.faults.setdefault(kind, []).extend(told)

    def told(self) -> Iterator[str]:
        """Say it, line by line."""
        for kind, found in self.faults.items():
            yield f"{kind}: {len(found)}"
            yield from (f"    {one}" for one in found[:_MOST])
        yield "looked at: " + ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))


def judge(evidence: Evidence) -> Verdict:
    """Judge a run."""
    verdict = Verdict()
    seats = {look["table"]: look for look in evidence.looks if look["look"] == "seats"}
    ends = {look["table"]: look for look in evidence.looks if look["look"] == "over"}
    told: dict[int, list[Commit]] = defaultdict(list)
    for commit in commits(evidence):
        told[commit.table].append(commit)
    calls: dict[str, list[Line]] = defaultdict(list)
    for call in evidence.calls:
        calls[str(call["chat"])].append(call)
    harms, tries, gaps = Harms.of(evidence.harms), ways(evidence), Gaps.of(evidence)
    known: dict[int, list[Knowledge]] = defaultdict(list)
    for table, seat in seats.items():
        people = dict(zip(_NAMES, seat["people"], strict=False))
        made = chain(table, told[table], ends.get(table) or {"version": 0, "digest": ""}, gaps)
        played = replay(made, told[table], seat["limit"])
        group, knowledge = calls[str(table)], Knowledge.of(told[table])
        excuses = Excuses(table, tries, harms, group, gaps)
        verdict.add("a move lost or made twice", made.faults + marks(told[table], made), table)
        verdict.add("not by the rules", played.faults, table)
        verdict.add("a post lost, twice or out of order", check_posts(played.told, group, people, excuses), table)
        verdict.add("a roll told", check_group(group, knowledge), table)
        for who in seat["people"]:
            known[who].append(knowledge)
        verdict.counts += played.counts
        verdict.counts["posts destroyed"] += excuses.used
        verdict.counts["posts late by a stop"] += excuses.late
        verdict.counts["tables"] += 1
    _judge_people(verdict, evidence, calls, known)
    _judge_looks(verdict, evidence, seats)
    verdict.add("an update lost", lost_updates(evidence, [one for each in told.values() for one in each], set(seats)))
    verdict.add("a press answered twice", twice_answered(evidence, gaps))
    return verdict


def _judge_people(
    verdict: Verdict, evidence: Evidence, calls: dict[str, list[Line]], known: dict[int, list[Knowledge]]
) -> None:
    pressers = {line["query"]: int(line["who"]) for line in evidence.taken if line["query"]}
    for who, tables in known.items():
        for call in calls[str(who)]:
            verdict.add("a roll told", check_private(call, who, tables))
    for call in calls["None"]:
        presser = pressers.get(call["query"])
        if presser is not None:
            verdict.add("a roll told", check_private(call, presser, known[presser]))


def _judge_looks(verdict: Verdict, evidence: Evidence, seats: dict[int, Line]) -> None:
    looked = Counter(look["look"] for look in evidence.looks)
    moved: dict[int, list[float]] = defaultdict(list)
    for line in evidence.workers:
        if line["do"] == "commit":
            moved[line["table"]].append(line["t"])
    for look in evidence.looks:
        if look["look"] == "seats":
            continue
        people = dict(zip(_NAMES, seats[look["table"]]["people"], strict=False))
        if look["look"] == "held" and (
            look["waits"] or any(0 <= look["t"] - at < look["still"] for at in moved[look["table"]])
        ):
            verdict.counts["tables that would not hold still"] += 1
            continue
        verdict.add("a card that is not the newest", check_surfaces(look, people), look["table"])
        if look["look"] == "over" and not look["over"]:
            verdict.add("a table that is stuck", [f"{look['facts']}, {look['group'][:1]}"], look["table"])
    for when in ("held", "over"):
        if looked[when] != len(seats):
            verdict.add("a table that is stuck", [f"only {looked[when]} of {len(seats)} tables were looked at"])
    verdict.counts["calls"] = len(evidence.calls)
    verdict.counts["answers destroyed"] = sum(bool(call["harm"]) for call in evidence.calls)
    verdict.counts["harms to processes"] = sum(line["what"] != "continue" for line in evidence.harms)
