"""Upgrades as `docs/operate.md` makes them, the one version back that is always safe, and the two that are not."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.e2e.launcher import Death
from tests.e2e.operating import Host, host, section
from tests.e2e.process import ended
from tests.e2e.test_kill_points import before_the_reveal, lift, newer_card
from tests.telegram_client import Room
from tgbot.store import codec, keys
from tgbot.store.connection import connect
from tgbot.store.embedded_options import url_of
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis


async def test_a_game_outlives_the_upgrade_and_the_way_back(tmp_path: Path) -> None:
    """Nobody at the table notices either: what is written has the same format number."""
    done: list[str] = []

    async def note(words: list[str]) -> None:
        assert words[:2] == ["-C", "/opt/tgbot"]
        done.append(words[2])

    async with host(tmp_path, stand_ins={"git": note, "make": note}) as somebody:
        on = somebody.place.on
        await before_the_reveal(somebody.place)
        async with section(somebody, "Upgrading, and going back one version") as todo:
            for _ in range(4):
                await todo.run()
            assert done == ["pull", "install"]
            lifted_at = await lift(somebody.place)
            card = await newer_card(somebody.place, lifted_at, "Ansagen")
            await todo.run_all()
        assert done[2:] == ["checkout", "install"]
        assert (somebody.place.folder / "before.backup").stat().st_size > 0
        await on.announce(on.people[1], "65")
        await newer_card(somebody.place, card.id, "Aufdecken")


async def test_what_an_older_version_cannot_read_waits(tmp_path: Path) -> None:
    """That table's taps are put off with 503 and its partition is given up; the others play on, and so does it later."""
    newer = codec.FORMAT + 1
    async with host(tmp_path, format=newer, death=Death.COMMITTED) as somebody:
        on = somebody.place.on
        await before_the_reveal(somebody.place)
        somebody.place.armed.touch()
        lifted_at = await lift(somebody.place)
        assert somebody.service is not None
        assert await ended(somebody.service) == -signal.SIGKILL
        somebody.how = {"format": codec.FORMAT}
        await somebody.systemctl(["start", "tgbot"])
        await on.tg.until(lambda: _put_off(somebody), "a 503")

        other = await on.tg.group("Kegelclub", on.people)
        await on.tg.say(on.people[0], other, "/neu")
        await on.tg.wait_button(other, "Mitspielen")
        await _unserved(somebody, on.group)
        assert "newer_format" in somebody.place.log
        assert "hebt den Becher" not in str([message.text for message in await on.shown()])

        somebody.how = {"format": newer}
        await somebody.systemctl(["restart", "tgbot"])
        await newer_card(somebody.place, lifted_at, "Ansagen")
        assert len([message for message in await on.shown() if "hebt den Becher" in message.text]) == 1


async def _put_off(somebody: Host) -> bool | None:
    return True if 503 in [entry["status"] for entry in await somebody.place.on.tg.deliveries()] else None


async def _unserved(somebody: Host, group: Room) -> None:
    """Wait until nobody holds the lease of a group's partition, while others are held."""
    partition = keys.partition_of(TableId(group.id))
    async with connect(url_of(somebody.place.data), connections=1) as redis, asyncio.timeout(20):
        while await redis.exists(keys.lease(partition)):  # noqa: ASYNC110 -- another process gives it up
            await asyncio.sleep(0.05)
        assert await redis.exists(*map(keys.lease, range(keys.PARTITIONS))) >= keys.PARTITIONS // 2
