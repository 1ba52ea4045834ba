"""Whether the group was told everything once and in order, but for what the run itself destroyed."""

import re
from collections.abc import Iterator

from tests.chaos.excuses import Excuses
from tests.chaos.model import FELL_ASLEEP, Told
from tests.chaos.tape import Line

_FACES = "⚀⚁⚂⚃⚄⚅"
_LIFTED = re.compile(
    rf"\u2068(\w+)\u2069 hebt den Becher: ([{_FACES}]) ?([{_FACES}])[^\n]*?(?:\n|\. )?[^\n]*?Angesagt war (\d\d)"
    r"[^\n]*?(?:\u2068(\w+)\u2069[^\n\u2068]*?bekommt[^\n]*?)?\((\d+) von \d+\)"
)
_TALLY = re.compile(r"\u2068(\w+)\u2069 (\d+)")
_SHOWN = re.compile(rf"\u2068(\w+)\u2069 deckt auf: ([{_FACES}]) ?([{_FACES}])")
_ASLEEP = "Hier tippt gerade niemand mehr"
_OVER = "Das war's"
_LATELY = "Zuletzt:"
_MARKUP = re.compile(r"<[^>]+>")
SENDS = frozenset({"sendMessage", "sendPhoto"})


def told_by(text: str, people: dict[str, int]) -> list[Told]:
    """Read what a message tells for good, in order: lifted cups, shown tops, a table's sleep."""
    found: list[tuple[int, Told]] = []
    for match in _LIFTED.finditer(text):
        name, one, two, claim, payer, total = match.groups()
        end = text[match.start() :].partition(_OVER)[2].partition("Striche: ")[2].partition("\n")[0]
        tally = tuple(sorted((people[who], int(units)) for who, units in _TALLY.findall(end)))
        over = _OVER in text[match.start() :]
        told = Told(people[name], _dice(one, two), claim, int(total), over, people.get(payer, 0), tally)
        found.append((match.start(), told))
    found += [(m.start(), Told(people[m[1]], _dice(m[2], m[3]))) for m in _SHOWN.finditer(text)]
    found += [(m.start(), FELL_ASLEEP) for m in re.finditer(_ASLEEP, text)]
    return [told for _, told in sorted(found, key=lambda pair: pair[0])]


def may_be_post(call: Line) -> bool:
    """Whether a call sends something that is no card which repeats what was told."""
    return call["method"] in SENDS and _LATELY not in str(call["text"])


def _dice(one: str, two: str) -> str:
    return "".join(sorted((str(_FACES.index(one) + 1), str(_FACES.index(two) + 1)), reverse=True))


def check_posts(
    expected: list[tuple[str, list[Told]]], calls: list[Line], people: dict[str, int], excused: Excuses
) -> Iterator[str]:
    """Compare a group's messages with what was to be told."""
    sent = [call for call in calls if call["done"] and may_be_post(call)]
    seen = [(call["t"], told) for call in sent if (told := told_by(call["text"], people))]
    waiting = list(expected)
    for at, told in seen:
        alike = [place for place, (post, wanted) in enumerate(waiting) if wanted == told and excused.begun(post, at)]
        place = next((place for place in alike if not excused.settled(waiting[place][0], at)), next(iter(alike), None))
        if place is None and not excused.repeat(at, [post for post, wanted in expected if wanted == told]):
            yield f"told twice, out of order, or never so: {told}"
        if place is None:
            continue
        yield from _missing(waiting[:place], calls, people, excused)
        waiting = waiting[place + 1 :]
    yield from _missing(waiting, calls, people, excused)


def _missing(
    left: list[tuple[str, list[Told]]], calls: list[Line], people: dict[str, int], excused: Excuses
) -> Iterator[str]:
    for post, told in left:
        if not told:
            continue
        if not excused.allow(post, [call for call in calls if _carries(call, told, people)]):
            yield f"post {post} was never told: {told}"
        elif not any(_repeats(call, told, people) for call in calls):
            yield f"post {post} was destroyed, and no card repeats it: {told}"


def _carries(call: Line, told: list[Told], people: dict[str, int]) -> bool:
    """Whether a call was to tell this, whatever became of it; what was not carried out still has its markup."""
    return may_be_post(call) and told_by(_MARKUP.sub("", str(call["text"])), people) == told


def _repeats(call: Line, told: list[Told], people: dict[str, int]) -> bool:
    if not call["done"] or _LATELY not in str(call["text"]):
        return False
    repeated = told_by(call["text"], people)
    return all(any((one.who, one.dice, one.claim) == (it.who, it.dice, it.claim) for it in repeated) for one in told)
