"""What `docs/operate.md` says about settings that change: the token, and how updates come."""

import asyncio
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.operating import Host, host, section
from tests.e2e.process import ended
from tests.e2e.test_kill_points import before_the_reveal, lift, newer_card
from tgbot.demo.config import invent_token
from tgbot.main import WRONG_CONFIGURATION
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.store.embedded_options import url_of

pytestmark = pytest.mark.redis


async def health(somebody: Host) -> int:
    """Ask whether the bot is ready."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{somebody.place.port}/health/ready") as answer,
    ):
        return answer.status


async def until(somebody: Host, status: int) -> None:
    """Wait until readiness is told like this."""
    async with asyncio.timeout(20):
        while await health(somebody) != status:  # noqa: ASYNC110 -- it is another process that changes
            await asyncio.sleep(0.05)


async def unserved(somebody: Host) -> None:
    """Wait until no partition is served, so that no deadline runs."""
    async with connect(url_of(somebody.place.data), connections=1) as redis, asyncio.timeout(20):
        while await redis.exists(*map(keys.lease, range(keys.PARTITIONS))):  # noqa: ASYNC110 -- as above
            await asyncio.sleep(0.05)


def revoke(somebody: Host) -> str:
    """Give the bot another token, as @BotFather does; returns it."""
    token = invent_token()
    exchange(somebody, token)
    return token


def exchange(somebody: Host, token: str) -> None:
    """Let Telegram know this token alone."""
    world = somebody.place.on.telegram.world
    world.config = replace(world.config, token=token)


async def test_a_revoked_token_stops_everything_and_ends_nothing(tmp_path: Path) -> None:
    """One line in the log, no process that comes and goes; with the new token the reveal comes, once, and the game goes on."""
    async with host(tmp_path) as somebody:
        on = somebody.place.on
        await before_the_reveal(somebody.place)
        token = revoke(somebody)
        lifted_at = await lift(somebody.place)
        await until(somebody, 503)
        assert somebody.place.log.count("token_refused") == 1
        assert "@BotFather" in somebody.place.log

        assert "hebt den Becher" not in str([message.text for message in await on.shown()])
        await unserved(somebody)

        somebody.write_settings(TELEGRAM_BOT_TOKEN=token)
        async with section(somebody, "A token that was revoked") as todo:
            await todo.run()
            assert somebody.place.log.count("token_refused") == 1
            said = await todo.run()
        assert "token: belongs to @" in said.output
        await newer_card(somebody.place, lifted_at, "Ansagen")
        await on.tg.wait_button(on.people[1], "✔ 61")
        assert len([message for message in await on.shown() if "hebt den Becher" in message.text]) == 1


async def test_polling_then_a_webhook_then_polling(tmp_path: Path) -> None:
    """A tap made while the bot was stopped counts, whichever way it comes; a webhook left behind is named."""
    async with host(tmp_path, polling=True) as somebody:
        on = somebody.place.on
        await on.gather(2)
        anna, bert = on.people
        await on.begin(anna, bert)
        await on.announce(anna, "42")
        await on.turn(bert, "Glauben")
        somebody.write_settings(PUBLIC_URL=f"http://127.0.0.1:{somebody.place.port}")
        async with section(somebody, "From polling to a webhook") as todo:
            await todo.run()
            said = await todo.run()
        assert "/telegram" in said.output
        await on.tap(bert, "Glauben")
        await on.announce(bert, "53")
        card = await on.turn(anna, "Aufdecken")

        somebody.write_settings(without="PUBLIC_URL")
        async with section(somebody, "From a webhook to polling") as todo:
            await todo.run()
            query = await on.tg.press(anna, on.group, "Aufdecken", card.id)
            left = somebody.place.cli()
            assert await ended(left.process) == WRONG_CONFIGURATION
            assert "tgbot webhook delete" in left.said
            await todo.run()
            await todo.run()
        assert (await on.tg.answer(query)).count == 1
        reveal = await on.tg.wait_for(on.group, "hebt den Becher")
        assert "hebt den Becher: ⚃⚁ 42" in reveal.text  # the dice of a process begin anew
        await newer_card(somebody.place, card.id, "Ansagen")


async def test_another_bot_takes_the_games_over(tmp_path: Path) -> None:
    """Registered anew are the menus too: they belong to a bot."""
    async with host(tmp_path) as somebody:
        on = somebody.place.on
        await on.tg.until(lambda: _named(somebody, 6), "the menus")
        await somebody.stop()
        token = f"987654321:{revoke(somebody).partition(':')[2]}"
        exchange(somebody, token)
        somebody.write_settings(TELEGRAM_BOT_TOKEN=token)
        await somebody.systemctl(["start", "tgbot"])
        await on.tg.until(lambda: _named(somebody, 12), "the menus once more")


async def _named(somebody: Host, count: int) -> bool | None:
    return True if len(await somebody.place.on.tg.calls("setMyCommands")) >= count else None
