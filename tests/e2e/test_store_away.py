"""A shared store fails in every way it can: no press is lost or counted twice, nothing is half written, nothing restarts."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.breaking import FAULTS, Case, Fault, full, killed, loading
from tests.e2e.readiness import readiness, until_ready
from tests.e2e.stage import Stage, evening, swift
from tests.e2e.test_workers import Posts
from tests.store.fleets import Member, alone
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message
from tgbot.store import keys
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis

OPENING = (4, 2, *(5, 3) * 1000)
"""Anna's 42, then Bert's 53: thrown at every try, for what was not stored was not thrown."""


async def asked(on: Stage, *, polling: bool = False) -> Message:
    """Play until Bert is asked whether he believes 42; returns his card."""
    running = await on.bot(chance=swift(ScriptedCup(OPENING)), polling=polling)
    on.address = f"http://127.0.0.1:{running.port}"
    await on.gather(2)
    await on.begin(*on.people)
    await on.announce(on.people[0], "42")
    card = await on.turn(on.people[1], "Glauben")
    await on.tg.until(lambda: _quiet(on), "nothing on its way")
    return card


async def _quiet(on: Stage) -> bool | None:
    return None if any("Ansagen" in label for card in await on.shown() for label in card.labels) else True


def state(server: Member, table: int) -> object:
    """Read the table's state as the server holds it."""
    return server.ask("HGET", keys.state(TableId(table)), "state")


async def refused(on: Stage) -> bool | None:
    """Whether Telegram has been told to come again."""
    return True if any(entry["status"] == 503 for entry in await on.tg.deliveries()) else None


async def one_move(on: Stage, query: str) -> None:
    """Bert's press was answered once and moved the game once; it goes on."""
    _, bert = on.people
    answer = await on.tg.answer(query, within=20)
    assert answer.count == 1
    assert "Du glaubst es" in answer.text
    await on.announce(bert, "53")
    await on.turn(on.people[0], "Glauben")


@pytest.mark.parametrize("case", FAULTS.values(), ids=FAULTS.keys())
async def test_a_press_while_the_store_is_away_takes_effect_once(tmp_path: Path, case: Case) -> None:
    """Telegram gets no 200 and comes again; readiness tells it; afterwards all goes on by itself."""
    with alone(tmp_path) as server:
        async with evening(tmp_path, store_url=server.url, refused=("not modified",)) as on:
            card = await asked(on)
            before = state(server, on.group.id)
            with case.fault(server):
                query = await on.tg.press(on.people[1], on.group, "Glauben", card.id)
                if case.refuses or case.silent:
                    assert await readiness(on) == 503
                    assert await on.tg.answers(query) == []
                if case.refuses:
                    await on.tg.until(lambda: refused(on), "a 503", 20)
                if case.reads:
                    assert state(server, on.group.id) == before
            await until_ready(on)
            await one_move(on, query)


async def test_while_it_is_full_nothing_is_half_written_and_telegram_is_told_when_to_come_again(tmp_path: Path) -> None:
    """F112: not one key changes; the 503 says after how long."""
    with alone(tmp_path) as server:
        async with evening(tmp_path, store_url=server.url) as on:
            card = await asked(on)
            with full(server):
                before = {key: server.ask("DUMP", key) for key in server.ask("KEYS", "mx:{p*:table:*")}
                query = await on.tg.press(on.people[1], on.group, "Glauben", card.id)
                await on.tg.until(lambda: refused(on), "a 503", 20)
                assert {key: server.ask("DUMP", key) for key in server.ask("KEYS", "mx:{p*:table:*")} == before
                assert await _retry_after(on) == "1"
            await one_move(on, query)


async def _retry_after(on: Stage) -> str | None:
    headers = {"X-Telegram-Bot-Api-Secret-Token": on.telegram._app.state.subscription.webhook.secret}
    update = {"update_id": 900_000_000, **(await on.tg.deliveries())[-1]["update"]}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{on.address}/telegram", json=update, headers=headers) as answer,
    ):
        assert answer.status == 503
        return answer.headers.get("Retry-After")


@pytest.mark.parametrize("fault", [full, killed], ids=["full", "killed"])
async def test_what_was_polled_is_kept_until_it_is_stored(tmp_path: Path, fault: Fault) -> None:
    """Without a webhook the offset does not move: the press comes again, and counts once."""
    with alone(tmp_path) as server:
        async with evening(tmp_path, store_url=server.url, refused=("not modified",)) as on:
            card = await asked(on, polling=True)
            with fault(server):
                query = await on.tg.press(on.people[1], on.group, "Glauben", card.id)
                await until_ready(on, ready=False)
                assert await on.tg.answers(query) == []
            await one_move(on, query)


async def test_two_hundred_presses_at_once_wait_for_a_connection(tmp_path: Path) -> None:
    """F120: each gets its answer, and the store sees no more connections than it should."""
    with alone(tmp_path) as server:
        async with evening(tmp_path, store_url=server.url) as on:
            await on.bot(chance=swift(ScriptedCup(OPENING)))
            await on.gather(2)
            lobby = await on.seat(*on.people)
            join = str(lobby.raw["keyboard"][0][0]["callback_data"])
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
                secret = on.telegram._app.state.subscription.webhook.secret
                posts = Posts((f"{on.address}/telegram",), secret, session)
                guests = [{"id": 7_600_000_000 + n, "is_bot": False, "first_name": f"Gast {n}"} for n in range(200)]
                toasts = await asyncio.gather(*(posts.press(0, guest, on.group.id, join) for guest in guests))
            assert len([toast for toast in toasts if toast]) == 200
            assert server.ask("INFO", "clients")["connected_clients"] <= 33  # and the one that asks


async def test_a_start_waits_while_the_store_loads(tmp_path: Path) -> None:
    """F111: it does not end and start again and again, but begins when the store is there."""
    with alone(tmp_path) as server:
        async with evening(tmp_path, store_url=server.url) as on:
            with loading(server):
                await on.bot(chance=swift(ScriptedCup(OPENING)))
                assert server.answers()
            await on.gather(2)
            await on.begin(*on.people)
