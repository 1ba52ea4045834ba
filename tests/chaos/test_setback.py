"""The checker notices where a table keeps quiet about a lost move."""

from typing import Any

from tests.chaos.chain import Chain, Commit
from tests.chaos.setback import check_setbacks
from tests.chaos.tape import Line

WORDS: Line = {"t": 9.0, "done": True, "text": "↩️ Wir sind einen Zug zurück: Da ist mir etwas verloren gegangen."}


def pressed(step: int, *posts: str, **facts: Any) -> list[Commit]:
    """Have somebody press a button of a step at a table that has come to the fifth."""
    there = {"games": 1, "step": 5, "players": [7], "muted": False} | facts
    tap = {"kind": "Tapped", "action": "b", "who": 7, "game": 1, "step": step}
    lines: list[Line] = [
        {"intent": {"kind": "TimePassed"}, "posts": [], "facts": there},
        {"intent": tap, "posts": [["p1", list(posts)]], "facts": there},
    ]
    return [Commit(line | {"t": 8.0, "version": number}, "DONE") for number, line in enumerate(lines, 2)]


def found(links: list[Commit], *group: Line, lost: bool = True) -> int:
    """Count the faults."""
    return len(list(check_setbacks(Chain(1, links, [], links[:1] if lost else []), list(group))))


def test_a_table_says_where_a_move_is_lost() -> None:
    """Whoever presses a button of a step to come is told, and so is the group; where nothing is lost, nobody is."""
    assert found(pressed(6, "MoveLost"), WORDS) == 0
    assert found(pressed(6)) == 1
    assert found(pressed(6, "MoveLost")) == 1
    assert found(pressed(6, "MoveLost"), WORDS | {"t": 7.0}) == 1
    assert found(pressed(6, "MoveLost"), WORDS, lost=False) == 1


def test_other_buttons_say_nothing_of_the_kind() -> None:
    """The card's own, an older one, a stranger's, and any at a table where the bot may not write."""
    assert found(pressed(5)) == 0
    assert found(pressed(4)) == 0
    assert found(pressed(6, players=[8])) == 0
    assert found(pressed(6, muted=True)) == 0
