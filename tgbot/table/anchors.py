"""When a surface is sent anew at the bottom instead of being rewritten: when its anchor changes.

The card's anchor changes when the turn passes on, so that the next player's phone buzzes; believing keeps it.
"""

from tgbot.game.rules.players import FEWEST, enough
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Game, Lobby, Over, Rolling, Waiting
from tgbot.table.clock.clockwork import step_of
from tgbot.table.state.ballot import Ballot
from tgbot.table.state.boards import Menu, Sheet
from tgbot.table.state.debts import open_debt
from tgbot.table.state.table import Table


def card_anchor(table: Table) -> str:
    """Name the turn a card belongs to."""
    debt = open_debt(table.game, table.debts)
    turn = _turn(table) if debt is None else f"debt.{debt.number}"
    return f"{turn}/{table.repost}/{int(table.reminded)}{int(table.asleep)}{table.halts or ''}"


def turn_of(anchor: str) -> str:
    """Name the turn of an anchor, whatever the card was sent anew for since."""
    return anchor.partition("/")[0]


def of_game(anchor: str, number: int) -> bool:
    """Whether a card belongs to this game."""
    return anchor.startswith(f"{number}.")


def card_moment(table: Table) -> str:
    """Name what a card asks for. One that is rewritten and asks for the same need not be there at once.

    So it is with who has looked, who comes and goes, and applause: nobody needs that to move on.
    """
    debt = open_debt(table.game, table.debts)
    owed = "" if debt is None else f"{debt.number}{debt.task}"
    number, step = step_of(table.game)
    doors = f"{int(table.keyboard_open)}{int(table.doorbell is not None)}"
    return f"{number}.{step}/{doors}/{owed}/{_starts(table.game)}{'p' if table.paused else ''}"


def _starts(game: Game | None) -> int:
    """Tell which start a lobby offers: none, anyway, or as its rules have it."""
    if not isinstance(game, Lobby):
        return 0
    players = len(game.players)
    return (players >= FEWEST) + enough(players, game.rules.min_players)


def cup_anchor(table: Table, player: PlayerId) -> str | None:
    """Name the roll a private cup belongs to, or the question put to the claimer; None when there is neither."""
    match table.game:
        case Announcing(holder=holder) if holder == player:
            return _turn(table)
        case Answering(asked=True, round=playing) if playing.chain[-1].player == player:
            return f"{_turn(table)}.asked"
        case _:
            return None


def board_anchor(board: Menu | Sheet | Ballot | None) -> str | None:
    """Name a menu or sheet; None when it is closed."""
    return None if board is None else f"board.{board.number}"


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
