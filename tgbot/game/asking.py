"""The trap "Was hast du gesagt?" (`rules.md` §6, A7; seed 003 variation 2)."""

from dataclasses import replace

from tgbot.game.events import Asked, Reason, Repeated, VoidReason
from tgbot.game.penalty import Due, book, ending
from tgbot.game.refusals import Refusal
from tgbot.game.rounds import void
from tgbot.game.rules.repeat import REPEAT_COST, refuse_ask, refuse_repeat
from tgbot.game.seats import PlayerId
from tgbot.game.state import Answering, Running
from tgbot.game.step import Outcome, Step


def ask(game: Answering) -> Outcome:
    """Ask the claimer to say it again; the turn stays where it is."""
    refusal = refuse_ask(allowed=game.rules.repeat_penalty, asked=game.asked)
    if refusal is not None:
        return refusal
    return Step(replace(game, asked=True), (Asked(game.holder, game.round.chain[-1].player),))


def repeat(game: Running, player: PlayerId) -> Outcome:
    """Say the value again and pay for it; the round goes on, unless that puts the claimer out."""
    is_claimer = isinstance(game, Answering) and game.round.chain[-1].player == player
    refusal = refuse_repeat(allowed=game.rules.repeat_penalty, is_claimer=is_claimer)
    if refusal is Refusal.NOT_THE_CLAIMER and not isinstance(game, Answering):
        return Refusal.WRONG_MOMENT
    if refusal is not None:
        return refusal
    assert isinstance(game, Answering)
    return _pay(game, player)


def _pay(game: Answering, player: PlayerId) -> Step:
    booked = book(game, (Due(player, REPEAT_COST),), Reason.REPEATED)
    events = (Repeated(player, game.round.chain[-1].value), *booked.events)
    ended = ending(booked.game, booked.fell)
    if ended is not None:
        return Step(ended.game, (*events, *ended.events))
    if booked.fell:
        return void(booked.game, events, player, VoidReason.OUT, opener=game.holder)
    return Step(booked.game, events)
