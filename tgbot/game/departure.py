"""What becomes of the round when a seat leaves or pauses (`rules.md` §8 "Leaving", A9)."""

from dataclasses import replace

from tgbot.game.events import VoidReason
from tgbot.game.handing import arrive, is_last_seat
from tgbot.game.penalty import ending
from tgbot.game.phases import Turn
from tgbot.game.rounds import void
from tgbot.game.rules.players import FEWEST
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.seats import PlayerId, active, next_active
from tgbot.game.state import Answering, Running, Waiting
from tgbot.game.step import Step


def depart(game: Running, player: PlayerId, reason: VoidReason) -> Step:
    """Go on without this player, whose seat is inactive already: the game, the round, or only its next one."""
    ended = ending(game)
    if ended is not None:
        return ended
    if isinstance(game, Waiting):
        return Step(game, ())
    if _breaks_round(game, player):
        # A holder who is gone himself is skipped when the round opens.
        return void(game, (), player, reason, opener=game.holder)
    if not isinstance(game, Answering):
        return Step(game, ())
    if player == game.holder:
        # The next receiver takes over the same claim and may ask again.
        game = replace(game, holder=next_active(game.seats, player), asked=False)
    return arrive(game)


def _breaks_round(game: Turn, player: PlayerId) -> bool:
    claimer = game.round.chain[-1].player if game.round.chain else None
    if player in (claimer, game.round.top_first) or len(active(game.seats)) < FEWEST:
        return True
    if not isinstance(game, Answering):
        return player == game.holder
    # With nobody left to take the top, it would reach its first announcer, who cannot answer himself.
    return player == game.holder and game.rules.top_rule is TopRule.CIRCULATE_BEFORE and is_last_seat(game)
