"""A host with `docs/operate.md` open: its commands, run one after the other as they stand there."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from tests.e2e.launcher import command
from tests.e2e.process import FORKS, ROOT, Home, Run, ended, home

PAGE = ROOT / "docs" / "operate.md"
DICE = (4, 2, 3, 1, 6, 1, 5, 4, 5, 2, 6, 3, 4, 1, 6, 5, 3, 2) * 12
"""What is thrown, over and over: most rolls can be announced truly for a while."""

StandIn: TypeAlias = Callable[[list[str]], Awaitable[None]]

_ASKING = """#!{python} -SE
import json, os, socket, sys
name, words = os.path.basename(sys.argv[0]), sys.argv[1:]
if (name, words) == ("tgbot", ["run"]):
    os.execv({program!r}, [{program!r}, *words])
with socket.create_connection(("127.0.0.1", {port})) as line:
    line.sendall(json.dumps([name, *words]).encode() + b"\\n")
    code, said = json.loads(line.makefile().read())
for stream, file in enumerate(said, start=1):
    with open(file, "rb") as text:
        os.write(stream, text.read())
sys.exit(code)
"""
"""A program that this machine need not have, or whose start takes long: the test does what it would do."""


def sections() -> dict[str, tuple[str, ...]]:
    """List the page's commands under their headings, in order."""
    found: dict[str, tuple[str, ...]] = {}
    for part in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        blocks = re.findall(r"^```console\n(.*?)^```", part, flags=re.MULTILINE | re.DOTALL)
        found[part.partition("\n")[0]] = tuple(
            line.removeprefix("$ ") for block in blocks for line in block.splitlines()
        )
    return found


@dataclass(frozen=True, slots=True)
class Said:
    """What a command wrote."""

    output: str
    errors: str


@dataclass
class Host:
    """Somebody with a shell in the bot's folder, whose service is the bot of a `Home`.

    `how` is added to the start of the service. `stand_ins` do what programs do that this machine may not have.
    """

    place: Home
    settings: dict[str, str]
    how: dict[str, Any] = field(default_factory=dict)
    stand_ins: dict[str, StandIn] = field(default_factory=dict)
    service: "Run | None" = None

    def write_settings(self, without: str = "", **more: str) -> None:
        """Edit `.env`."""
        self.settings = {name: value for name, value in (self.settings | more).items() if name != without}
        text = "".join(f"{name}={value}\n" for name, value in self.settings.items())
        (self.place.folder / ".env").write_text(text, encoding="utf-8")

    async def systemctl(self, words: list[str]) -> None:
        """Stop, start or restart the service."""
        action, unit = words
        assert unit == "tgbot"
        if action in {"stop", "restart"}:
            await self.stop()
        if action in {"start", "restart"}:
            self.service = await self.place.start(DICE, **self.how)

    async def stop(self) -> None:
        """Stop the service as systemd does."""
        assert self.service is not None
        self.service.terminate()
        assert await ended(self.service) == 0

    async def run(self, line: str, *, code: int = 0) -> Said:
        """Run a line in a shell."""
        process = await asyncio.create_subprocess_exec(
            *("bash", "-c", line),
            cwd=self.place.folder,
            env=self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, errors = await process.communicate()
        said = Said(output.decode(errors="replace"), errors.decode(errors="replace"))
        assert process.returncode == code, f"{line!r} ended with {process.returncode}: {said}"
        return said

    @property
    def _environment(self) -> dict[str, str]:
        return {**self.place.environment, "PATH": f"{self.place.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Do what a program was asked to do that is not here."""
        name, *words = json.loads(await reader.readline())
        try:
            if name == "tgbot":
                said = await self.tgbot(words)
            else:
                await self.stand_ins[name](words)
                said = (0, ())
        except Exception as error:  # noqa: BLE001 -- the command has failed, and says why
            writer.write(json.dumps([repr(error), []]).encode())
        else:
            writer.write(json.dumps(said).encode())
        writer.close()

    async def tgbot(self, words: list[str]) -> tuple[int, tuple[str, ...]]:
        """Run the bot's program in a fork of one that has everything imported; returns its code and what it wrote."""
        process = FORKS.Process(target=command, args=(tuple(words), self.place.environment, self.place.folder))
        process.start()
        self.place.runs.append(process)
        return await ended(process), ("out", "err")

    def install(self, port: int) -> None:
        """Put the stand-ins where the shell finds them."""
        program = str(Path(sys.executable).with_name("tgbot"))
        for name in ("tgbot", *self.stand_ins):
            self.put(name, _ASKING.format(python=sys.executable, port=port, program=program))

    def put(self, name: str, text: str) -> None:
        """Put a program where the shell finds it."""
        program = self.place.folder / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)


@dataclass
class Section:
    """The commands of one section, still to be run."""

    host: Host
    waiting: deque[str]

    async def run(self, *, code: int = 0) -> Said:
        """Run the next one, which has to end with this code."""
        return await self.host.run(self.waiting.popleft(), code=code)

    async def run_all(self) -> None:
        """Run all that are left."""
        while self.waiting:
            await self.run()


@asynccontextmanager
async def section(host: Host, title: str) -> AsyncIterator[Section]:
    """Work through a section of the page, all of it."""
    todo = Section(host, deque(sections()[title]))
    yield todo
    assert not todo.waiting, f"not run: {list(todo.waiting)}"


@asynccontextmanager
async def host(
    folder: Path, *, polling: bool = False, stand_ins: Mapping[str, StandIn] | None = None, **how: Any
) -> AsyncIterator[Host]:
    """A machine with the bot as its service, and a host in front of it; the service runs."""
    async with home(folder, polling=polling) as place:
        settings = {name: value for name, value in place.environment.items() if name not in {"PATH", "PYTHONPATH"}} | {
            "DATA_DIR": "data"
        }
        somebody = Host(place, settings, how)
        somebody.stand_ins = {"systemctl": somebody.systemctl, **(stand_ins or {})}
        place.bare = True
        somebody.write_settings()
        async with await asyncio.start_server(somebody.answer, "127.0.0.1") as server:
            somebody.install(server.sockets[0].getsockname()[1])
            await somebody.systemctl(["start", "tgbot"])
            try:
                yield somebody
            finally:
                by_hand = folder / "tgbot.pid"  # a bot that was started in the background
                if by_hand.exists():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(int(by_hand.read_text()), signal.SIGKILL)
