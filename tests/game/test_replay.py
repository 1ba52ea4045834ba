"""The replay format (`rules.md` §11, `docs/replay.md`)."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tgbot.game.replay import replay, replayed

EXAMPLE: dict[str, Any] = {
    "settings": {"limit": 3},
    "players": ["a", "b", "c", "d"],
    "first": 0,
    "dice": [4, 2, 3, 1, 6, 4, 5, 2],
    "actions": [
        ["a", "roll", None],
        ["a", "announce", "42"],
        ["b", "believe", None],
        ["b", "announce", "53"],
        ["c", "believe", None],
        ["c", "announce", "64"],
        ["d", "believe", None],
        ["d", "announce", "64"],
        ["d", "announce", "66"],
        ["a", "doubt", None],
    ],
}


def last(record: dict[str, Any]) -> dict[str, Any]:
    """Give the last step of a replayed record."""
    return dict(replay(record)["steps"][-1])


def short(*actions: Any, dice: list[int] | None = None, **settings: object) -> dict[str, Any]:
    """Build a record of three players."""
    return {"settings": settings, "players": ["a", "b", "c"], "dice": dice or [4, 2], "actions": list(actions)}


def test_the_example_round() -> None:
    """Seed 000's example, with one refused action."""
    steps = replay(EXAMPLE)["steps"]

    assert len(steps) == len(EXAMPLE["actions"])
    assert [step["refused"] for step in steps if step["refused"]] == ["too_low"]
    assert steps[-1] == {
        "phase": "open",
        "round": 2,
        "holder": "d",
        "opener": "d",
        "claim": None,
        "claimer": None,
        "paid": {"a": 0, "b": 0, "c": 0, "d": 1},
        "active": ["a", "b", "c", "d"],
        "refused": None,
        "events": [
            {
                "type": "reveal",
                "player": "a",
                "claimer": "d",
                "claim": "66",
                "dice": "52",
                "true": False,
                "chain": [
                    {"player": player, "value": value, "how": "looked"}
                    for player, value in (("a", "42"), ("b", "53"), ("c", "64"), ("d", "66"))
                ],
            },
            {"type": "paid", "player": "d", "units": 1, "total": 1, "limit": 3, "reason": "caught"},
            {"type": "round_opened", "number": 2, "opener": "d"},
        ],
    }


def test_a_refused_action_leaves_state_and_dice() -> None:
    """The dice stay for the next throw, and none are needed to be refused."""
    record = short(["b", "roll"], ["a", "roll"], ["a", "announce", "42"], ["b", "roll"], ["b", "doubt"])
    steps = replay(record)["steps"]

    assert [step["refused"] for step in steps] == ["not_your_turn", None, None, "wrong_moment", None]
    assert steps[-1]["events"][0]["dice"] == "42"


def test_the_end_names_winners_and_losers() -> None:
    """`over` has no holder and no claim; all payments stay."""
    record = short(["a", "roll"], ["a", "announce", "43"], ["b", "doubt"], limit=1)

    assert replay(record)["winners"] == ["b", "c"]
    assert replay(record)["losers"] == ["a"]
    assert {
        "phase": "over",
        "holder": None,
        "claim": None,
        "claimer": None,
        "paid": {"a": 1, "b": 0, "c": 0},
    }.items() <= (last(record).items())
    assert last(record)["events"][-1] == {
        "type": "game_ended",
        "winners": ["b", "c"],
        "losers": ["a"],
        "tally": {"a": 1, "b": 0, "c": 0},
        "longest_chain": 1,
        "boldest": None,
        "stopped": False,
    }


def test_a_lap_and_a_show_are_reveals() -> None:
    """Hidden dice stand in `reveal` and `show` alone."""
    top = [["a", "roll"], ["a", "announce", "21"], ["b", "pass"], ["c", "pass", None], ["a", "doubt"]]
    lap = last(short(*top, top_rule="circulate_return"))["events"][0]
    shown = last(short(["a", "roll"], dice=[1, 2]))["events"][1]

    assert (lap["type"], lap["lap"], lap["dice"], lap["true"]) == ("reveal", True, "42", False)
    assert shown == {"type": "show", "player": "a", "dice": "21"}


@pytest.mark.parametrize(
    ("actions", "dice", "settings"),
    [
        (
            [["a", "look"], ["a", "reroll"], ["a", "announce", "31"]],
            [4, 2, 3, 1],
            {"second_roll": True, "opener_look": "optional"},
        ),
        ([["a", "announce", "21"], ["b", "push"], ["c", "doubt"]], [4, 2, 3, 1], {"top_rule": "blind_push"}),
        ([["a", "announce", "21"], ["b", "accept"]], [4, 2], {"top_rule": "accept_or_doubt"}),
        ([["a", "announce", "42"], ["b", "ask"], ["a", "repeat"]], [4, 2], {"repeat_penalty": True}),
        ([["a", "announce", "42"], ["b", "pass", "43"]], [4, 2], {"pass_unseen": True}),
        ([["a", "show"]], [2, 1], {"opening_top_show": "may"}),
        ([["a", "timeout"], ["b", "timeout"], ["b", "timeout"]], [4, 2, 3, 1], {}),
        ([["b", "away"], ["b", "back"], ["c", "leave"], ["c", "join"], ["d", "join"]], [4, 2], {}),
        ([["a", "announce", "421"]], [4, 2, 1], {"ranking": "schocken"}),
    ],
)
def test_every_action_is_understood(actions: list[list[Any]], dice: list[int], settings: dict[str, Any]) -> None:
    """No action of the format is refused where the rules have it."""
    steps = replay(short(["a", "roll"], *actions, dice=dice, **settings))["steps"]

    assert [None] * (len(actions) + 1) == [step["refused"] for step in steps]


@pytest.mark.parametrize("value", ["24", "99", "4", "", "421", None, 7])
def test_an_unreadable_announcement_is_refused(value: object) -> None:
    """It is the game that refuses it, in its usual order."""
    steps = replay(short(["a", "announce", value], ["a", "roll"], ["a", "announce", value]))["steps"]

    assert [step["refused"] for step in steps] == ["wrong_moment", None, "no_such_roll"]


@pytest.mark.parametrize(
    "settings",
    [
        {"penalty_mode": "drinks", "limit": None, "end_mode": "open"},
        {"penalty_mode": "tasks", "limit": None, "end_mode": "open"},
        {"second_roll": "off", "pass_unseen": "on", "max_players": None},
    ],
)
def test_older_words_are_understood(settings: dict[str, Any]) -> None:
    """`drinks` and `tasks` are points; `on` and `off` are booleans."""
    assert last(short(["a", "roll"], **settings))["refused"] is None


def test_two_players_may_replay_a_table_for_three() -> None:
    """A recorded game was played, whatever its minimum."""
    assert last({"players": ["a", "b"], "dice": [4, 2], "actions": [["a", "roll"]]})["phase"] == "rolled"


def test_waiting_is_told_as_an_opening() -> None:
    """The format has four phases: a game that waits for players is an opening its opener cannot make yet."""
    step = last(short(["a", "away"], ["b", "away"]))

    assert (step["phase"], step["active"]) == ("open", ["c"])
    assert step["holder"] == step["opener"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("oops", "line 1: no JSON, Expecting value at column 1"),
        ("[]", "line 1: a game is an object"),
        ({"settings": []}, "line 1: settings must be an object"),
        ({"settings": {"limits": 3}}, "line 1: settings: there is no limits"),
        ({"settings": {"limit": "3"}}, "line 1: settings: limit is a whole number or null"),
        ({"settings": {"top_true_cost": None}}, "line 1: settings: top_true_cost is a whole number"),
        ({"settings": {"pass_unseen": "yes"}}, "line 1: settings: pass_unseen is true or false"),
        ({"settings": {"raise_rule": "x"}}, "line 1: settings: raise_rule is one of higher, equal_ok"),
        ({"settings": {"limit": None}}, "line 1: settings: limit and end_mode cannot be so"),
        ({"settings": {"limit": 0}}, "line 1: settings: limit cannot be so"),
        ({"players": "ab"}, "line 1: players must be a list"),
        ({"players": ["a", "a"]}, "line 1: players must be different names"),
        ({"players": ["a"]}, "line 1: players: too_few"),
        ({"players": ["a", "b"], "first": 2}, "line 1: first is the place of a player, 0 to 1"),
        ({"players": ["a", "b"], "dice": [7]}, "line 1: dice must be a list of numbers from 1 to 6"),
        ({"players": ["a", "b"]}, "line 1: actions must be a list"),
        ({"players": ["a", "b"], "actions": ["a"]}, 'line 1: action 1: must be like ["a", "announce", "53"]'),
        ({"players": ["a", "b"], "actions": [["a", "roll"]]}, "line 1: action 1: the dice have run out"),
    ],
)
def test_faults_are_told_in_one_line(line: object, message: str) -> None:
    """Each names the place and what is expected there."""
    text = line if isinstance(line, str) else json.dumps(line)

    assert [{"error": message}] == list(replayed([text]))


def test_an_unknown_action_names_the_known_ones() -> None:
    """The message is the help."""
    (answer,) = replayed([json.dumps(short(["a", "fly", None]))])

    assert answer["error"].startswith("line 1: action 1: fly is none of roll, look, reroll, announce, show, believe,")


def test_one_bad_line_does_not_stop_the_others() -> None:
    """Lines are games of their own; blank ones are passed over."""
    answers = list(replayed(["\n", "oops\n", json.dumps(EXAMPLE) + "\n"]))

    assert [list(answer) for answer in answers] == [["error"], ["steps", "winners", "losers"]]


def test_the_command_line() -> None:
    """Games come in on standard input; the status says whether all could be played."""
    for text, status in ((json.dumps(EXAMPLE) + "\n", 0), ("oops\n", 1)):
        done = subprocess.run(
            [sys.executable, "-m", "tgbot.game.replay"], input=text, capture_output=True, text=True, check=False
        )

        assert (status, 1) == (done.returncode, done.stdout.count("\n"))


def test_the_example_in_the_documentation() -> None:
    """What `docs/replay.md` shows is what comes out, but for what it leaves out of the reveal."""
    text = (Path(__file__).parent.parent.parent / "docs" / "replay.md").read_text(encoding="utf-8")
    record, shown = (json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", text, flags=re.DOTALL))
    step = last(record)
    del step["events"][0]["chain"]

    assert shown == step
