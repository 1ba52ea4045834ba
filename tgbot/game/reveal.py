"""The cup is lifted: a doubt, the end of a lap, or a top shown at the opening (`rules.md` §5, §6)."""

from tgbot.game.events import CupLifted, LapEnded, Reason, TopShown
from tgbot.game.handing import is_back, top_is_claimed
from tgbot.game.penalty import Due
from tgbot.game.rounds import end_round, end_round_paying
from tgbot.game.rules.next_opener import Opening, opening_after_payment, opening_after_show
from tgbot.game.rules.ranking import top
from tgbot.game.rules.top_costs import PLAIN_COST, doubt_cost
from tgbot.game.rules.top_rule import ends_lap
from tgbot.game.rules.truth import is_true
from tgbot.game.seats import active
from tgbot.game.state import Announcing, Answering
from tgbot.game.step import Step


def lift(game: Answering) -> Step:
    """Lift the cup: against the last announcer, or to end the lap of a top that came back."""
    if ends_lap(game.rules.top_rule, back=is_back(game)):
        return _end_lap(game)
    return _doubt(game)


def _doubt(game: Answering) -> Step:
    rules, claim = game.rules, game.round.chain[-1]
    true = is_true(rules.truth_rule, rules.ranking, claim=claim.value, actual=game.cup.roll)
    payer = game.holder if true else claim.player
    units = doubt_cost(
        top_claimed=top_is_claimed(game),
        true=true,
        top_true_cost=rules.top_true_cost,
        top_false_cost=rules.top_false_cost,
    )
    lifted = CupLifted(game.holder, claim.player, claim.value, game.cup.roll, true, game.round.chain)
    return end_round_paying(
        game,
        (lifted,),
        (Due(payer, units),),
        Reason.WRONG_DOUBT if true else Reason.CAUGHT,
        opening_after_payment(rules.next_opener, payer=payer, lifter=game.holder),
    )


def _end_lap(game: Answering) -> Step:
    true = game.cup.roll == top(game.rules.ranking)
    lifted = LapEnded(game.holder, game.cup.roll, true, game.round.chain)
    others = () if true else tuple(player for player in active(game.seats) if player != game.holder)
    # Never doubled, and the lifter opens whatever lay there: seed 002 has no doubling and names him (A6).
    dues = tuple(Due(player, PLAIN_COST) for player in others)
    return end_round_paying(game, (lifted,), dues, Reason.LAP, Opening(game.holder))


def show_top(game: Announcing) -> Step:
    """Show the opener's top; the round is over and nobody pays (seed 000)."""
    opening = opening_after_show(game.rules.no_loser_opener, opener=game.holder)
    return end_round(game, (TopShown(game.holder, game.cup.roll),), opening)
