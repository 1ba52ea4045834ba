"""From one phase to the next: each carries over what every phase has, and adds its own.

`step` is not touched here; `play` raises it where the meaning of the buttons has changed.
"""

from typing import TypeAlias

from tgbot.game.rules.disclose import told_at_the_end
from tgbot.game.rules.end import Verdict
from tgbot.game.seats import PlayerId, Seat
from tgbot.game.state import (
    Announcing,
    Answering,
    Cup,
    Highlights,
    Over,
    Playing,
    Rolling,
    Round,
    Waiting,
)

Turn: TypeAlias = Rolling | Announcing | Answering
"""A phase in which somebody holds the cup."""


def rolling(game: Playing, *, seats: tuple[Seat, ...], number: int, opener: PlayerId) -> Rolling:
    """Open a round."""
    return Rolling(
        number=game.number,
        rules=game.rules,
        seats=seats,
        round=Round(number, opener),
        step=game.step,
        highlights=game.highlights,
        holder=opener,
    )


def announcing(game: Playing, *, cup: Cup) -> Announcing:
    """Put thrown dice before their roller."""
    return Announcing(
        number=game.number,
        rules=game.rules,
        seats=game.seats,
        round=game.round,
        step=game.step,
        highlights=game.highlights,
        holder=cup.roller,
        cup=cup,
    )


def answering(game: Playing, *, round_: Round, cup: Cup, holder: PlayerId) -> Answering:
    """Hand the covered cup to a receiver."""
    return Answering(
        number=game.number,
        rules=game.rules,
        seats=game.seats,
        round=round_,
        step=game.step,
        highlights=game.highlights,
        holder=holder,
        cup=cup,
    )


def waiting(game: Playing, *, opener: PlayerId) -> Waiting:
    """Stop the cup until enough seats are back; the dice that lay under it are forgotten."""
    return Waiting(
        number=game.number,
        rules=game.rules,
        seats=game.seats,
        round=game.round,
        step=game.step,
        highlights=game.highlights,
        opener=opener,
    )


def over(game: Playing, verdict: Verdict) -> Over:
    """End the game. Highlights that tell of covered dice are forgotten where the group wants that (`rules.md` §9)."""
    told = told_at_the_end(game.rules.disclose)
    return Over(
        number=game.number,
        rules=game.rules,
        seats=game.seats,
        round=game.round,
        step=game.step,
        winners=verdict.winners,
        losers=verdict.losers,
        highlights=game.highlights if told else Highlights(game.highlights.longest_chain),
    )
