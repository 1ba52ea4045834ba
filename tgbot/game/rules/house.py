"""The house rules of one table: every setting of `rules.md` §1 is a field here, under the same name.

The settings menu, the codec and the help page are derived from these fields; the defaults are seed 000.
"""

from dataclasses import dataclass

from tgbot.game.rules.disclose import Disclose
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.next_opener import NextOpener, NoLoserOpener
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.pass_unseen import PassUnseen
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.penalty import PenaltyMode
from tgbot.game.rules.players import FEWEST
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import Ranking
from tgbot.game.rules.repeat import RepeatPenalty
from tgbot.game.rules.second_roll import SecondRoll
from tgbot.game.rules.top_name import TopName
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.rules.truth import TruthRule
from tgbot.game.rules.turn_time import TurnTime


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """One value per setting, independent of each other but for `clash`.

    New fields go to the end and have a default, so that stored games and share codes keep their meaning. `odds_line`: a
    reveal is followed by the odds of what has just happened.
    """

    ranking: Ranking = Ranking.NORMAL
    raise_rule: RaiseRule = RaiseRule.HIGHER
    truth_rule: TruthRule = TruthRule.AT_LEAST
    opener_look: LookMode = LookMode.ALWAYS
    follower_look: LookMode = LookMode.ALWAYS
    second_roll: SecondRoll = False
    pass_unseen: PassUnseen = False
    top_rule: TopRule = TopRule.MUST_DOUBT
    top_last_auto: bool = False
    top_false_cost: int = 2
    top_true_cost: int = 2
    top_accept_cost: int = 1
    opening_top_show: OpeningTop = OpeningTop.AUTO
    next_opener: NextOpener = NextOpener.LOSER
    no_loser_opener: NoLoserOpener = NoLoserOpener.SAME
    penalty_mode: PenaltyMode = PenaltyMode.STROKES
    payment: Payment = Payment.NONE
    limit: int | None = 3
    end_mode: EndMode = EndMode.FIRST_LOSER
    repeat_penalty: RepeatPenalty = False
    min_players: int = 3
    max_players: int | None = None
    disclose: Disclose = Disclose.AFTER_GAME
    top_name: TopName = TopName.MAEXCHEN
    odds_line: bool = True
    turn_time: TurnTime = TurnTime.TWO_MINUTES


@dataclass(frozen=True, slots=True)
class Clash:
    """Two settings that contradict each other, by field name; `other` is None if one value is wrong by itself."""

    setting: str
    other: str | None = None


def clash(rules: HouseRules) -> Clash | None:
    """Name the first contradiction in these rules (`rules.md` §1 "Invalid combinations"), or None."""
    if rules.limit is None and rules.end_mode is not EndMode.OPEN:
        return Clash("limit", "end_mode")
    if rules.second_roll and LookMode.NEVER is rules.opener_look:
        return Clash("second_roll", "opener_look")
    if rules.second_roll and LookMode.NEVER is rules.follower_look:
        return Clash("second_roll", "follower_look")
    return _number_clash(rules)


def _number_clash(rules: HouseRules) -> Clash | None:
    least = {
        "top_false_cost": (rules.top_false_cost, 1),
        "top_true_cost": (rules.top_true_cost, 1),
        "top_accept_cost": (rules.top_accept_cost, 1),
        "limit": (rules.limit, 1),
        "min_players": (rules.min_players, FEWEST),
        "max_players": (rules.max_players, FEWEST),
    }
    for setting, (value, minimum) in least.items():
        if value is not None and value < minimum:
            return Clash(setting)
    if rules.max_players is not None and rules.max_players < rules.min_players:
        return Clash("min_players", "max_players")
    return None
