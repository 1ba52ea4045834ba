"""Rounds: how the next one opens, and how one ends with a payment, without a loser, or void."""

from collections.abc import Sequence
from dataclasses import replace

from tgbot.game.events import Event, GameWaits, Reason, RoundOpened, RoundVoided, VoidReason
from tgbot.game.penalty import Due, book, ending
from tgbot.game.phases import rolling, waiting
from tgbot.game.rules.next_opener import Opening
from tgbot.game.rules.players import FEWEST
from tgbot.game.seats import PlayerId, Seat, clockwise
from tgbot.game.state import Playing
from tgbot.game.step import Step


def open_round(game: Playing, opening: Opening) -> Step:
    """Open the next round with everybody who is ready, or wait for them (`rules.md` §8 "Seats")."""
    if sum(seat.ready for seat in game.seats) < FEWEST:
        return Step(waiting(game, opener=_order(game.seats, opening)[0].player), (GameWaits(),))
    seats = tuple(replace(seat, waiting=False) if seat.ready else seat for seat in game.seats)
    opener = _first_ready(seats, opening)
    number = game.round.number + 1
    return Step(rolling(game, seats=seats, number=number, opener=opener), (RoundOpened(number, opener),))


def _first_ready(seats: tuple[Seat, ...], opening: Opening) -> PlayerId:
    return next(seat.player for seat in _order(seats, opening) if seat.ready)


def _order(seats: tuple[Seat, ...], opening: Opening) -> tuple[Seat, ...]:
    """List all seats in the order in which they are asked to open."""
    order = clockwise(seats, opening.player)
    return order if opening.after else (order[-1], *order[:-1])


def end_round(game: Playing, events: tuple[Event, ...], opening: Opening) -> Step:
    """End a round in which nobody pays."""
    return _then(events, open_round(game, opening))


def end_round_paying(
    game: Playing, events: tuple[Event, ...], dues: Sequence[Due], reason: Reason, opening: Opening
) -> Step:
    """End a round with a payment: book it, see whether the game is over, else open the next round."""
    booked = book(game, dues, reason)
    told = (*events, *booked.events)
    return _then(told, ending(booked.game, booked.fell) or open_round(booked.game, opening))


def void(game: Playing, events: tuple[Event, ...], culprit: PlayerId, reason: VoidReason, opener: PlayerId) -> Step:
    """End a round that nobody can be blamed for; the dice stay covered (A9)."""
    return end_round(game, (*events, RoundVoided(culprit, reason)), Opening(opener))


def _then(events: tuple[Event, ...], step: Step) -> Step:
    return Step(step.game, (*events, *step.events))
