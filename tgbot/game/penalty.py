"""Booking units: everything one event costs is paid at the same time, then tested (`rules.md` §7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from tgbot.game.events import Event, GameEnded, Paid, Reason, WentOut
from tgbot.game.phases import over
from tgbot.game.rules.end import Verdict, eliminates, verdict
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.penalty import is_out
from tgbot.game.seats import PlayerId, Seat
from tgbot.game.state import Playing
from tgbot.game.step import Step

_Game = TypeVar("_Game", bound=Playing)


@dataclass(frozen=True, slots=True)
class Due:
    """What one player owes."""

    player: PlayerId
    units: int


@dataclass(frozen=True, slots=True)
class Booked(Generic[_Game]):
    """The game after a payment; `fell` went out with it, in seat order."""

    game: _Game
    events: tuple[Event, ...]
    fell: tuple[PlayerId, ...]


def book(game: _Game, dues: Sequence[Due], reason: Reason) -> Booked[_Game]:
    """Charge all dues at once, in seat order, and mark who is out."""
    owed = {due.player: due.units for due in dues}
    seats = tuple(_charged(game.rules, seat, owed.get(seat.player, 0)) for seat in game.seats)
    paid = tuple(
        Paid(seat.player, owed[seat.player], seat.units, game.rules.limit, reason)
        for seat in seats
        if seat.player in owed
    )
    fell = tuple(seat.player for seat in seats if seat.player in owed and seat.out)
    return Booked(replace(game, seats=seats), (*paid, *map(WentOut, fell)), fell)


def _charged(rules: HouseRules, seat: Seat, units: int) -> Seat:
    total = seat.units + units
    falls = eliminates(rules.end_mode) and is_out(rules.penalty_mode, units=total, limit=rules.limit)
    return replace(seat, units=total, out=seat.out or (units > 0 and falls))


def ending(game: Playing, fell: tuple[PlayerId, ...] = ()) -> Step | None:
    """End the game if the rules say so, after `fell` went out or somebody left."""
    judged = verdict(game.rules.end_mode, game.seats, fell)
    return None if judged is None else end(game, judged)


def end(game: Playing, judged: Verdict, *, stopped: bool = False) -> Step:
    """End the game with this verdict."""
    done = over(game, judged)
    told = GameEnded(
        winners=judged.winners,
        losers=judged.losers,
        tally=tuple((seat.player, seat.units) for seat in done.seats),
        longest_chain=done.highlights.longest_chain,
        boldest=done.highlights.boldest,
        stopped=stopped,
    )
    return Step(done, (told,))
