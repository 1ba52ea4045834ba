"""A group in slow mode: whoever is no admin there, the bot like everybody else, pauses between two messages."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.turns import fresh, take
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json

pytestmark = pytest.mark.redis


@pytest.mark.parametrize(
    ("pause", "longest"), [(0.4, 8.0), (1.0, 0.2)], ids=["waited out in silence", "refused with a wait"]
)
async def test_in_slow_mode_every_card_comes_once_and_the_game_goes_on(
    tmp_path: Path, pause: float, longest: float
) -> None:
    """F59: Telegram sits short pauses out before it sends, and refuses longer ones: each is asked for once, and waited for."""
    async with evening(tmp_path, refused=("Too Many Requests",)) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 20)))
        await on.gather(3)
        on.group = await on.tg.group("Supergruppe", on.people, type="supergroup")
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        anna, bert, clara = on.people
        await on.begin(anna, bert, clara)
        opened = await on.turn(anna, "Ansagen")
        since = len(await _sent(on))
        await on.tg.limits(slow_longest=longest)
        await on.tg.change_chat(on.group, slow_mode=pause)

        await on.announce(anna, "53")
        asked = await fresh(on, bert, "Glauben", after=opened.id)
        assert "neu gewürfelt" in await take(on, bert, "Glauben", after=opened.id)
        await on.announce(bert, "54")
        await take(on, clara, "Aufdecken", after=asked.id)
        lifted = await on.tg.wait_for(on.group, "hebt den Becher")
        await fresh(on, bert, "Ansagen", after=lifted.id)

        calls = (await _sent(on))[since:]
        refused = [call for call in calls if call["status"] == 429]
        assert len(calls) - len(refused) == 4, "two cards, the lifted cup, and the next round's card"
        assert bool(refused) is (pause > longest)
        for call, later in pairwise(calls):
            assert call["status"] == 200 or later["at"] - call["at"] >= 1


async def _sent(on: Stage) -> list[Json]:
    return [call for call in await on.calls_to(on.group.id) if call["method"] == "sendMessage"]
