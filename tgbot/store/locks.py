"""A lock on a directory that the system releases when its holder dies."""

import fcntl
import os
from pathlib import Path


class Lock:
    """An exclusive lock on a file. It belongs to the open file, so a child that inherits the file holds it too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self) -> bool:
        """Take the lock; False while another process holds it."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        self._file = file
        return True

    def fileno(self) -> int:
        """Return the open file, to be passed on to a child."""
        assert self._file is not None, "the lock is taken"
        return self._file

    def close(self) -> None:
        """Close the file here; a child that inherited it goes on holding the lock."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def release(self) -> None:
        """Give the lock back, for children too."""
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)
            self.close()
