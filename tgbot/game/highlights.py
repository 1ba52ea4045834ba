"""What a game will be remembered for: the longest chain, the boldest bluff that was believed, and who believed how many."""

from dataclasses import replace

from tgbot.game.rules.ranking import position
from tgbot.game.rules.truth import is_true
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcement, Answering, Bluff, Highlights, Lies


def with_chain(highlights: Highlights, chain: tuple[Announcement, ...]) -> Highlights:
    """Remember the chain if it is the longest so far."""
    return replace(highlights, longest_chain=max(highlights.longest_chain, len(chain)))


def with_belief(game: Answering) -> Answering:
    """Remember the standing announcement if it is a lie, believed just now by the holder.

    Computed from the dice when the cup moves on, because afterwards nobody has them; told only when the game is over.
    """
    claim = game.round.chain[-1]
    rules, actual = game.rules, game.cup.roll
    if is_true(rules.truth_rule, rules.ranking, claim=claim.value, actual=actual):
        return game
    gap = abs(position(rules.ranking, claim.value) - position(rules.ranking, actual))
    bluff = Bluff(claim.player, claim.value, gap)
    lies = _counted(_counted(game.highlights.lies, claim.player, lived=1), game.holder, believed=1)
    return replace(game, highlights=replace(_bolder(game.highlights, bluff), lies=lies))


def _counted(lies: tuple[Lies, ...], player: PlayerId, *, lived: int = 0, believed: int = 0) -> tuple[Lies, ...]:
    known = next((count for count in lies if count.player == player), Lies(player))
    counted = replace(known, lived=known.lived + lived, believed=known.believed + believed)
    if known not in lies:
        return (*lies, counted)
    return tuple(counted if count is known else count for count in lies)


def _bolder(highlights: Highlights, bluff: Bluff) -> Highlights:
    best = highlights.boldest
    return highlights if best is not None and best.gap >= bluff.gap else replace(highlights, boldest=bluff)
