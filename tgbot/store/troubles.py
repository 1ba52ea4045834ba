"""What keeps the embedded store from running: told when it begins, not again with every try."""

import logging
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

_STEADY: Final = 10.0  # seconds after which a server that runs is taken to be well
_AGAIN: Final = 1.0  # seconds before one that died soon after its start is started anew
_ROOM: Final = 1 << 20  # bytes without which a disk counts as full

FULL: Final = "the disk of DATA_DIR is full, so nothing can be stored: make room, and all goes on by itself"


@dataclass(slots=True)
class Troubles:
    """Counts the ends of a server, and logs each trouble once while it lasts."""

    folder: Path
    _told: str = ""
    _since: float = float("-inf")

    def started(self) -> None:
        """Note that the server answers."""
        self._since = time.monotonic()

    def ended(self, what: str) -> float:
        """Note that it has ended, or did not start; returns the seconds to wait before the next start."""
        steady = time.monotonic() - self._since > _STEADY
        trouble = FULL if _is_full(self.folder) else what
        if steady or trouble != self._told:
            _log.error(trouble)
        self._told = trouble
        self._since = time.monotonic()
        return 0.0 if steady else _AGAIN


def _is_full(folder: Path) -> bool:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < _ROOM
