"""Whether a table says that a move is lost where somebody presses a button of it, and nowhere else."""

from collections.abc import Iterator

from tests.chaos.chain import Chain
from tests.chaos.tape import Line

_WORDS = "einen Zug zurück"
_LATELY = "Zuletzt:"
_OF_A_TURN = "bdakLrwPTucqQ"


def set_back(group: list[Line]) -> int:
    """Count how often a group was told that a move is lost."""
    return sum(call["done"] and _WORDS in str(call["text"]) and _LATELY not in call["text"] for call in group)


def check_setbacks(made: Chain, group: list[Line]) -> Iterator[str]:
    """Find what a table should have said of its lost moves and did not, or said of none."""
    if (told := set_back(group)) and not made.lost:
        yield f"the group was told {told} times that a move is lost, and none was"
    before: Line = {}
    for link in made.links:
        says = any("MoveLost" in items for _, items in link.line["posts"])
        if not says and _of_a_lost_move(link.line["intent"], before):
            yield f"version {link.version} was made by a button of a lost move, and does not say that one is lost"
        if says and not any(call["t"] >= link.at and _WORDS in str(call["text"]) for call in group):
            yield f"version {link.version} says that a move is lost, and the group was never told"
        before = link.line["facts"]


def _of_a_lost_move(intent: Line, before: Line) -> bool:
    """Whether a button belongs to a step that the table has yet to reach."""
    if intent["kind"] != "Tapped" or intent["action"] not in _OF_A_TURN or before.get("muted", True):
        return False
    ahead = intent["game"] == before["games"] and intent["step"] > before["step"]
    return ahead and intent["who"] in before["players"]
