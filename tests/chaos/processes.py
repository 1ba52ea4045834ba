"""The workers of a run, which can be killed, paused, and started again."""

import contextlib
import multiprocessing
import os
import signal
import socket
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.chaos.launcher import Launch, launch
from tests.chaos.plants import Plant

# A fork of one process that has everything imported starts within milliseconds; the bot's own imports take seconds.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.chaos.launcher"])


@dataclass
class Workers:
    """Workers on fixed ports, one process each at a time, which has a name of its own among all of a run."""

    environment: dict[str, str]
    folder: Path
    ports: list[int]
    seed: int
    plants: tuple[Plant, ...] = ()
    runs: dict[int, ForkServerProcess] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    started: int = 0

    def start(self, place: int) -> None:
        """Start the worker of a place; it comes up by itself."""
        self.started += 1
        name = self.names[place] = f"worker-{place}-{self.started}"
        environment = self.environment | {"LISTEN_PORT": str(self.ports[place])}
        how = Launch(environment, self.folder, name, self.seed, self.plants)
        self.runs[place] = _FORKS.Process(target=launch, args=(how,))
        self.runs[place].start()

    def signal(self, place: int, number: signal.Signals) -> None:
        """Kill, stop or continue a worker, if it runs."""
        process = self.runs[place]
        if process.pid is not None and process.is_alive():
            os.kill(process.pid, number)
        if number is signal.SIGKILL:
            process.join()

    def dead(self) -> list[int]:
        """List the places whose worker has ended."""
        return [place for place, process in self.runs.items() if not process.is_alive()]

    def end(self) -> None:
        """Leave nothing behind."""
        for place in self.runs:
            self.signal(place, signal.SIGKILL)


def free_ports(count: int) -> list[int]:
    """Find ports nobody listens on right now."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(probe.getsockname()[1]) for probe in probes]
