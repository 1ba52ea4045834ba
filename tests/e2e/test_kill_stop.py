"""Stopping as hosts do: what is at hand is finished, the rest waits in the store, and Telegram keeps the webhook."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.e2e.process import Home, alive, ended, home
from tests.e2e.test_kill_points import OPENING, OTHERS, before_the_reveal, lift, seen

pytestmark = pytest.mark.redis


async def stopped_well(place: Home, store: int) -> None:
    """Show that nothing was left behind, and that Telegram was told nothing."""
    assert await place.on.tg.calls("deleteWebhook") == []
    assert not alive(store)


async def test_a_stop_lets_the_call_at_hand_end(tmp_path: Path) -> None:
    """The post that is under way when the signal comes is noted as sent, so nobody has to repeat it."""
    async with home(tmp_path) as place:
        bot = await place.start(OPENING)
        await before_the_reveal(place)
        await place.on.tg.fault("delay", "sendMessage", chat_id=place.on.group.id, seconds=1.0)
        lifted_at = await lift(place)
        await place.on.tg.wait_for(place.on.group, "hebt den Becher")
        store = place.store_pid
        bot.terminate()
        assert await ended(bot) == 0
        await stopped_well(place, store)
        await place.start(OTHERS)

        chat = await seen(place, lifted_at)
        assert (len(chat.reveals), len(chat.repeated)) == (1, 0)


async def test_a_stop_lets_the_update_at_hand_end(tmp_path: Path) -> None:
    """The press that is being handled when the signal comes is answered, and need not be delivered again."""
    async with home(tmp_path) as place:
        bot = await place.start(OPENING, slow=0.4)
        await before_the_reveal(place)
        lifting = asyncio.create_task(lift(place))
        await place.on.tg.until(lambda: _under_way(place), "a delivery without an answer")
        bot.terminate()
        assert await ended(bot) == 0
        last = [entry["status"] for entry in await place.on.tg.deliveries()][-1]
        assert last == 200
        assert await place.on.tg.pending() == []
        await place.start(OTHERS)

        chat = await seen(place, await lifting)
        assert (len(chat.reveals), len(chat.repeated)) == (1, 0)


async def _under_way(place: Home) -> bool | None:
    entry = (await place.on.tg.deliveries())[-1]
    pressed = "Aufdecken" in str(entry["update"])
    return True if pressed and entry["status"] is None else None


@pytest.mark.parametrize("polling", [False, True], ids=["webhook", "polling"])
async def test_the_command_line_as_a_host_uses_it(tmp_path: Path, polling: bool) -> None:
    """Killed and started again it goes on; a second one is turned away; told to stop, it stops with its store."""
    async with home(tmp_path, polling=polling) as place:
        on, killed = place.on, place.cli().process
        await place.ready(killed)
        await on.gather(2)
        anna, bert = on.people
        await on.begin(anna, bert)
        before = await on.tap(anna, "Mein Wurf")
        killed.kill()
        assert await ended(killed) == -signal.SIGKILL
        query = await on.tg.press(anna, on.group, "Mein Wurf")

        bot = place.cli()
        await place.ready(bot.process)
        assert (await on.tg.answer(query, within=15)).text == before
        second = place.cli()
        assert await ended(second.process) == 1
        assert second.said == (
            f"Another bot is running with the data directory {place.data}; stop it or choose another.\n"
        )
        await on.announce(anna, "65")
        await on.tg.wait_button(on.group, "Glauben", within=15)

        store = place.store_pid
        bot.process.terminate()
        assert await ended(bot.process) == 0
        assert [line.partition("] ")[2].rstrip() for line in bot.said.splitlines()] == [
            "stopping the store of a bot that was killed [tgbot.store.embedded]"
        ]
        await stopped_well(place, store)
