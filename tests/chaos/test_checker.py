"""The checker finds what it looks for: each fault put into a real run's tapes, or into its workers, and nothing without one."""

import asyncio
import copy
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.chaos.evening import Choice, play
from tests.chaos.plants import Plant
from tests.chaos.posts import told_by
from tests.chaos.tape import Evidence, Line
from tests.chaos.verdict import Verdict, judge

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(300)]  # whole nights, on any machine

Fault: TypeAlias = Callable[[Evidence], None]
PEOPLE = {"Anna": 1, "Bert": 2, "Clara": 3}


def night(**how: object) -> Evidence:
    """Play a short night."""
    folder = Path(tempfile.mkdtemp(prefix="chaos"))  # not pytest's own, whose name is too long for a socket
    try:
        choice = Choice(seed=3, minutes=0.5, games=14, tables=6, workers=2, calm=True)
        return asyncio.run(play(Choice(**{**vars_of(choice), **how}), folder))  # type: ignore[arg-type]
    finally:
        shutil.rmtree(folder)


def vars_of(choice: Choice) -> dict[str, object]:
    """List what was chosen."""
    return {name: getattr(choice, name) for name in Choice.__slots__}


def reveals(evidence: Evidence) -> list[int]:
    """Say where in the tape the group was told of a lifted cup."""
    return [at for at, call in enumerate(evidence.calls) if call["done"] and told_by(str(call["text"]), PEOPLE)]


def moves(evidence: Evidence, action: str) -> list[Line]:
    """List the commits that a button has changed a table by."""
    said = [line for line in evidence.workers if line["do"] == "commit" and line["version"] != line["expected"]]
    return [line for line in said if line["intent"].get("action") == action]


def a_move_is_lost(evidence: Evidence) -> None:
    """A worker that was answered finds the version before."""
    line = moves(evidence, "d")[0]
    evidence.workers.remove(line)


def a_move_is_made_twice(evidence: Evidence) -> None:
    """Two workers make the same version."""
    line = moves(evidence, "d")[0]
    end = next(
        one
        for one in evidence.workers
        if one["do"] == "committed" and one["n"] == line["n"] and one["by"] == line["by"]
    )
    evidence.workers += [line | {"by": "worker-9-9"}, end | {"by": "worker-9-9"}]


def an_update_counts_twice(evidence: Evidence) -> None:
    """A second version has the mark of a first one."""
    first = moves(evidence, "d")[0]
    second = next(line for line in moves(evidence, "a") if line["table"] == first["table"])
    second["mark"] = first["mark"]


def the_store_has_an_older_state(evidence: Evidence) -> None:
    """The last that was answered is not in the store."""
    look = next(look for look in evidence.looks if look["look"] == "over")
    look["version"] -= 1


def somebody_pays_too_much(evidence: Evidence) -> None:
    """A stroke too many is kept."""
    units = moves(evidence, "d")[0]["facts"]["units"]
    units[next(iter(units))] += 1


def a_foreigner_moves(evidence: Evidence) -> None:
    """Somebody else's press is accepted."""
    line = moves(evidence, "d")[0]
    line["intent"]["who"] = next(who for who in line["facts"]["players"] if who != line["intent"]["who"])


def a_legal_move_is_refused(evidence: Evidence) -> None:
    """A press that counted is said to have changed nothing."""
    line = moves(evidence, "d")[-1]
    refused = line | {"n": -1, "expected": line["version"] - 1, "version": line["version"] - 1}
    evidence.workers += [refused, line | {"do": "committed", "n": -1, "outcome": "DONE"}]


def a_post_is_sent_twice(evidence: Evidence) -> None:
    """The same lifted cup twice."""
    at = reveals(evidence)[0]
    evidence.calls.insert(at, evidence.calls[at])


def a_post_is_lost(evidence: Evidence) -> None:
    """A lifted cup never told."""
    del evidence.calls[reveals(evidence)[0]]


def posts_change_places(evidence: Evidence) -> None:
    """A second reveal of a table before the first."""
    first, *others = reveals(evidence)
    second = next(at for at in others if evidence.calls[at]["chat"] == evidence.calls[first]["chat"])
    evidence.calls[first], evidence.calls[second] = evidence.calls[second], evidence.calls[first]


def a_destroyed_post_is_not_repeated(evidence: Evidence) -> None:
    """The run destroyed a post, and no card tells it after all."""
    call = evidence.calls.pop(reveals(evidence)[0])
    ways = [line for line in evidence.workers if str(line.get("table")) == call["chat"] and line["do"] == "settle"]
    next(line for line in ways if line["t"] >= call["t"])["lost"] = True
    evidence.calls.append(call | {"done": False, "harm": "silence"})


def a_card_is_not_the_newest(evidence: Evidence) -> None:
    """The chat shows the card of a step before."""
    for look in evidence.looks:
        for message in look.get("group", []):
            message["buttons"] = [[label, data[:-1] + "0"] for label, data in message["buttons"]]


def a_cup_shows_other_dice(evidence: Evidence) -> None:
    """Somebody's private chat shows a roll that does not lie there."""
    for look in evidence.looks:
        for message in look.get("group", []):
            moves = [data for _, data in message["buttons"] if data[0] in "pkabd"]
            cups = look["private"].setdefault(str(look["facts"].get("holder", 0)), [])
            cups += [
                message | {"text": "⚀⚀ 11", "buttons": [["66", f"a66{data[data.index('.') :]}"]]} for data in moves
            ]


def a_roll_is_in_the_group(evidence: Evidence) -> None:
    """A card shows what lies under the cup."""
    for call in evidence.calls:
        if str(call["chat"]).startswith("-") and call["text"]:
            call["text"] += " 65 ⚅⚄"


def a_roll_is_in_an_answer(evidence: Evidence) -> None:
    """Whoever presses is told of rolls."""
    for call in evidence.calls:
        if call["query"]:
            call["text"] = "Darunter liegt 64."


def a_button_marks_the_roll(evidence: Evidence) -> None:
    """The group's keyboard shows which announcement is true."""
    for call in evidence.calls:
        if str(call["chat"]).startswith("-"):
            call["buttons"] = [[f"✔ {label}", data] for label, data in call["buttons"]]


def a_table_is_stuck(evidence: Evidence) -> None:
    """A game that nobody could end."""
    next(look for look in evidence.looks if look["look"] == "over")["over"] = False


def an_update_is_lost(evidence: Evidence) -> None:
    """A 200, and nothing is kept of it."""
    evidence.taken.append(evidence.taken[-1] | {"update": 1})


def a_press_is_answered_twice(evidence: Evidence) -> None:
    """One press, two answers."""
    evidence.calls.append(next(call for call in evidence.calls if call["query"]))


FAULTS: list[tuple[Fault, str]] = [
    (a_move_is_lost, "a move lost or made twice"),
    (a_move_is_made_twice, "a move lost or made twice"),
    (an_update_counts_twice, "a move lost or made twice"),
    (the_store_has_an_older_state, "a move lost or made twice"),
    (somebody_pays_too_much, "not by the rules"),
    (a_foreigner_moves, "not by the rules"),
    (a_legal_move_is_refused, "not by the rules"),
    (a_post_is_sent_twice, "a post lost, twice or out of order"),
    (a_post_is_lost, "a post lost, twice or out of order"),
    (posts_change_places, "a post lost, twice or out of order"),
    (a_destroyed_post_is_not_repeated, "a post lost, twice or out of order"),
    (a_card_is_not_the_newest, "a card that is not the newest"),
    (a_cup_shows_other_dice, "a card that is not the newest"),
    (a_roll_is_in_the_group, "a roll told"),
    (a_roll_is_in_an_answer, "a roll told"),
    (a_button_marks_the_roll, "a roll told"),
    (a_table_is_stuck, "a table that is stuck"),
    (an_update_is_lost, "an update lost"),
    (a_press_is_answered_twice, "a press answered twice"),
]


def test_each_fault_on_the_tapes_is_found_and_nothing_without_one() -> None:
    """One night in good weather, of which nothing is reported; then each fault in it by its kind."""
    evidence = night()
    verdict = judge(evidence)
    assert verdict.faults == {}
    assert verdict.counts["games"] >= verdict.counts["tables"] == 6

    found = {fault.__name__: (kind, judge(spoiled(evidence, fault)).faults) for fault, kind in FAULTS}
    assert {name: list(faults) for name, (kind, faults) in found.items() if kind not in faults} == {}
    _excuses_what_a_card_repeats(evidence)


def _excuses_what_a_card_repeats(evidence: Evidence) -> None:
    """What the run destroyed may be missing, once the next card has told it."""
    destroyed = spoiled(evidence, a_destroyed_post_is_not_repeated)
    call = destroyed.calls[-1]
    destroyed.calls.append(call | {"done": True, "harm": None, "text": f"Zuletzt: {call['text'][2:]}"})

    verdict = judge(destroyed)
    assert verdict.faults == {}
    assert verdict.counts["posts destroyed"] == 1


def spoiled(evidence: Evidence, fault: Fault) -> Evidence:
    """Put a fault into a copy of the tapes."""
    copied = copy.deepcopy(evidence)
    fault(copied)
    return copied


@pytest.mark.parametrize(
    ("plants", "games", "kinds"),
    [
        (
            (Plant.APPLIES_TWICE, Plant.FORGETS_MOVES, Plant.POSTS_TWICE, Plant.LEAKS),
            30,
            {"a move lost or made twice", "a post lost, twice or out of order", "a roll told"},
        ),
        (
            (Plant.LOSES_POSTS, Plant.KEEPS_OLD_CARDS),
            4,
            {"a post lost, twice or out of order", "a card that is not the newest"},
        ),
    ],
    ids=["moves and words", "posts and cards"],
)
def test_faults_in_the_workers_are_found(plants: tuple[Plant, ...], games: int, kinds: set[str]) -> None:
    """Several kinds at once, and each is reported."""
    verdict: Verdict = judge(night(plants=plants, games=games))

    assert kinds <= verdict.faults.keys()
