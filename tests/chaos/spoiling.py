"""Faults put into a run's tapes on purpose, to see that the checker finds them."""

import re
from collections.abc import Callable
from typing import TypeAlias

from tests.chaos.posts import may_be_post, told_by
from tests.chaos.tape import Evidence, Line

Fault: TypeAlias = Callable[[Evidence], None]
PEOPLE = {"Anna": 1, "Bert": 2, "Clara": 3}


def reveals(evidence: Evidence) -> list[int]:
    """Say where in the tape the group was told of a lifted cup."""
    posts = ((at, call) for at, call in enumerate(evidence.calls) if call["done"] and may_be_post(call))
    return [at for at, call in posts if told_by(str(call["text"]), PEOPLE)]


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
    evidence.workers += [refused, line | {"do": "committed", "n": -1, "outcome": "DONE", "copies": 0}]


def a_post_is_sent_twice(evidence: Evidence) -> None:
    """The same lifted cup twice."""
    at = reveals(evidence)[0]
    evidence.calls.insert(at, evidence.calls[at])


def a_post_is_lost(evidence: Evidence) -> None:
    """A lifted cup never told."""
    del evidence.calls[reveals(evidence)[0]]


def another_one_is_said_to_pay(evidence: Evidence) -> None:
    """The right dice, and the wrong name before what is paid."""
    call = evidence.calls[reveals(evidence)[0]]
    lines = call["text"].split("\n")
    other = next(name for name in ("Anna", "Bert") if name not in lines[1])
    call["text"] = "\n".join([lines[0], re.sub("\u2068\\w+\u2069", f"\u2068{other}\u2069", lines[1]), *lines[2:]])


def the_end_is_told_wrongly(evidence: Evidence) -> None:
    """Everybody has a stroke less than he has."""
    at = next(at for at in reveals(evidence) if "Das war's" in evidence.calls[at]["text"])
    before, striche, tally = evidence.calls[at]["text"].rpartition("Striche: ")
    evidence.calls[at]["text"] = before + striche + re.sub(r"\d", "0", tally)


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


def a_cup_is_missing(evidence: Evidence) -> None:
    """Whoever has the cup has nothing in his private chat."""
    for look in evidence.looks:
        if look["look"] == "held" and look["facts"]["phase"] == "Announcing":
            look["facts"]["closed"] = []
            look["private"] = {who: [] for who in look["private"]}


def a_door_is_held_for_shut(evidence: Evidence) -> None:
    """The table thinks that it cannot write to somebody whose private chat is open."""
    for look in evidence.looks:
        if look["look"] == "held" and look["facts"]["phase"] == "Announcing":
            look["facts"]["closed"] = look["started"] = list(look["facts"]["players"])


def a_card_is_called_for(evidence: Evidence) -> None:
    """Nothing went wrong, and players had to call for their card."""
    call = evidence.calls[reveals(evidence)[0]]
    evidence.cards.append({"t": call["t"], "table": int(call["chat"]), "people": [], "lost": 8.0})


def a_group_hears_of_a_lost_move(evidence: Evidence) -> None:
    """Nothing was lost."""
    call = evidence.calls[reveals(evidence)[0]]
    evidence.calls.append(call | {"text": "Wir sind einen Zug zurück"})


def no_table_holds_still(evidence: Evidence) -> None:
    """Everything is on its way when everybody looks, so nothing can be judged."""
    for look in evidence.looks:
        look["waits"] = True


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
    (another_one_is_said_to_pay, "a post lost, twice or out of order"),
    (the_end_is_told_wrongly, "a post lost, twice or out of order"),
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
    (a_cup_is_missing, "a card that is not the newest"),
    (a_door_is_held_for_shut, "a card that is not the newest"),
    (a_card_is_called_for, "a card that had to be called for"),
    (a_group_hears_of_a_lost_move, "a move lost or made twice"),
    (no_table_holds_still, "a table that is stuck"),
]
