"""Seed 000's example round, played over HTTP: updates in, Bot API calls out, state in a real server."""

from pathlib import Path

import pytest

from tests.e2e.stage import stage
from tests.table.fakes import ScriptedCup

EXAMPLE = (4, 2, 3, 1, 6, 4, 5, 2, 6, 1)


@pytest.mark.redis
@pytest.mark.parametrize("polling", [False, True], ids=["webhook", "polling"])
async def test_anna_lifts_dieters_cup_and_dieter_pays_and_opens(tmp_path: Path, polling: bool) -> None:
    """Anna 42, Bert 53 over 31, Clara 64, Dieter 66 over 52: every message of the chat is as expected."""
    async with stage(tmp_path) as on:
        await on.bot(ScriptedCup(EXAMPLE), polling=polling)
        await on.gather(4)
        anna, bert, clara, dieter = on.people
        await on.begin(anna, bert, clara, dieter)
        await on.announce(anna, "42")
        for who, value in ((bert, "53"), (clara, "64"), (dieter, "66")):
            await on.tap(who, "Glauben")
            await on.announce(who, value)
        await on.tap(anna, "Aufdecken")

        reveal = await on.tg.wait_for(on.group, "hebt den Becher")
        assert "⚄⚁ 52" in reveal.text
        assert "Sechserpasch" in reveal.text
        assert "(1 von 3)" in reveal.text
        await on.announce(dieter, "61")
