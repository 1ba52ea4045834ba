"""Deadlines as the store holds them: a name within the partition, and `<game>:<step>|<moment>|<duration>`.

An evening's deadlines are no player's to miss: `@<evening>:0|...` is not begun anew after a gap, but comes late.

They are no JSON because scripts compare and move them.
"""

import re
from typing import Final

from tgbot.store import keys
from tgbot.table.clock.clockwork import NIGHTLY
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline, Due
from tgbot.table.ports.tables import NewerFormat

_VALUE: Final = re.compile(r"@?(\d+):(\d+)\|(\d+)\|\d+")
_KINDS: Final = {kind.value: kind for kind in Due}


def name(table: TableId, kind: Due) -> str:
    """Name a table's deadline of one kind."""
    return f"{keys.table_text(table)}|{kind.value}"


def step(deadline: Deadline) -> str:
    """Write what a deadline waits for; `@` before it marks one that stands at its moment, whoever was away meanwhile."""
    return f"{'@' if deadline.kind in NIGHTLY else ''}{deadline.game}:{deadline.step}"


def replacing(
    table: TableId, deadlines: tuple[Deadline, ...] | None, nights: tuple[Deadline, ...] | None = None
) -> tuple[str, ...]:
    """Write for `commit.lua` what becomes of the deadlines of a game, and of those of an evening; None: they stay."""
    games = tuple(kind for kind in Due if kind not in NIGHTLY)
    return (*_triples(table, deadlines, games), *_triples(table, nights, NIGHTLY))


def _triples(table: TableId, deadlines: tuple[Deadline, ...] | None, kinds: tuple[Due, ...]) -> tuple[str, ...]:
    if deadlines is None:
        return ()
    new = {deadline.kind: deadline for deadline in deadlines}
    triples: list[str] = []
    for kind in kinds:
        deadline = new.get(kind)
        triples += (name(table, kind), *(("", "") if deadline is None else (str(deadline.at), step(deadline))))
    return tuple(triples)


def parse(stored_name: str, value: str) -> tuple[TableId, Deadline]:
    """Read a deadline.

    Raises:
        NewerFormat: a newer release wrote it. It carries no number, so its kind and its shape tell.

    """
    table, _, kind = stored_name.partition("|")
    read = _VALUE.fullmatch(value)
    if read is None or kind not in _KINDS:
        raise NewerFormat("unknown kind of deadline")
    game, number, at = map(int, read.groups())
    return keys.parse_table(table), Deadline(_KINDS[kind], at, game, number)
