"""A store that has lost a move, as a failover may: what shows it, and why nothing of the lost move stays valid."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.game.state import Game, Lobby
from tgbot.table.clock.clockwork import step_of
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import repost
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.notices import MoveLost
from tgbot.table.news.replies import Barred
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table

_OF_A_TURN = frozenset(
    {
        Action.BELIEVE,
        Action.DOUBT,
        Action.ANNOUNCE,
        Action.KEYBOARD,
        Action.LOOK,
        Action.REROLL,
        Action.SHOW,
        Action.PASS,
        Action.PASS_TOP,
        Action.PUSH,
        Action.ACCEPT,
        Action.ASK,
        Action.REPEAT,
    }
)
"""Actions whose buttons carry the step of a turn."""


def dated(game: Game | None, age: int) -> Game | None:
    """Give a step that has just begun the game's age (ms) as its number, so that a move made anew is no lost one again.

    Else the buttons of the lost move would be good again, for other dice than they show.
    """
    return game if game is None or isinstance(game, Lobby) else replace(game, step=max(game.step, age))


def comes_from_a_lost_move(table: Table, player: PlayerId, tap: Tap) -> bool:
    """Whether a button belongs to a step this table has yet to reach: then the store has gone back in time."""
    ahead = tap.game == table.games and (tap.game, tap.step) > step_of(table.game)
    return ahead and tap.action in _OF_A_TURN and player in seated(table.game)


def go_on_from_here(table: Table, moment: Moment) -> Decision:
    """Say that a move is lost and show the card anew, but not again and again; what was pressed is an old button."""
    decision = repost(table, moment).replying(refused(table, Barred.OLD_BUTTON).reply)
    return decision if decision.table == table else decision.telling(MoveLost())
