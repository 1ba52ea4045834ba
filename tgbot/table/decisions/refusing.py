"""What cannot be done is refused: nothing changes, and whoever pressed is told why."""

from typing import Final

from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.state import Announcing, Answering, Game, Over, Rolling
from tgbot.table.clock.clockwork import holder_of
from tgbot.table.decisions.decision import Decision
from tgbot.table.news.replies import Barred, Told
from tgbot.table.news.surfaces import Card
from tgbot.table.state.debts import open_debt
from tgbot.table.state.table import Table

_OF_A_GAME: Final = frozenset({Refusal.NOT_SEATED, Barred.NOT_AWAY, Barred.NO_ROLL, Barred.NOT_ASLEEP})
"""What is only said while there is a game to sit at."""
_STALE: Final = frozenset({Barred.OLD_BUTTON, Barred.OLD_GAME, Barred.ANSWER_NOW, Barred.CALL_NOW, Barred.COUNTED})
"""What is said of a button that stands on an earlier card: the newest may have been lost."""


def refused(table: Table, why: Refusal | Barred) -> Decision:
    """Change nothing and say why, naming whom the table waits for and what is to beat.

    Without a game nobody is helped by a seat, a turn or a pause: what works then is the next game.
    """
    if why in _OF_A_GAME and (table.game is None or isinstance(table.game, Over)):
        why = Barred.NO_TABLE if table.game is None else Refusal.GAME_OVER
    return Decision(table=table, reply=_told(table, why), dirty=(Card(),) if why in _STALE else ())


def _told(table: Table, why: Refusal | Barred) -> Told:
    debt = open_debt(table.game, table.debts)
    holder = holder_of(table.game) if debt is None else debt.player
    waited = table.host if why is Barred.NOT_HOST else holder
    if why is Barred.ANSWER_NOW and isinstance(table.game, Answering):
        waited = table.game.round.chain[-1].player
    member = None if waited is None else table.member(waited)
    count = table.game.rules.min_players if table.game is not None and why is Refusal.TOO_FEW else None
    name = None if member is None else member.name
    return Told(why, table.language, name=name, value=_bar(table.game), count=count, rules=table.in_force)


def _bar(game: Game | None) -> Roll | None:
    if not isinstance(game, Rolling | Announcing | Answering) or not game.round.chain:
        return None
    return game.round.chain[-1].value
