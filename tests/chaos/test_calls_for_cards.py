"""What a card may keep people waiting for: harms, and the pauses the bot makes after answers that were lost in a row."""

import pytest

from tests.chaos.calls_for_cards import check_calls_for_cards
from tests.chaos.excuses import Harms
from tests.chaos.tape import Line

GROUP, PATIENCE, CALLED = -7, 12.0, 112.0


def call(at: float, harm: str | None = None) -> Line:
    """Send a card at a moment, which may be spoiled."""
    return {"t": at, "harm": harm, "done": harm is None, "why": None, "text": "", "method": "sendMessage"}


@pytest.mark.parametrize(
    ("calls", "faults"),
    [
        ([], 1),
        ([call(101, "silence")], 1),
        ([call(101, "silence"), call(102, "drop_before")], 0),
        ([call(101, "silence"), call(101.5), call(102, "drop_before")], 1),
        ([call(101, "flood"), call(102, "flood")], 1),
    ],
    ids=["nothing", "one lost answer", "two in a row", "two, but not in a row", "flood waits, which say how long"],
)
def test_what_keeps_a_card_away(calls: list[Line], faults: int) -> None:
    """Nothing else was harmed in the twelve seconds until somebody called for it."""
    card = {"t": CALLED, "table": GROUP, "people": [], "lost": PATIENCE}
    found = list(check_calls_for_cards([card], {str(GROUP): calls}, Harms.of([]), moves=1_000))
    assert len(found) == faults
