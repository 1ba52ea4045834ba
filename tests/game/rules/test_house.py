"""House rules and presets (`docs/rules.md` R52, R53)."""

from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest

from tgbot.game.play import new_lobby
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import Clash, HouseRules, clash
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.presets import PRESETS

TABLE = """
ranking           normal      normal           normal            normal
raise_rule        higher      higher           higher            higher
truth_rule        at_least    at_least         at_least          exact
opener_look       always      always           always            optional
follower_look     always      always           always            optional
second_roll       False       False            False             True
pass_unseen       False       False            True              False
top_rule          must_doubt  accept_or_doubt  circulate_return  circulate_before
top_last_auto     False       False            False             False
top_false_cost    2           1                1                 1
top_true_cost     2           2                1                 1
top_accept_cost   1           1                1                 1
opening_top_show  auto        off              off               off
next_opener       loser       loser            loser             doubter
no_loser_opener   same        same             same              same
penalty_mode      strokes     lives            tokens            points
payment           none        none             none              sips
limit             3           3                6                 None
end_mode          first_loser last_standing    last_standing     open
repeat_penalty    False       False            False             False
min_players       3           2                4                 2
max_players       None        None             20                None
disclose          after_game  after_game       after_game        after_game
top_name          maexchen    maexchen         maexle            maexchen
odds_line         True        True             True              True
turn_time         120         120              120               120
"""
ROWS = {words[0]: words[1:] for words in map(str.split, TABLE.strip().splitlines())}


def test_r53_every_setting_of_the_table_is_a_field() -> None:
    """The first fields are the settings of `rules.md` §1, by name and in order; the table's manners come after them."""
    assert list(ROWS) == [part.name for part in fields(HouseRules)][: len(ROWS)]


@pytest.mark.parametrize("setting", ROWS)
def test_r53_presets_have_the_values_of_the_table(setting: str) -> None:
    """`rules.md` §1, column by column."""
    values = [getattr(rules, setting) for rules in PRESETS.values()]

    assert ROWS[setting] == [str(value.value if isinstance(value, Enum) else value) for value in values]


def test_r53_wirtshaus_is_the_default() -> None:
    """Whoever chooses nothing plays seed 000."""
    assert HouseRules() == PRESETS["wirtshaus"]
    assert list(PRESETS) == ["wirtshaus", "lizumo", "maexle", "trinkspiel"]


@pytest.mark.parametrize("preset", PRESETS)
def test_r52_presets_do_not_contradict_themselves(preset: str) -> None:
    """Each can be played as it stands."""
    assert clash(PRESETS[preset]) is None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"limit": None}, Clash("limit", "end_mode")),
        ({"limit": None, "end_mode": EndMode.LAST_STANDING}, Clash("limit", "end_mode")),
        ({"limit": None, "end_mode": EndMode.OPEN}, None),
        ({"second_roll": True, "opener_look": LookMode.NEVER}, Clash("second_roll", "opener_look")),
        ({"second_roll": True, "follower_look": LookMode.NEVER}, Clash("second_roll", "follower_look")),
        ({"second_roll": True, "follower_look": LookMode.OPTIONAL}, None),
        ({"top_false_cost": 0}, Clash("top_false_cost")),
        ({"top_true_cost": 0}, Clash("top_true_cost")),
        ({"top_accept_cost": -1}, Clash("top_accept_cost")),
        ({"limit": 0}, Clash("limit")),
        ({"min_players": 1}, Clash("min_players")),
        ({"max_players": 1}, Clash("max_players")),
        ({"min_players": 5, "max_players": 4}, Clash("min_players", "max_players")),
    ],
)
def test_r52_clashes(change: dict[str, Any], expected: Clash | None) -> None:
    """Contradictions are named by their settings."""
    assert expected == clash(replace(HouseRules(), **change))


def test_r52_no_table_opens_with_a_contradiction() -> None:
    """A lobby with such rules is a fault of the caller."""
    with pytest.raises(ValueError, match="limit, end_mode"):
        new_lobby(1, replace(HouseRules(), limit=None))
