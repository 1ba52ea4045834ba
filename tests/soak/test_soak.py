"""Chats are opened, played in and abandoned: in the end the store and the worker are as they were before."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.soak import run
from tests.soak.report import leaks
from tests.soak.run import soak
from tgbot.bot.throttle import _Window
from tgbot.table.ports.counts import Doing

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(400)]

CHATS = 15
LIMITS = (Path(__file__).parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")


async def test_nothing_is_left_of_abandoned_chats(tmp_path: Path) -> None:
    """Turns run out, tables fall asleep, the evening ends, and a year and a bit later every key is gone."""
    report = await soak(CHATS, tmp_path)

    assert report.played is not None
    assert report.played.keys > CHATS * 20
    assert leaks(report) == [], str(report)
    assert documented() / 1.5 < report.by_table < documented() * 1.5, report.by_table


def documented() -> float:
    """Read how many bytes a table takes."""
    (kilobytes,) = re.findall(r"^\| a table of three that .* \| ([\d.]+) kB of the store \|$", LIMITS, re.MULTILINE)
    return float(kilobytes) * 1000


async def test_the_soak_sees_a_key_that_stays_and_a_table_that_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has no time to live, one in a dictionary nobody empties, and people whose presses are counted for ever."""
    monkeypatch.setattr("tgbot.store.keys.UPDATE_TTL", 10**9)
    monkeypatch.setattr(
        "tgbot.bot.rounds.Rounds._cancel_alarm", lambda self, table: self._alarms.setdefault(table, None)
    )
    monkeypatch.setattr("tgbot.bot.rounds.Rounds.finish", _finished)
    monkeypatch.setattr("tgbot.bot.throttle._Window", lambda: _Window(counts=Everlasting()))
    monkeypatch.setattr(run, "_MOVES", 6)

    found = leaks(await soak(3, tmp_path))

    assert [leak for leak in found if ":mark:" in leak]
    assert [leak for leak in found if leak.startswith("alarms: ")]
    assert [leak for leak in found if leak.startswith("pressing: ")]


class Everlasting(Counter[Doing]):
    """Counts that a new window does not forget."""

    def clear(self) -> None:
        """Keep them."""


async def _finished(*_: object) -> None:
    """Nobody waits for what was planted."""
