"""Upgrades as `docs/operate.md` makes them, the way back that keeps running games, and the one that has them wait.

A clone with two commits stands for the bot's folder, a later release made of the present one (`builds.py`) for the second.
"""

import asyncio
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.builds import MORE, Build
from tests.e2e.launcher import Death
from tests.e2e.operating import Host, host, section
from tests.e2e.process import ended
from tests.e2e.test_kill_points import before_the_reveal, lift, newer_card
from tests.telegram_client import Room
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.store.embedded_options import url_of
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis

GIT = """#!/bin/sh
[ "$1 $2" = "-C /opt/tgbot" ] || exit 64
shift 2
exec {git} -C {clone} "$@"
"""
HISTORY = """set -e
git init --quiet --initial-branch main origin
cd origin
git config user.name Host; git config user.email host@example.org
echo older > build; git add build; git commit --quiet --message Older
git clone --quiet . ../opt
echo later > build; git commit --quiet --all --message Later
"""


@dataclass
class Checkout:
    """A clone of a repository with a later release in it, in the place of `/opt/tgbot`; what is installed is started."""

    somebody: Host

    async def make_history(self) -> None:
        """Have the older release checked out, and the later one published."""
        git = shutil.which("git")
        assert git is not None
        await self.somebody.run(HISTORY)
        self.somebody.put("git", GIT.format(git=git, clone=self.somebody.place.folder / "opt"))

    @property
    def build(self) -> str:
        """What is checked out."""
        return (self.somebody.place.folder / "opt" / "build").read_text(encoding="utf-8").strip()

    def install(self) -> None:
        """Have the service started as what is checked out."""
        self.somebody.how = {"build": Build.FIELD if self.build == "later" else None}


async def test_a_game_outlives_the_upgrade_and_the_way_back(tmp_path: Path) -> None:
    """Nobody at the table notices either; what the later release alone knows of the table is gone after the next move."""

    async def make(words: list[str]) -> None:
        assert words == ["-C", "/opt/tgbot", "install"]
        checkout.install()

    async with host(tmp_path, stand_ins={"make": make}) as somebody:
        checkout, on = Checkout(somebody), somebody.place.on
        await checkout.make_history()
        await before_the_reveal(somebody.place)
        async with section(somebody, "Upgrading, and going back one version") as todo:
            for _ in range(5):
                await todo.run()
            assert checkout.build == "later"
            lifted_at = await lift(somebody.place)
            card = await newer_card(somebody.place, lifted_at, "Ansagen")
            assert MORE in await _state(somebody)
            await todo.run_all()
        assert checkout.build == "older"
        assert (somebody.place.folder / "before.backup").stat().st_size > 0
        await on.announce(on.people[1], "65")
        await newer_card(somebody.place, card.id, "Aufdecken")
        assert MORE not in await _state(somebody)


@pytest.mark.parametrize("build", [Build.NUMBER, Build.EVENT])
async def test_what_an_older_version_cannot_read_waits(tmp_path: Path, build: Build) -> None:
    """Its partition is given up, and taps that change that table are put off with 503; others play on, and so does it later."""
    async with host(tmp_path, build=build, death=Death.COMMITTED) as somebody:
        on = somebody.place.on
        await before_the_reveal(somebody.place)
        somebody.place.armed.touch()
        lifted_at = await lift(somebody.place)
        assert somebody.service is not None
        assert await ended(somebody.service) == -signal.SIGKILL
        somebody.how = {}
        await somebody.systemctl(["start", "tgbot"])
        if build is Build.NUMBER:
            await on.tg.until(lambda: _put_off(somebody), "a 503")

        other = await _in_another_partition(somebody)
        await on.tg.say(on.people[0], other, "/neu")
        await on.tg.wait_button(other, "Mitspielen")
        await _unserved(somebody, on.group)
        assert "newer_format" in somebody.place.log
        assert "failed" not in somebody.place.log
        assert "hebt den Becher" not in str([message.text for message in await on.shown()])

        somebody.how = {"build": build}
        await somebody.systemctl(["restart", "tgbot"])
        await newer_card(somebody.place, lifted_at, "Ansagen")
        assert len([message for message in await on.shown() if "hebt den Becher" in message.text]) == 1


async def _put_off(somebody: Host) -> bool | None:
    return True if 503 in [entry["status"] for entry in await somebody.place.on.tg.deliveries()] else None


async def _in_another_partition(somebody: Host) -> Room:
    """Open a group that shares no partition with the first; tables that do wait with it."""
    on = somebody.place.on
    first = keys.partition_of(TableId(on.group.id))
    while keys.partition_of(TableId((other := await on.tg.group("Kegelclub", on.people)).id)) == first:
        continue
    return other


async def _state(somebody: Host) -> str:
    """Read the table as it is stored."""
    async with connect(url_of(somebody.place.data), connections=1) as redis:
        return str(await redis.hget(keys.state(TableId(somebody.place.on.group.id)), "state"))


async def _unserved(somebody: Host, group: Room) -> None:
    """Wait until nobody holds the lease of a group's partition, while others are held."""
    partition = keys.partition_of(TableId(group.id))
    async with connect(url_of(somebody.place.data), connections=1) as redis, asyncio.timeout(20):
        while await redis.exists(keys.lease(partition)):  # noqa: ASYNC110 -- another process gives it up
            await asyncio.sleep(0.05)
        assert await redis.exists(*map(keys.lease, range(keys.PARTITIONS))) >= keys.PARTITIONS // 2
