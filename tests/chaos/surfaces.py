"""Whether the newest card shows the state of the store, wherever somebody looks, once all is quiet."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from tests.chaos.buttons import Offer, offer
from tests.chaos.model import LADDER
from tests.chaos.posts import _FACES
from tests.chaos.tape import Line

_OF = {"Announcing": "pka", "Answering": "bd", "Lobby": "jlsS", "Over": "o", "Waiting": "B"}
_STROKES = re.compile(r"\u2068(\w+)\u2069 ([▮▯]+|\d+)")


def check_surfaces(look: Line, people: dict[str, int], refused: AbstractSet[int] = frozenset()) -> Iterator[str]:
    """Compare a group's and its players' newest messages with the stored table. `refused`: whose door the run has shut."""
    facts = look["facts"]
    wanted = "W" if facts.get("asleep") else _OF.get(facts.get("phase", ""), "")
    if facts.get("muted") or not wanted:
        yield f"{look['look']}: the table is {facts}"
        return
    shown = [(message, _offers(message, look["table"])) for message in look["group"]]
    newest = next(((message, offers) for message, offers in shown if offers), None)
    if newest is None:
        yield f"{look['look']}: nothing to press"
        return
    message, offers = newest
    moment = (facts["number"], 0 if wanted in {"jlsS", "o", "W", "B"} else facts["step"])
    if not any(found.action in wanted and found.moment == moment for found in offers):
        yield f"{look['look']}: the card {message['text']!r} with {offers[0]} is not that of {moment}, {facts['phase']}"
        return
    yield from (f"{look['look']}: {wrong}" for wrong in _wrong(message, offers, facts, people))
    yield from (f"{look['look']}: {wrong}" for wrong in _wrong_cups(look, facts, moment))
    if facts["phase"] == "Announcing" and not facts["asleep"]:
        yield from (f"{look['look']}: {wrong}" for wrong in _missing_cup(look, facts, moment, refused))


def _wrong(message: Line, offers: list[Offer], facts: Line, people: dict[str, int]) -> Iterator[str]:
    text = message["text"]
    if facts["phase"] == "Lobby" and f"Am Tisch ({len(facts['players'])})" not in text:
        yield f"the lobby {text!r} does not have {len(facts['players'])} seats"
    if facts["phase"] not in {"Announcing", "Answering"} or facts["asleep"]:
        return
    if message["mentions"] != [facts["holder"]]:
        yield f"the card {text!r} calls {message['mentions']} instead of {facts['holder']}"
    drawn = dict(_STROKES.findall(text.partition("Striche:")[2].partition("\n")[0]))
    units = {name: facts["units"][str(people[name])] for name in drawn}
    if {name: strokes.count("▮") for name, strokes in drawn.items()} != units or len(drawn) != len(facts["units"]):
        yield f"the card {text!r} has other strokes than {facts['units']}"
    bar = LADDER.index(facts["claims"][-1][1]) if facts["claims"] else -1
    values = {found.value for found in offers if found.action == "a"}
    if values and values != set(LADDER[bar + 1 :]):
        yield f"the card offers {sorted(values)} above {bar}"
    if facts["claims"] and not re.search(rf"\b{facts['claims'][-1][1]}\b", text):
        yield f"the card {text!r} does not tell {facts['claims'][-1]}"


def _wrong_cups(look: Line, facts: Line, moment: tuple[int, int]) -> Iterator[str]:
    """A private cup with this moment's buttons is the holder's, and shows what really lies there."""
    for who, messages in look["private"].items():
        for message in messages:
            offers = [found for found in _offers(message, look["table"]) if found.action == "a"]
            if not offers or offers[0].moment != moment:
                continue
            dice = f"{_FACES[int(facts['dice'][0]) - 1]}{_FACES[int(facts['dice'][1]) - 1]}" if facts["dice"] else "?"
            if int(who) != facts["holder"] or not message["text"].startswith(dice):
                yield f"{who}'s cup {message['text']!r} is not {facts['holder']}'s {facts['dice']}"


def _missing_cup(look: Line, facts: Line, moment: tuple[int, int], refused: AbstractSet[int]) -> Iterator[str]:
    """Whoever has the cup has it in his private chat too, unless that is shut."""
    holder = facts["holder"]
    if holder in facts["closed"]:
        if holder in look["started"] and holder not in refused:
            yield f"{holder}'s private chat is open, and the table holds it for shut"
        return
    shown = [found for message in look["private"][str(holder)] for found in _offers(message, look["table"])]
    if not any(found.action == "a" and found.moment == moment for found in shown):
        yield f"{holder} has no cup of {moment} in his private chat"


def _offers(message: Line, table: int) -> list[Offer]:
    found = [offer(message["message"], data) for _, data in message["buttons"]]
    return [one for one in found if one is not None and one.table == table and one.action in "pkabdjlsSoWB"]
