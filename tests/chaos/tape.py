"""What a run leaves behind: JSON lines, one file per witness, from which the checker judges and anybody can look again."""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import orjson

Line: TypeAlias = "dict[str, Any]"


@dataclass
class Tape:
    """One witness's lines. Each is written at once, so a witness that is killed has said all it knew."""

    path: Path
    _file: int = field(init=False)

    def __post_init__(self) -> None:
        self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(self, **facts: Any) -> None:
        """Write a line, dated in seconds by the one clock of this machine."""
        os.write(self._file, orjson.dumps({"t": time.time(), **facts}, option=orjson.OPT_NON_STR_KEYS) + b"\n")


@dataclass
class Evidence:
    """All tapes of a run. `workers` are their lines in the order of time; `by` names the process.

    `cards` are the moments at which players called for a card that did not come.
    """

    plan: Line
    workers: list[Line]
    calls: list[Line]
    taken: list[Line]
    harms: list[Line]
    looks: list[Line]
    cards: list[Line]

    @classmethod
    def read(cls, folder: Path) -> "Evidence":
        """Read what a run left in its folder."""
        tapes = {path.stem: _lines(path) for path in sorted(folder.glob("worker-*.jsonl"))}
        workers = [line | {"by": name} for name, lines in tapes.items() for line in lines]
        plan, *_ = _lines(folder / "plan.jsonl")
        kinds = ("calls", "taken", "harms", "looks", "cards")
        calls, taken, harms, looks, cards = (list(_lines(folder / f"{kind}.jsonl")) for kind in kinds)
        return cls(plan, sorted(workers, key=lambda line: float(line["t"])), calls, taken, harms, looks, cards)


def _lines(path: Path) -> Iterable[Line]:
    if not path.exists():
        return
    with path.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):  # who was killed in the middle of a word has not said it
                yield orjson.loads(line)
