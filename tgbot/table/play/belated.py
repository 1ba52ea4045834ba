"""A button of an earlier card, pressed before the newest one came or in spite of it: what helps who pressed it."""

from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering
from tgbot.table.clock.clockwork import step_of
from tgbot.table.news.replies import Barred
from tgbot.table.state.table import Table


def belated(table: Table, player: PlayerId, step: int) -> Barred:
    """Tell him that it is his turn and for what, or that what he pressed there counts; else that the button is old."""
    game = table.game
    if step < step_of(game)[1] and isinstance(game, Announcing | Answering) and game.holder == player:
        return Barred.CALL_NOW if isinstance(game, Announcing) else Barred.ANSWER_NOW
    return Barred.COUNTED if counted(table, player, step) else Barred.OLD_BUTTON


def counted(table: Table, player: PlayerId, step: int) -> bool:
    """Whether the newest turn came of this player's own press of a button of this step."""
    return table.mover == player and table.moved_from == step
