"""What the receiver does with a covered cup, besides lifting it (`rules.md` §4.3, §4.4, §5)."""

from tgbot.game.events import Accepted, Believed, Reason
from tgbot.game.handing import hand_on, is_back, is_last_seat, pay_for_top, top_is_claimed
from tgbot.game.highlights import with_belief
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.ranking import top
from tgbot.game.rules.top_rule import TopAnswer, TopRule, knows, top_answers
from tgbot.game.state import Announcement, Answering, Cup, How
from tgbot.game.step import Outcome, Step
from tgbot.game.turn import refuse_value, roll_of, throw_cup


def believe(game: Answering, dice: Dice) -> Outcome:
    """Believe and throw afresh; the old dice are never shown to anybody."""
    if top_is_claimed(game):
        return Refusal.WRONG_MOMENT if top_options(game) else Refusal.MUST_DOUBT
    return Step(throw_cup(with_belief(game), dice), (Believed(game.holder),))


def hand_on_unseen(game: Answering, value: Roll | None) -> Outcome:
    """Hand the same dice on: with a higher value, or the top again when the top goes round."""
    if top_is_claimed(game):
        refusal = _refuse_top(game, TopAnswer.PASS)
        value = value or top(game.rules.ranking)
    elif game.rules.pass_unseen:
        refusal = None
    else:
        refusal = Refusal.NOT_IN_THE_RULES
    if refusal is not None:
        return refusal
    if value is None:
        return Refusal.NO_SUCH_ROLL
    refusal = _refuse_said(game, value)
    return refusal or hand_on(with_belief(game), game.cup, Announcement(game.holder, value, How.PASSED))


def push(game: Answering, dice: Dice) -> Outcome:
    """Throw unseen and say the top again (seed 000 "blind weiterschieben")."""
    refusal = _refuse_top(game, TopAnswer.PUSH)
    if refusal is not None:
        return refusal
    cup = Cup(roll_of(game.rules, dice), game.holder)
    return hand_on(with_belief(game), cup, Announcement(game.holder, top(game.rules.ranking), How.PUSHED))


def accept(game: Answering) -> Outcome:
    """Pay for the announced top without lifting (seed 001; seed 003 for the last seat, A5)."""
    refusal = _refuse_top(game, TopAnswer.ACCEPT)
    if refusal is not None:
        return refusal
    last = game.rules.top_rule is TopRule.CIRCULATE_BEFORE
    paid = pay_for_top(with_belief(game), Reason.LAST_SEAT if last else Reason.ACCEPTED)
    return Step(paid.game, (Accepted(game.holder), *paid.events))


def top_options(game: Answering) -> frozenset[TopAnswer]:
    """List what the holder of an announced top may do besides lifting."""
    if not top_is_claimed(game):
        return frozenset()
    return top_answers(game.rules.top_rule, back=is_back(game), last=is_last_seat(game))


def _refuse_top(game: Answering, wish: TopAnswer) -> Refusal | None:
    options = top_options(game)
    if wish in options:
        return None
    if top_is_claimed(game) and not options:
        return Refusal.MUST_DOUBT
    if not knows(game.rules.top_rule, wish):
        return Refusal.NOT_IN_THE_RULES
    return Refusal.LAST_SEAT if top_is_claimed(game) and wish is TopAnswer.PASS else Refusal.WRONG_MOMENT


def _refuse_said(game: Answering, value: Roll) -> Refusal | None:
    if top_is_claimed(game):
        return None if value == top(game.rules.ranking) else Refusal.TOO_LOW
    return refuse_value(game, value)
