"""The four seeds as plain values (`rules.md` §1). Nothing in the engine asks which of them is played."""

from collections.abc import Mapping

from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.next_opener import NextOpener
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.penalty import PenaltyMode
from tgbot.game.rules.top_name import TopName
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.rules.truth import TruthRule

WIRTSHAUS = HouseRules()
"""Seed 000, Knobeln: the defaults."""

LIZUMO = HouseRules(
    top_rule=TopRule.ACCEPT_OR_DOUBT,
    top_false_cost=1,
    opening_top_show=OpeningTop.OFF,
    penalty_mode=PenaltyMode.LIVES,
    end_mode=EndMode.LAST_STANDING,
    min_players=2,
)
"""Seed 001, Lizumo."""

MAEXLE = HouseRules(
    pass_unseen=True,
    top_rule=TopRule.CIRCULATE_RETURN,
    top_false_cost=1,
    top_true_cost=1,
    opening_top_show=OpeningTop.OFF,
    penalty_mode=PenaltyMode.TOKENS,
    limit=6,
    end_mode=EndMode.LAST_STANDING,
    min_players=4,
    max_players=20,
    top_name=TopName.MAEXLE,
)
"""Seed 002, Mäxle."""

TRINKSPIEL = HouseRules(
    truth_rule=TruthRule.EXACT,
    opener_look=LookMode.OPTIONAL,
    follower_look=LookMode.OPTIONAL,
    second_roll=True,
    top_rule=TopRule.CIRCULATE_BEFORE,
    top_false_cost=1,
    top_true_cost=1,
    opening_top_show=OpeningTop.OFF,
    next_opener=NextOpener.DOUBTER,
    penalty_mode=PenaltyMode.POINTS,
    payment=Payment.SIPS,
    limit=None,
    end_mode=EndMode.OPEN,
    min_players=2,
)
"""Seed 003, Mäxchen-Spiel."""

PRESETS: Mapping[str, HouseRules] = {
    "wirtshaus": WIRTSHAUS,
    "lizumo": LIZUMO,
    "maexle": MAEXLE,
    "trinkspiel": TRINKSPIEL,
}
