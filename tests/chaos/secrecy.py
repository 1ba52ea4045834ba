"""Whether a roll was shown to anybody but its roller before it was announced or lifted."""

import bisect
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.chaos.buttons import offer
from tests.chaos.chain import Commit
from tests.chaos.model import LADDER, roll
from tests.chaos.posts import _FACES
from tests.chaos.tape import Line

_ODDS = re.compile(r"\d+ von (?:36|216)|Runde \d+|\(\d+\)")
_DIGITS = re.compile(r"(?<!\d)([1-6])[- /]?([1-6])(?!\d)")
_GLYPHS = re.compile(f"([{_FACES}]) ?([{_FACES}])")
_KNOWN_GAMES = 2


def rolls(text: str) -> set[str]:
    """Find every roll a text tells, in digits or in faces."""
    plain = _ODDS.sub("", text)
    digits = [[int(one), int(two)] for one, two in _DIGITS.findall(plain)]
    faces = [[_FACES.index(one) + 1, _FACES.index(two) + 1] for one, two in _GLYPHS.findall(plain)]
    return {roll(dice) for dice in (*digits, *faces)}


@dataclass
class Knowledge:
    """What may be known at a table, and since when: everybody what was said or lifted, a roller his own rolls."""

    public: list[tuple[float, int, str]] = field(default_factory=list)
    own: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def of(cls, told_of: list[Commit]) -> "Knowledge":
        """Read it off a table's commits, also those a store has lost."""
        known = cls()
        dice: dict[str, str] = {}
        bars: dict[str, int] = {}
        for commit in told_of:
            if not commit.changes or commit.outcome not in {"DONE", None}:
                continue
            facts, at = commit.line["facts"], commit.at
            opened = any("TopShown" in items for _, items in commit.line["posts"])
            lifted = any("CupLifted" in items for _, items in commit.line["posts"])
            lying = dice.get(commit.line["base"], "")
            told = {value for _, value in facts.get("claims", [])}
            told |= ({lying} if lifted else set()) | ({"21"} if opened else set())
            if commit.line["intent"].get("due") == "turn" and lying:  # perhaps said for him, and void at once
                bar, true = bars.get(commit.line["base"], -1), LADDER.index(lying)
                told |= {LADDER[min(true if true > bar else bar + 1, len(LADDER) - 1)]}
            known.public += [(at, facts["games"], value) for value in told if value]
            if facts.get("dice") and facts["phase"] == "Announcing":
                known.own[facts["holder"]].add(facts["dice"])
            dice[commit.line["digest"]] = facts.get("dice") or ""
            bars[commit.line["digest"]] = LADDER.index(facts["claims"][-1][1]) if facts.get("claims") else -1
        return known

    def by(self, at: float) -> set[str]:
        """Tell what everybody may know by then of the running game and the one before."""
        until = self.public[: bisect.bisect_right(self.public, at, key=lambda known: known[0])]
        game = until[-1][1] if until else 0
        return {value for _, number, value in until if number > game - _KNOWN_GAMES}


def check_group(calls: list[Line], known: Knowledge) -> Iterator[str]:
    """Read what a group was sent."""
    for call in calls:
        if not call["done"] or not call["text"]:
            continue
        told = rolls(call["text"])
        hidden = told - known.by(call["t"])
        if hidden:
            yield f"the group was told {sorted(hidden)}: {call['text']!r}"
        yield from _keyboard(call)


def _keyboard(call: Line) -> Iterator[str]:
    values = []
    for label, data in call["buttons"]:
        found = offer(0, data)
        if found is not None and found.action == "a":
            values.append(found.value)
        if "✔" in label or (found is not None and found.action != "a" and found.value):
            yield f"a button in the group tells a roll: {label!r}, {data!r}"
    if values and values != list(LADDER[len(LADDER) - len(values) :]):
        yield f"the group's keyboard is not all there is: {values}"


def check_private(call: Line, who: int, tables: list[Knowledge]) -> Iterator[str]:
    """Read what one person was sent or answered."""
    if not call["done"] or not call["text"]:
        return
    allowed = set().union(*(known.by(call["t"]) | known.own[who] for known in tables)) if tables else set()
    hidden = rolls(call["text"]) - allowed
    if hidden:
        yield f"{who} was told {sorted(hidden)}: {call['text']!r}"
