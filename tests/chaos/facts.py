"""What a table is, in the plain words of a tape: for the recorder in the worker, and for the last look at the store."""

from hashlib import blake2b
from typing import Any

from tests.chaos.tape import Line
from tgbot.game.state import Announcing, Answering, Lobby, Over, Playing
from tgbot.table.identity import Reach
from tgbot.table.intents.deadline import TimePassed
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import Commanded, Tapped
from tgbot.table.state.table import Table


def facts(table: Table) -> Line:
    """Say how a table's game stands, hidden dice included."""
    game = table.game
    told: Line = {"games": table.games, "phase": "" if game is None else type(game).__name__, "host": table.host}
    if isinstance(game, Lobby):
        return told | {"number": game.number, "step": 0, "players": list(game.players)}
    if not isinstance(game, Playing | Over):
        return told | {"number": table.games, "step": 0}
    return told | {
        "number": game.number,
        "step": game.step,
        "round": game.round.number,
        "players": [seat.player for seat in game.seats],
        "units": {str(seat.player): seat.units for seat in game.seats},
        "presence": {str(seat.player): seat.presence.value for seat in game.seats},
        "claims": [[said.player, str(said.value)] for said in game.round.chain],
        "holder": getattr(game, "holder", None),
        "dice": str(game.cup.roll) if isinstance(game, Announcing | Answering) else None,
        "asleep": table.asleep,
        "closed": [member.player for member in table.members if member.reach is Reach.CLOSED],
        "muted": table.muted_since is not None,
    }


def described(intent: Intent) -> Line:
    """Say what somebody, or time, wants of a table."""
    told: Line = {"kind": type(intent).__name__}
    match intent:
        case Tapped(tap=tap, who=who):
            value = None if tap.value is None else str(tap.value)
            return told | {
                "who": who.id,
                "action": tap.action.value,
                "value": value,
                "game": tap.game,
                "step": tap.step,
            }
        case Commanded(word=word, who=someone):
            return told | {"word": word.value, "who": None if someone is None else someone.id}
        case TimePassed(deadline=deadline):
            return told | {"due": deadline.kind.value, "game": deadline.game, "step": deadline.step}
        case _:
            return told


def digest(state: Any) -> str:
    """Name a stored state; "" for none."""
    return "" if state is None else blake2b(state, digest_size=8).hexdigest()
