"""Tapes on which a cluster has forgotten a move that it answered: what befell its node excuses that, or does not."""

from functools import partial

from redis.crc import key_slot

from tests.chaos.spoiling import Fault, a_legal_move_is_refused
from tests.chaos.tape import Evidence
from tgbot.store import keys
from tgbot.table.identity import TableId

_LATER = 60.0  # seconds after all that the night had of its own


def _forgets(*harms: tuple[float, str], at: float = 0.0, copies: int = 0, elsewhere: bool = False) -> Fault:
    """Have a table's last move forgotten, so many seconds after a moment at which its node, or another, was harmed."""
    return partial(_forget, harms, at, copies, elsewhere)


def _forget(harms: tuple[tuple[float, str], ...], at: float, copies: int, elsewhere: bool, evidence: Evidence) -> None:
    end = next(look for look in evidence.looks if look["look"] == "over")
    made = [line for line in evidence.workers if line["do"] == "commit" and line["table"] == end["table"]]
    then, version = max(line["t"] for line in evidence.workers) + _LATER, end["version"]
    new = {"expected": version, "version": version + 1, "base": end["digest"], "digest": "forgotten", "mark": None}
    heard = {"do": "committed", "outcome": "DONE", "copies": copies}
    own = {"by": "worker-9-9", "n": 0, "t": then + at}
    evidence.workers += [made[-1] | new | own, heard | own]
    slot = key_slot(keys.state(TableId(end["table"])).encode())
    slots = (slot + 1, slot + 1) if elsewhere else (slot, slot)
    evidence.harms += [
        {"whom": "store", "what": what, "slots": slots, "t": then + after}
        for after, what in (*harms, (9.0, "continue"))
    ]


def _refused_upon_it(evidence: Evidence) -> None:
    """What did nothing then may be legal at the version that has its number now."""
    a_legal_move_is_refused(evidence)
    evidence.workers[-2]["base"] = "forgotten"


_KILL = (0.0, "kill")
_APART = (-1.0, "apart")
_RESTART = (0.0, "restart")
_STOP, _DEMOTED = (-3.0, "stop"), (1.0, "demoted")

EXCUSED: dict[str, Fault] = {
    "when its leader is killed": _forgets(_KILL),
    "while its replica was apart": _forgets(_APART, _KILL, at=-0.9),
    "when another leads after a restart": _forgets(_RESTART, _DEMOTED),
    "before a leader that hung knows that another leads": _forgets(_STOP, _DEMOTED, at=0.9),
    "and a press upon it": _refused_upon_it,
}
UNEXCUSED: dict[str, Fault] = {
    "when nothing happens": _forgets(),
    "when another node is killed": _forgets(_KILL, elsewhere=True),
    "which a replica had": _forgets(_APART, _KILL, copies=1),
    "before its replica is apart": _forgets(_APART, _KILL, at=-2.0),
    "after the kill": _forgets(_KILL, at=1.0),
    "when its leader is only started again": _forgets(_RESTART),
    "when its leader hangs and leads on": _forgets(_STOP),
    "when another node hangs": _forgets(_STOP, _DEMOTED, elsewhere=True),
    "after a leader that hung knows that another leads": _forgets(_STOP, _DEMOTED, at=2.0),
}
