"""The evening's books: whatever is owed is paid in exactly one form (`design.md` §6, invariant 7)."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.table.state.evening import Evening, Form, Score


def begun(number: int, now: int) -> Evening:
    """Begin an evening."""
    return Evening(number=number, began_at=now, played_at=now)


def pay(evening: Evening, player: PlayerId, form: Form, units: int) -> Evening:
    """Book units a player has paid."""
    if not units:
        return evening
    score = next((score for score in evening.scores if score.player == player), Score(player=player))
    paid = dict(score.paid)
    paid[form] = paid.get(form, 0) + units
    booked = replace(score, paid=tuple(paid.items()))
    others = tuple(booked if known.player == player else known for known in evening.scores)
    known = any(known.player == player for known in evening.scores)
    return replace(evening, scores=others if known else (*evening.scores, booked))
