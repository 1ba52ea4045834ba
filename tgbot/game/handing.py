"""An announcement is made and the cup goes on (`rules.md` §4.2, §5)."""

from dataclasses import replace

from tgbot.game.events import Announced, Reason
from tgbot.game.highlights import with_chain
from tgbot.game.penalty import Due
from tgbot.game.phases import Turn, answering
from tgbot.game.rounds import end_round_paying
from tgbot.game.rules.next_opener import opening_after_payment
from tgbot.game.rules.ranking import top
from tgbot.game.rules.top_rule import stops_at_last
from tgbot.game.seats import next_active
from tgbot.game.state import Announcement, Answering, Cup, Playing
from tgbot.game.step import Step


def hand_on(game: Turn, cup: Cup, said: Announcement) -> Step:
    """Say a value over a cup and hand it to the next active seat; who said it is liable from now on."""
    first = said.player if said.value == top(game.rules.ranking) else None
    round_ = replace(
        game.round,
        chain=(*game.round.chain, said),
        top_first=game.round.top_first or first,
    )
    to = next_active(game.seats, said.player)
    told = replace(game, highlights=with_chain(game.highlights, round_.chain))
    handed = answering(told, round_=round_, cup=cup, holder=to)
    arrived = arrive(handed)
    return Step(arrived.game, (Announced(said.player, said.value, said.how, to), *arrived.events))


def arrive(game: Answering) -> Step:
    """See whether the cup's mere presence ends the round (`top_last_auto`)."""
    rules = game.rules
    if not stops_at_last(rules.top_rule, auto=rules.top_last_auto, last=is_last_seat(game)):
        return Step(game, ())
    return pay_for_top(game, Reason.LAST_SEAT)


def pay_for_top(game: Answering, reason: Reason) -> Step:
    """Let the holder pay for an announced top that nobody lifts; the dice stay covered."""
    due = Due(game.holder, game.rules.top_accept_cost)
    opening = opening_after_payment(game.rules.next_opener, payer=game.holder, lifter=None)
    return end_round_paying(game, (), (due,), reason, opening)


def top_is_claimed(game: Playing) -> bool:
    """Tell whether the announcement that stands is the top."""
    return game.round.top_first is not None


def is_back(game: Answering) -> bool:
    """Tell whether the top has come back to who said it first."""
    return game.holder == game.round.top_first


def is_last_seat(game: Answering) -> bool:
    """Tell whether the holder sits directly before who said the top first."""
    return top_is_claimed(game) and next_active(game.seats, game.holder) == game.round.top_first
