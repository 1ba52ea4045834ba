"""Backups as `docs/operate.md` makes them: while people play, back on the same machine, and on to another one."""

import gzip
import re
from pathlib import Path

import pytest

from tests.e2e.operating import Host, host, section
from tests.e2e.process import ROOT
from tests.e2e.stage import free_port
from tests.e2e.test_kill_points import before_the_reveal, lift, newer_card, times_up
from tests.store.servers import real_server
from tgbot.store.archive import Archive

pytestmark = pytest.mark.redis

HOUR = 3_600_000


def age(backup: Path, ms: int) -> None:
    """Let a backup have been made so long ago: every moment in it is earlier."""
    text = gzip.decompress(backup.read_bytes()).decode()
    aged = re.sub(r"(?<![\d-])1[789]\d{11}(?!\d)", lambda found: str(int(found[0]) - ms), text)
    backup.write_bytes(gzip.compress(aged.encode()))


async def backed_up(somebody: Host) -> Path:
    """Back up as the page says."""
    async with section(somebody, "Backup while people play") as todo:
        await todo.run()
    return somebody.place.folder / "friday.backup"


async def last(somebody: Host) -> int:
    """Tell the newest message of the group."""
    return (await somebody.place.on.shown())[-1].id


async def test_going_back_to_a_backup_made_while_people_played(tmp_path: Path) -> None:
    """The game is where it was: a fresh card at the bottom, the same dice under the cup, and whoever has a later button hears of it."""
    async with host(tmp_path) as somebody:
        on = somebody.place.on
        await before_the_reveal(somebody.place)
        backup = await backed_up(somebody)
        assert backup.stat().st_mode & 0o777 == 0o600
        anna, bert = on.people
        lifted_at = await lift(somebody.place)
        await newer_card(somebody.place, lifted_at, "Ansagen")
        later = await on.tg.wait_button(bert, "✔ 61")
        below = await last(somebody)

        async with section(somebody, "Going back to a backup") as todo:
            await todo.run()
            said = await todo.run()
            await todo.run()

        assert "1 old messages" not in said.errors
        assert "forgotten" in said.errors
        card = await newer_card(somebody.place, below, "Aufdecken")
        await on.tg.answer(await on.tg.press(bert, bert, "65", later.id))
        told = await on.tg.wait_for(on.group, "einen Zug zurück")
        card = await newer_card(somebody.place, max(card.id, told.id), "Aufdecken")
        await on.tg.answer(await on.tg.press(anna, on.group, "Aufdecken", card.id))
        await newer_card(somebody.place, card.id, "Ansagen")
        reveal = await on.tg.wait_for(on.group, "hebt den Becher")
        assert reveal.id > card.id
        assert "⚂⚀ 31" in reveal.text
        assert "(1 von 3)" in reveal.text


async def test_moving_to_another_machine(tmp_path: Path) -> None:
    """An hour later, elsewhere: what was to be told then is not told, and Bert, whose time was up long ago, has all of it."""
    async with host(tmp_path) as somebody:
        on = somebody.place.on
        await before_the_reveal(somebody.place)
        await on.tg.fault("flood", "sendMessage", chat_id=on.group.id, retry_after=3000)
        await lift(somebody.place)
        age(await backed_up(somebody), HOUR)
        await somebody.stop()
        await on.tg.heal()
        below = await last(somebody)
        somebody.place.port = free_port()
        address = f"http://127.0.0.1:{somebody.place.port}"
        somebody.write_settings(DATA_DIR="elsewhere", LISTEN_PORT=str(somebody.place.port), PUBLIC_URL=address)

        async with section(somebody, "Moving to another machine") as todo:
            said = await todo.run()
            await todo.run()

        assert "1 tables" in said.errors
        assert "1 old messages" in said.errors
        bert = on.people[1]
        await newer_card(somebody.place, below, "Ansagen")
        await on.announce(bert, "65")
        await newer_card(somebody.place, below, "Aufdecken")
        assert [message.text for message in await on.shown() if "hebt den Becher" in message.text] == []
        assert times_up(await on.shown()) == []


async def test_the_built_in_store_and_a_redis_and_back(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The same game, move after move, in one store after the other."""
    folder = tmp_path_factory.mktemp("r")
    with real_server(folder) as url:
        async with host(tmp_path) as somebody:
            on = somebody.place.on
            await on.gather(2)
            anna, bert = on.people
            await on.begin(anna, bert)
            await on.turn(anna, "Ansagen")
            below = await last(somebody)
            async with section(somebody, "From the built-in store to a Redis") as todo:
                await todo.run()
                await todo.run()
                somebody.write_settings(REDIS_URL=url)
                await todo.run_all()
            await newer_card(somebody.place, below, "Ansagen")
            await on.announce(anna, "42")
            await on.turn(bert, "Glauben")
            below = await last(somebody)

            async with section(somebody, "From a Redis to the built-in store") as todo:
                await todo.run()
                await todo.run()
                somebody.write_settings(without="REDIS_URL")
                await todo.run_all()
            card = await newer_card(somebody.place, below, "Aufdecken")
            await on.tg.answer(await on.tg.press(bert, on.group, "Aufdecken", card.id))
            reveal = await on.tg.wait_for(on.group, "hebt den Becher")
            assert "⚃⚁ 42" in reveal.text


COMPOSE = """#!/bin/sh
[ "$1 $2 $3 $4 $5" = "compose run --rm -T bot" ] && shift 5 && exec tgbot "$@"
"""
SYSTEMD_RUN = """#!/bin/sh
while [ "$1" != /opt/tgbot/.venv/bin/tgbot ]; do shift; done
shift; exec tgbot "$@"
"""


async def test_the_same_backup_whichever_way_the_bot_is_run(tmp_path: Path) -> None:
    """By compose and as the service's own user; nobody but the owner can read it."""
    async with host(tmp_path) as somebody:
        on = somebody.place.on
        await on.gather(2)
        await on.begin(*on.people)
        await on.turn(on.people[0], "Ansagen")
        somebody.put("docker", COMPOSE)
        somebody.put("systemd-run", SYSTEMD_RUN)
        async with section(somebody, "Backup by compose") as todo:
            line = todo.waiting.popleft()
            await somebody.run(f"{line}; {todo.waiting.popleft()}")
        await somebody.run(f"{ROOT}/deploy/as-service backup service.backup")

        files = [somebody.place.folder / f"{name}.backup" for name in ("friday", "service")]
        assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]
        tables = [
            {entry.key for entry in Archive.read(file.read_bytes()).entries() if ":table:" in entry.key}
            for file in files
        ]
        assert tables[0] == tables[1]
        assert len(tables[0]) == 3
