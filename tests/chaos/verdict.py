"""The independent checker: judges a run by what its witnesses wrote down. `python -m tests.chaos.verdict FOLDER` does it again.

The stand-in for Telegram tells what was said and which of its answers were destroyed, the nemesis what it harmed, the
players when they called for a card. The ears in each worker tell what it was about to commit, which dice it threw and how
the store answered: facts of a table in plain words, read with the bot's own types. Rules, words, promises and excuses are
the checker's own.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.calls_for_cards import check_calls_for_cards
from tests.chaos.chain import Chain, Commit, chain, commits, lost_updates, marks, twice_answered
from tests.chaos.excuses import Excuses, Harms, Ways, destroyed
from tests.chaos.players import NAMES
from tests.chaos.posts import check_posts
from tests.chaos.promises import Gaps
from tests.chaos.replay import replay
from tests.chaos.secrecy import Knowledge, check_group, check_private
from tests.chaos.setback import check_setbacks, set_back
from tests.chaos.surfaces import check_surfaces
from tests.chaos.tape import Evidence, Line

_RESTLESS = 20
"""One in so many tables may be in the middle of something when all hold still; what it shows then is not judged."""
_BEGINS = {"kill", "cut", "stop", "restart"}
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
    held, ends = ({look["table"]: look for look in evidence.looks if look["look"] == when} for when in ("held", "over"))
    idle: set[int] = set()
    told: dict[int, list[Commit]] = defaultdict(list)
    for commit in commits(evidence):
        told[commit.table].append(commit)
    calls: dict[str, list[Line]] = defaultdict(list)
    for call in evidence.calls:
        calls[str(call["chat"])].append(call)
    harms, tries, gaps = Harms.of(evidence.harms), Ways.of(evidence), Gaps.of(evidence)
    known: dict[int, list[Knowledge]] = defaultdict(list)
    for table, seat in seats.items():
        people = dict(zip(NAMES, seat["people"], strict=False))
        made = chain(table, told[table], ends.get(table) or {"version": 0, "digest": ""}, gaps)
        played = replay(made, told[table], seat["limit"])
        group, knowledge = calls[str(table)], Knowledge.of(told[table])
        idle |= {table} if _lost_last(made, told[table], held.get(table)) else set()
        excuses = Excuses(table, tries, harms, gaps)
        verdict.add("a move lost or made twice", made.faults + marks(told[table], made), table)
        verdict.add("not by the rules", played.faults, table)
        verdict.add("a move lost or made twice", check_setbacks(made, group), table)
        verdict.add("a post lost, twice or out of order", check_posts(played.told, group, people, excuses), table)
        verdict.add("a roll told", check_group(group, knowledge), table)
        for who in seat["people"]:
            known[who].append(knowledge)
        verdict.counts += played.counts
        verdict.counts["posts destroyed"] += excuses.used
        verdict.counts["posts late by a stop"] += excuses.late
        verdict.counts["moves the store lost"] += sum(commit.outcome == "DONE" for commit in made.lost)
        verdict.counts["tables told of a lost move"] += bool(set_back(group))
        verdict.counts["tables"] += 1
    _judge_people(verdict, evidence, calls, known)
    _judge_looks(verdict, evidence, (seats, idle), {who for who in known if any(map(_refused, calls[str(who)]))})
    called = check_calls_for_cards(evidence.cards, calls, harms, verdict.counts["moves"])
    verdict.add("a card that had to be called for", called)
    verdict.counts["tables nobody has pressed at since a loss"] = len(idle)
    verdict.counts["cards called for"] = len(evidence.cards)
    everything = [one for each in told.values() for one in each]
    verdict.add("an update lost", lost_updates(evidence, everything, set(seats)))
    verdict.add("a press answered twice", twice_answered(evidence, everything, gaps))
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


def _refused(call: Line) -> bool:
    return bool(call["harm"]) and "blocked" in str(call["why"])


def _lost_last(made: Chain, told: list[Commit], look: "Line | None") -> bool:
    """Whether the last move before a look is lost: nobody has pressed its buttons yet, so the chat still shows it."""
    before = [one for one in told if look and one.changes and one.outcome == "DONE" and one.at < look["t"]]
    return bool(before) and any(before[-1] is one for one in made.lost)


def _judge_looks(
    verdict: Verdict, evidence: Evidence, tables: tuple[dict[int, Line], set[int]], refused: set[int]
) -> None:
    seats, idle = tables
    looked = Counter(look["look"] for look in evidence.looks)
    moved: dict[int, list[float]] = defaultdict(list)
    for line in evidence.workers:
        if line["do"] == "commit":
            moved[line["table"]].append(line["t"])
    for look in evidence.looks:
        if look["look"] == "seats" or (look["look"] == "held" and look["table"] in idle):
            continue
        people = dict(zip(NAMES, seats[look["table"]]["people"], strict=False))
        if look["look"] == "held" and (
            look["waits"] or any(0 <= look["t"] - at < look["still"] for at in moved[look["table"]])
        ):
            verdict.counts["tables that would not hold still"] += 1
            continue
        verdict.add("a card that is not the newest", check_surfaces(look, people, refused), look["table"])
        if look["look"] == "over" and not look["over"]:
            verdict.add("a table that is stuck", [f"{look['facts']}, {look['group'][:1]}"], look["table"])
    restless = verdict.counts["tables that would not hold still"]
    if restless > max(1, len(seats) // _RESTLESS):
        verdict.add("a table that is stuck", [f"{restless} tables would not hold still"])
    for when in ("held", "over"):
        if looked[when] != len(seats):
            verdict.add("a table that is stuck", [f"only {looked[when]} of {len(seats)} tables were looked at"])
    verdict.counts["calls"] = len(evidence.calls)
    verdict.counts["answers destroyed"] = sum(map(destroyed, evidence.calls))
    verdict.counts["calls refused"] = sum(bool(call["harm"]) and not destroyed(call) for call in evidence.calls)
    harms = Counter(
        "store" if line["whom"] == "store" else "workers" for line in evidence.harms if line["what"] in _BEGINS
    )
    verdict.counts["harms to the store"], verdict.counts["harms to workers"] = harms["store"], harms["workers"]


if __name__ == "__main__":
    found = judge(Evidence.read(Path(sys.argv[1])))
    sys.stdout.writelines(f"{told}\n" for told in found.told())
    sys.exit(1 if found.faults else 0)
