"""What a game will be remembered for: the longest chain and the boldest bluff that was believed."""

from dataclasses import replace

from tgbot.game.rules.ranking import position
from tgbot.game.rules.truth import is_true
from tgbot.game.state import Announcement, Answering, Bluff, Highlights


def with_chain(highlights: Highlights, chain: tuple[Announcement, ...]) -> Highlights:
    """Remember the chain if it is the longest so far."""
    return replace(highlights, longest_chain=max(highlights.longest_chain, len(chain)))


def with_belief(game: Answering) -> Answering:
    """Remember the standing announcement if it is a lie, believed just now, and bolder than any before.

    Computed from the dice when the cup moves on, because afterwards nobody has them; told only when the game is over.
    """
    claim = game.round.chain[-1]
    rules, actual = game.rules, game.cup.roll
    if is_true(rules.truth_rule, rules.ranking, claim=claim.value, actual=actual):
        return game
    gap = abs(position(rules.ranking, claim.value) - position(rules.ranking, actual))
    bluff = Bluff(claim.player, claim.value, gap)
    return replace(game, highlights=_bolder(game.highlights, bluff))


def _bolder(highlights: Highlights, bluff: Bluff) -> Highlights:
    best = highlights.boldest
    return highlights if best is not None and best.gap >= bluff.gap else replace(highlights, boldest=bluff)
