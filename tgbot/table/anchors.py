"""When a surface is sent anew at the bottom instead of being rewritten: when its anchor changes.

The card's anchor changes when the turn passes on, so that the next player's phone buzzes; believing keeps it.
"""

from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Lobby, Over, Rolling, Waiting
from tgbot.table.table import Table


def card_anchor(table: Table) -> str:
    """Name the turn a card belongs to."""
    return f"{_turn(table)}/{table.repost}/{int(table.reminded)}{int(table.asleep)}"


def cup_anchor(table: Table, player: PlayerId) -> str | None:
    """Name the roll a private cup belongs to; None when the player holds no cup with dice."""
    match table.game:
        case Announcing(holder=holder) if holder == player:
            return _turn(table)
        case _:
            return None


def _turn(table: Table) -> str:
    match table.game:
        case None:
            return "none"
        case Lobby(number=number):
            return f"{number}.lobby"
        case Over(number=number):
            return f"{number}.over"
        case Waiting(number=number, round=playing):
            return f"{number}.{playing.number}.waiting"
        case (
            Rolling(number=number, round=playing, holder=holder)
            | Announcing(number=number, round=playing, holder=holder)
            | Answering(number=number, round=playing, holder=holder)
        ):
            return f"{number}.{playing.number}.{len(playing.chain)}.{holder}"
