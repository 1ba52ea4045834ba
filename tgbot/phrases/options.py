"""What the holder may do as far as everybody can tell: the buttons on the group's card."""

from tgbot.game.rules.look import LookMode, mode_for, refuse_look
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.ranking import top
from tgbot.game.rules.second_roll import refuse_reroll
from tgbot.game.rules.top_rule import TopAnswer, top_answers
from tgbot.game.seats import PlayerId, next_active
from tgbot.game.view import Move, Phase, View

_TOP_MOVES = {TopAnswer.ACCEPT: Move.ACCEPT, TopAnswer.PUSH: Move.PUSH, TopAnswer.PASS: Move.PASS_TOP}


def open_moves(view: View) -> frozenset[Move]:
    """List the holder's moves without his dice. `SHOW` is offered wherever it could be, or its button would tell."""
    match view.phase:
        case Phase.OPEN:
            return frozenset({Move.THROW})
        case Phase.ROLLED:
            return _with_own_cup(view)
        case Phase.RESPOND:
            return _with_handed_cup(view)
        case Phase.LOBBY | Phase.WAITING | Phase.OVER:
            return frozenset()


def look_mode(view: View) -> LookMode:
    """Tell how the roll of this turn may be seen."""
    return mode_for(opener=view.rules.opener_look, follower=view.rules.follower_look, opening=not view.chain)


def top_first(view: View) -> PlayerId | None:
    """Tell who was the first to announce the top; None while it has not been said."""
    highest = top(view.rules.ranking)
    return next((link.player for link in view.chain if link.value == highest), None)


def _with_own_cup(view: View) -> frozenset[Move]:
    rules, looked, rerolled = view.rules, view.looked, view.rerolled
    offered = {
        Move.ANNOUNCE: True,
        Move.LOOK: refuse_look(look_mode(view), looked=looked, rerolled=rerolled) is None,
        Move.REROLL: refuse_reroll(allowed=rules.second_roll, looked=looked, rerolled=rerolled) is None,
        Move.SHOW: rules.opening_top_show is OpeningTop.MAY and not view.chain and looked and not rerolled,
    }
    return frozenset(move for move, allowed in offered.items() if allowed)


def _with_handed_cup(view: View) -> frozenset[Move]:
    claimed = top_first(view) is not None
    offered = {
        Move.DOUBT: True,
        Move.BELIEVE: not claimed,
        Move.PASS: bool(view.announcements),
        Move.ASK: view.rules.repeat_penalty,
    }
    usual = frozenset(move for move, allowed in offered.items() if allowed)
    return usual | _top_moves(view) if claimed else usual


def _top_moves(view: View) -> frozenset[Move]:
    assert view.holder is not None
    first = top_first(view)
    back, last = view.holder == first, next_active(view.seats, view.holder) == first
    return frozenset(_TOP_MOVES[answer] for answer in top_answers(view.rules.top_rule, back=back, last=last))
