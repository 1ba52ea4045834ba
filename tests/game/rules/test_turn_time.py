"""How long a turn may take: off, 30, 60, 120 seconds, or ten minutes."""

from dataclasses import replace

import pytest

from tgbot.game.rules.catalogue import BY_NAME, word_of
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.share import decode_rules, encode_rules
from tgbot.game.rules.turn_time import TurnTime, seconds

OF_AN_OLDER_RELEASE = "W0211324161748192B2C1K1N4P0Q2R0T5S"
"""Every other setting changed, written before there was a time to think."""


def test_the_five_choices_and_the_usual_one() -> None:
    """Two minutes unless the group wants it otherwise."""
    assert [seconds(choice) for choice in TurnTime] == [None, 30, 60, 120, 600]
    assert [word_of(choice) for choice in BY_NAME["turn_time"].choices] == ["off", "30", "60", "120", "cosy"]
    assert HouseRules().turn_time is TurnTime.TWO_MINUTES


@pytest.mark.parametrize("choice", TurnTime)
def test_a_share_code_carries_it(choice: TurnTime) -> None:
    """As every rule of the house."""
    rules = replace(HouseRules(), turn_time=choice)
    assert decode_rules(encode_rules(rules)) == rules


def test_a_code_of_an_older_release_brings_the_usual_time() -> None:
    """It names everything but what it did not know."""
    rules = decode_rules(OF_AN_OLDER_RELEASE)
    assert isinstance(rules, HouseRules)
    assert rules.turn_time is TurnTime.TWO_MINUTES
    assert rules.odds_line is False
