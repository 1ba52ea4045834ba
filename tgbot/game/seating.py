"""Coming and going while a game runs (`rules.md` §8 "Seats", A10)."""

from dataclasses import replace

from tgbot.game.departure import depart
from tgbot.game.events import CameBack, Event, Reason, SeatLeft, SeatTaken, VoidReason, WentAway
from tgbot.game.penalty import Due, book, ending
from tgbot.game.refusals import Refusal
from tgbot.game.rounds import open_round
from tgbot.game.rules.next_opener import Opening
from tgbot.game.rules.penalty import RETURN_COST, starting_units
from tgbot.game.rules.players import FEWEST, capacity
from tgbot.game.seats import PlayerId, Presence, Seat, find, put
from tgbot.game.state import Answering, Running, Waiting
from tgbot.game.step import Outcome, Step


def seated(game: Running, player: PlayerId) -> Seat | Refusal:
    """Find the seat of somebody who still plays, or tell why he does not."""
    seat = find(game.seats, player)
    if seat is None or seat.presence is Presence.LEFT:
        return Refusal.NOT_SEATED
    return Refusal.YOU_ARE_OUT if seat.out else seat


def join(game: Running, player: PlayerId, *, owing: bool = False) -> Outcome:
    """Take a seat from the next round on; who has been here before gets his own units back."""
    seat = find(game.seats, player)
    if seat is not None and seat.out:
        return Refusal.YOU_ARE_OUT
    if seat is not None and seat.presence is not Presence.LEFT:
        return Refusal.ALREADY_SEATED
    if sum(seat.presence is not Presence.LEFT for seat in game.seats) >= capacity(game.rules.max_players):
        return Refusal.TABLE_FULL
    return _latecomer(game, player, owing=owing) if seat is None else _returner(game, seat)


def leave(game: Running, player: PlayerId, *, owing: bool = False, sent: bool = False) -> Outcome:
    """Give the seat up; who leaves while liable, or while something is still to be paid, will owe a unit on return."""
    seat = find(game.seats, player)
    if seat is None or seat.presence is Presence.LEFT:
        return Refusal.NOT_SEATED
    liable = isinstance(game, Answering) and game.round.chain[-1].player == player
    gone = replace(seat, presence=Presence.LEFT, waiting=False, liable=(liable or owing) and not sent)
    return _departed(game, gone, SeatLeft(player), VoidReason.LEFT)


def step_away(game: Running, player: PlayerId) -> Outcome:
    """Pause: the seat is skipped and keeps its units."""
    seat = seated(game, player)
    if isinstance(seat, Refusal):
        return seat
    if seat.presence is Presence.AWAY:
        return Refusal.ALREADY_AWAY
    return _departed(game, replace(seat, presence=Presence.AWAY, waiting=False), WentAway(player), VoidReason.AWAY)


def come_back(game: Running, player: PlayerId) -> Outcome:
    """End a pause; the seat plays from the next round on."""
    seat = seated(game, player)
    if isinstance(seat, Refusal):
        return seat
    if seat.presence is not Presence.AWAY:
        return Refusal.NOT_AWAY
    seats = put(game.seats, replace(seat, presence=Presence.PRESENT, waiting=True))
    return _resumed(replace(game, seats=seats), (CameBack(player),))


def _departed(game: Running, seat: Seat, event: Event, reason: VoidReason) -> Step:
    step = depart(replace(game, seats=put(game.seats, seat)), seat.player, reason)
    return Step(step.game, (event, *step.events))


def _latecomer(game: Running, player: PlayerId, *, owing: bool) -> Step:
    highest = max((seat.units for seat in game.seats if seat.active), default=0)
    units = starting_units(highest=highest, limit=game.rules.limit)
    seats = (*game.seats, Seat(player, units=units, waiting=True))
    # He pays like everybody who has fled, but keeps one unit to lose: his coming must not end the others' game.
    cost = starting_units(highest=units + RETURN_COST, limit=game.rules.limit) - units if owing else 0
    return _taken(replace(game, seats=seats), SeatTaken(player, waiting=True, units=units), cost)


def _returner(game: Running, seat: Seat) -> Step:
    back = replace(seat, presence=Presence.PRESENT, waiting=True, liable=False)
    taken = SeatTaken(seat.player, waiting=True, units=seat.units)
    return _taken(replace(game, seats=put(game.seats, back)), taken, RETURN_COST if seat.liable else 0)


def _taken(game: Running, taken: SeatTaken, cost: int) -> Step:
    if not cost:
        return _resumed(game, (taken,))
    booked = book(game, (Due(taken.player, cost),), Reason.RETURNED)
    events = (taken, *booked.events)
    ended = ending(booked.game, booked.fell)
    return _resumed(booked.game, events) if ended is None else Step(ended.game, (*events, *ended.events))


def _resumed(game: Running, events: tuple[Event, ...]) -> Step:
    if not isinstance(game, Waiting) or sum(seat.ready for seat in game.seats) < FEWEST:
        return Step(game, events)
    opened = open_round(game, Opening(game.opener))
    return Step(opened.game, (*events, *opened.events))
