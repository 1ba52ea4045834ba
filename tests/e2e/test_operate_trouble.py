"""What `docs/operate.md` says about a disk that is full, and about a log that has grown."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.operating import host, section
from tests.e2e.process import alive
from tests.e2e.test_kill_points import before_the_reveal, newer_card
from tests.e2e.test_operate_settings import revoke, until
from tgbot.store.troubles import FULL

pytestmark = pytest.mark.redis


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a disk of four megabytes in the place of a folder."""
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)]
    if os.geteuid() or subprocess.run(mounting, check=False).returncode:
        pytest.skip("a small disk can be mounted by root alone")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk; returns the file that takes it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return filler


async def test_a_full_disk_holds_everything_up_and_loses_nothing(tmp_path: Path) -> None:
    """No answer while nothing can be stored; with room again the tap counts once, and nobody had to start anything."""
    with small_disk(tmp_path / "data"):
        async with host(tmp_path) as somebody:
            on = somebody.place.on
            await before_the_reveal(somebody.place)
            filler = fill(somebody.place.data)
            card = await on.turn(on.people[0], "Aufdecken")
            query = await on.tg.press(on.people[0], on.group, "Aufdecken", card.id)
            await until(somebody, 503)
            await written(somebody.place.folder / "log", FULL)
            async with section(somebody, "A full disk") as todo:
                assert "100%" in (await todo.run()).output
            assert await on.tg.answers(query) == []
            assert "hebt den Becher" not in str([message.text for message in await on.shown()])

            filler.unlink()
            assert (await on.tg.answer(query, within=30)).count == 1
            await newer_card(somebody.place, card.id, "Ansagen")
            reveals = [message.text for message in await on.shown() if "⚂⚀ 31" in message.text]
            assert len(reveals) == 1
            assert somebody.place.log.count(FULL) == 1
            await until(somebody, 200)


async def written(log: Path, text: str) -> None:
    """Wait for a line in a log."""
    async with asyncio.timeout(20):
        while text not in log.read_text():  # noqa: ASYNC110, ASYNC240 -- another process writes it
            await asyncio.sleep(0.05)


async def test_a_log_in_a_file_is_rotated_while_the_bot_runs(tmp_path: Path) -> None:
    """Old lines are in the copy, new ones begin at the top of the file, and none is broken."""
    async with host(tmp_path) as somebody:
        await somebody.stop()
        log = somebody.place.folder / "tgbot.log"
        async with section(somebody, "Logs") as todo:
            await todo.run()
            pid = int((somebody.place.folder / "tgbot.pid").read_text())
            await written(log, "introduced")
            await todo.run()
            revoke(somebody)
            on = somebody.place.on
            await on.tg.group("Stammtisch", [await on.tg.user("Anna")])
            await written(log, "token_refused")
            await todo.run()
            async with asyncio.timeout(20):
                while alive(pid):  # noqa: ASYNC110 -- as above
                    await asyncio.sleep(0.05)
        before, after = log.with_suffix(".log.1").read_text(), log.read_text()
        assert "introduced" in before
        assert "introduced" not in after
        assert [line[:4] for line in after.splitlines() if not line.startswith("20")] == []
