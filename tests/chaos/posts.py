"""Whether the group was told everything once and in order, but for what the run itself destroyed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.chaos.chain import Gaps
from tests.chaos.model import FELL_ASLEEP, Told
from tests.chaos.tape import Evidence, Line

_FACES = "⚀⚁⚂⚃⚄⚅"
_LIFTED = re.compile(
    rf"\u2068(\w+)\u2069 hebt den Becher: ([{_FACES}]) ?([{_FACES}])[^\n]*?(?:\n|\. )?[^\n]*?Angesagt war (\d\d)"
    r"[^\n]*?\((\d+) von \d+\)"
)
_SHOWN = re.compile(rf"\u2068(\w+)\u2069 deckt auf: ([{_FACES}]) ?([{_FACES}])")
_ASLEEP = "Hier tippt gerade niemand mehr"
_SET_BACK = "einen Zug zurück"
_OVER = "Das war's"
_LATELY = "Zuletzt:"
_SLACK = 8.0  # seconds a harm may have begun before an attempt, or after it, and still have destroyed its outcome


def told_by(text: str, people: dict[str, int]) -> list[Told]:
    """Read what a message tells for good, in order: lifted cups, shown tops, a table's sleep."""
    found: list[tuple[int, Told]] = []
    for match in _LIFTED.finditer(text):
        name, one, two, claim, total = match.groups()
        over = _OVER in text[match.start() :]
        found.append((match.start(), Told(people[name], _dice(one, two), claim, int(total), over)))
    found += [(m.start(), Told(people[m[1]], _dice(m[2], m[3]))) for m in _SHOWN.finditer(text)]
    found += [(m.start(), FELL_ASLEEP) for m in re.finditer(_ASLEEP, text)]
    return [told for _, told in sorted(found, key=lambda pair: pair[0])]


def _dice(one: str, two: str) -> str:
    return "".join(sorted((str(_FACES.index(one) + 1), str(_FACES.index(two) + 1)), reverse=True))


@dataclass(frozen=True)
class Harms:
    """When the run harmed whom. A harm lasts until the process goes on."""

    spans: tuple[tuple[str, float, float], ...]

    @classmethod
    def of(cls, lines: list[Line]) -> "Harms":
        """Read the tape of harms."""
        spans: list[tuple[str, float, float]] = []
        since: dict[str, float] = {}
        for line in lines:
            if line["what"] == "continue":
                began = since.pop(line["whom"], None)
                spans += [] if began is None else [(line["whom"], began, line["t"])]
            elif line["whom"] == "store" or line["what"] == "stop":
                since[line["whom"]] = line["t"]
            else:
                spans.append((line["whom"], line["t"], line["t"]))
        return cls(tuple(spans))

    def met(self, place: str, begin: float, end: float) -> bool:
        """Whether a worker, or the store, was harmed between two moments."""
        return any(whom in {place, "store"} and begin <= last and first <= end for whom, first, last in self.spans)

    def stopped(self, place: str, begin: float, end: float) -> bool:
        """Whether a worker was stopped and went on again between two moments."""
        return any(whom == place and begin <= first < last <= end for whom, first, last in self.spans)


@dataclass
class Post:
    """A post's way: who tried when, and who noted what of it."""

    attempts: list[Line]
    settles: list[Line]

    @property
    def sent(self) -> bool:
        """Whether a worker noted that Telegram took it."""
        return any(not line["lost"] for line in self.settles)


def ways(evidence: Evidence) -> dict[tuple[int, str], Post]:
    """Follow every post of every table."""
    found: dict[tuple[int, str], Post] = {}
    for line in evidence.workers:
        if line["do"] in {"attempt", "settle"}:
            way = found.setdefault((line["table"], line["post"]), Post([], []))
            (way.attempts if line["do"] == "attempt" else way.settles).append(line)
    return found


def check_posts(
    expected: list[tuple[str, list[Told]]], calls: list[Line], people: dict[str, int], excused: "Excuses"
) -> Iterator[str]:
    """Compare a group's messages with what was to be told."""
    sent = [call for call in calls if call["method"] == "sendMessage" and call["done"] and _LATELY not in call["text"]]
    seen = [(call["t"], told) for call in sent if (told := told_by(call["text"], people))]
    if not excused.gaps.ends and any(_SET_BACK in call["text"] for call in sent):
        yield "the group was told that a move is lost"
    waiting = list(expected)
    for at, told in seen:
        alike = [place for place, (_, wanted) in enumerate(waiting) if wanted == told]
        place = next((place for place in alike if excused.may_be(waiting[place][0], at)), next(iter(alike), None))
        if place is None and not excused.repeat(at, [post for post, wanted in expected if wanted == told]):
            yield f"told twice, out of order, or never so: {told}"
        if place is None:
            continue
        yield from _missing(waiting[:place], calls, people, excused)
        waiting = waiting[place + 1 :]
    yield from _missing(waiting, calls, people, excused)


def _missing(
    left: list[tuple[str, list[Told]]], calls: list[Line], people: dict[str, int], excused: "Excuses"
) -> Iterator[str]:
    for post, told in left:
        if not told:
            continue
        if not excused.allow(post):
            yield f"post {post} was never told: {told}"
        elif not any(_repeats(call, told, people) for call in calls):
            yield f"post {post} was destroyed, and no card repeats it: {told}"


def _repeats(call: Line, told: list[Told], people: dict[str, int]) -> bool:
    if not call["done"] or _LATELY not in str(call["text"]):
        return False
    repeated = told_by(call["text"], people)
    return all(any((one.who, one.dice, one.claim) == (it.who, it.dice, it.claim) for it in repeated) for one in told)


@dataclass
class Excuses:
    """Which posts of a table the run itself may have destroyed."""

    table: int
    ways: dict[tuple[int, str], Post]
    harms: Harms
    calls: list[Line]
    gaps: Gaps
    used: int = 0
    late: int = 0

    def may_be(self, post: str, at: float) -> bool:
        """Whether a message of this moment can be that post: two may read alike, and one of them was settled before."""
        way = self.ways.get((self.table, post))
        return way is None or at <= max((line["t"] for line in way.settles), default=at)

    def repeat(self, at: float, posts: list[str]) -> bool:
        """Whether the store may have lost the move that a message tells of, or that it was told already.

        Or a worker was stopped on its way to Telegram, and went on when the next card had told it already.
        """
        tries = [line for post in posts if (way := self.ways.get((self.table, post))) for line in way.attempts]
        if any(map(self.gaps.hold, [at, *(line["t"] for line in tries)])):
            return True
        late = len(tries) == 1 and self.harms.stopped(tries[0]["place"], tries[0]["t"], at)
        self.late += late
        return late

    def allow(self, post: str) -> bool:
        """Whether a post's only attempt met a harm: a call that went wrong, or a process that was stopped."""
        way = self.ways.get((self.table, post))
        if way is None or not way.attempts or way.sent:
            return False
        first = way.attempts[-1]
        end = min((line["t"] for line in way.settles), default=first["t"] + _SLACK)
        broken = any(
            call["harm"] and call["method"] == "sendMessage" and first["t"] <= call["t"] <= end for call in self.calls
        )
        allowed = broken or self.harms.met(first["place"], first["t"], min(end, first["t"] + _SLACK))
        self.used += allowed
        return allowed
