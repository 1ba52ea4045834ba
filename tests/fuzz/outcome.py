"""What a press must come to, computed by the page of Wirtshaus that the chaos run is judged by (`tests/chaos/model.py`).

It knows the Wirtshaus rules alone, and a table where everybody is there; what is beyond it, the oracle judges less closely.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.chaos.facts import facts
from tests.chaos.model import Game, Illegal
from tests.fuzz.parts import changed
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Answering, Lobby, Over
from tgbot.table.state.table import Table

_DATA = re.compile(r"([abdsSj])([1-6]*)\.(-?\w+)\.(\w+)\.(\w+)\.(\w+)", re.ASCII)
_KNOWN = (Lobby, Announcing, Answering)


def wrong(body: bytes, before: Table, after: Table) -> list[str] | None:
    """Name what is otherwise than the rules have it after a press; None where the model does not know."""
    query = json.loads(body).get("callback_query")
    data = query.get("data") if isinstance(query, dict) else None
    found = _DATA.fullmatch(data) if isinstance(data, str) else None
    if found is None or not _modelled(before) or not changed(before, after):
        return None
    action, value, _, _, number, step = found.groups()
    if action == "j" and not isinstance(before.game, Lobby):
        return None  # who sits down while others play waits for the next round
    game = Game(_limit(before) or 0)
    game.adopt({"asleep": False, **facts(before)})
    game.thrown = _thrown(before, after)
    try:
        game.press(query["from"]["id"], action, value or None, (int(number, 36), int(step, 36)))
    except Illegal as illegal:
        return [str(illegal)]
    except StopIteration:
        return ["something was not thrown"]
    return game.differs(facts(after))


def _thrown(before: Table, after: Table) -> Iterator[list[int]]:
    """Tell what was thrown: what lies there now, and before it one Mäxchen for each round more, shown at its opening."""
    was, now = facts(before), facts(after)
    shown = max(0, now.get("round", 0) - was.get("round", 0) - 1)
    dice = now.get("dice")
    return iter([*[[2, 1]] * shown, *([[int(digit) for digit in dice]] if dice else [])])


def _modelled(table: Table) -> bool:
    game = table.game
    if (
        not isinstance(game, _KNOWN)
        or table.muted_since is not None
        or table.asleep
        or table.paused
        or table.debts
        or table.fled
    ):
        return False
    if isinstance(game, Lobby):
        return _plain(game.rules) and table.vote is None
    present = all(seat.presence is Presence.PRESENT and not (seat.out or seat.waiting) for seat in game.seats)
    return present and _plain(game.rules)


def _plain(rules: HouseRules) -> bool:
    free = {
        name: getattr(HouseRules(), name)
        for name in ("limit", "disclose", "top_name", "odds_line", "turn_time", "min_players")
    }
    return rules.limit is not None and replace(rules, **free) == HouseRules()


def _limit(table: Table) -> Any:
    game = table.game
    assert game is not None
    assert not isinstance(game, Over)
    return game.rules.limit
