"""Hidden dice reach nobody but their roller: a scan of all that is said, queued and logged during two hundred games."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.e2e.wild import found
from tests.e2e.wiretap import wiretapped
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.presets import LIZUMO, MAEXLE, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.ranking import Ranking

pytestmark = pytest.mark.redis

HOUSES = (
    WIRTSHAUS,
    replace(WIRTSHAUS, opening_top_show=OpeningTop.MAY),
    replace(WIRTSHAUS, ranking=Ranking.SCHOCKEN),
    LIZUMO,
    replace(MAEXLE, limit=2, min_players=3),
    replace(TRINKSPIEL, limit=3, end_mode=EndMode.FIRST_LOSER),
)
"""The rules of the tables, such that every game ends."""
TABLES = (*HOUSES, HOUSES[1], HOUSES[0], *HOUSES[-2:])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
async def test_twenty_five_random_games_tell_nobody_a_hidden_roll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """No roll anywhere but with its roller, and one keyboard for all rolls; five tables play at once."""
    random = Random(seed)  # noqa: S311 -- no secret
    async with wiretapped(tmp_path, monkeypatch, seed) as ears:
        groups = [await found(ears, rules, 3, random) for rules in TABLES[seed % 2 :: 2]]
        await asyncio.gather(*(group.play(5) for group in groups))
        await ears.read_metrics()

    assert ears.scan.leaks == []
    assert ears.scan.uneven_keyboards() == []
    least = {"group": 1000, "group button": 1000, "private": 500, "private button": 500, "answer": 500}
    assert {kind: ears.scan.read[kind] for kind, count in least.items() if ears.scan.read[kind] < count} == {}
    assert min(ears.scan.read[kind] for kind in ("queue", "webhook", "log", "metrics")) > 0
    assert ears.truth.thrown > 200
    compared = [rolls for shown in ears.scan.keyboards.values() for rolls in shown.values()]
    assert max(map(len, compared)) >= 5
