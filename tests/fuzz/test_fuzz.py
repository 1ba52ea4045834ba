"""Malformed and hostile updates: no 5xx, no error in the log, no game changed by somebody who may not change it.

`make fuzz` sends a hundred thousand; here are as many as a few seconds allow, and what the harness must catch.
"""

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import orjson
import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, stage, swift
from tests.fuzz.hostility import Hostility, Request, keeps_groups_apart
from tests.fuzz.overture import overture
from tests.fuzz.parts import seats as seats_of
from tests.fuzz.record import CORPUS
from tests.fuzz.run import fuzz, people_of
from tests.telegram_client import Room
from tgbot.game.state import Announcing
from tgbot.table import decide, words
from tgbot.table.intents.taps import Action
from tgbot.table.people.standstill import pause
from tgbot.table.play import moves
from tgbot.web.app import SECRET_HEADER

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(400)]

SEED, UPDATES = 20_261_130, 2_000
OVER_HTTP = 240


async def test_hostile_updates_change_no_game_and_fell_nobody(tmp_path: Path) -> None:
    """People play on amid them, and every move of theirs counts."""
    report = await fuzz(SEED, UPDATES, tmp_path)

    assert report.updates >= UPDATES
    assert report.moves >= UPDATES // 8
    assert report.games > 2
    assert {200, 400, 401, 404, 405, 413} <= set(report.statuses)


async def test_the_harness_sees_a_missing_check_of_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses plays for who is on turn."""

    def as_if_on_turn(table: Any, who: Any, tap: Any, moment: Any) -> Any:
        holder = getattr(table.game, "holder", who.id)
        return moves.move(table, replace(who, id=holder), replace(tap, step=getattr(table.game, "step", 0)), moment)

    monkeypatch.setattr(decide, "move", as_if_on_turn)

    with pytest.raises(AssertionError, match=r"seed 1, after \d+ updates: b'"):
        await fuzz(1, 4_000, tmp_path)


async def test_the_harness_sees_a_wrong_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is on turn plays, and somebody who has nothing to do with it gets a stroke as well."""

    def unjustly(table: Any, who: Any, tap: Any, moment: Any) -> Any:
        decision = moves.move(table, who, tap, moment)
        game = decision.table.game
        if not isinstance(game, Announcing) or tap.action is not Action.BELIEVE:
            return decision
        seats = (replace(game.seats[0], units=game.seats[0].units + 1), *game.seats[1:])
        return replace(decision, table=replace(decision.table, game=replace(game, seats=seats)))

    monkeypatch.setattr(decide, "move", unjustly)

    with pytest.raises(AssertionError, match=r"units: .* instead of"):
        await fuzz(1, 4_000, tmp_path)


async def test_the_harness_sees_who_is_paused_by_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types `/pause`, the first seat is set aside."""

    def somebody(table: Any, who: Any, rest: str, moment: Any) -> Any:
        seated = seats_of(table)
        return pause(table, replace(who, id=seated[0]) if who and seated else who, rest, moment)

    monkeypatch.setattr(words, "pause", somebody)

    with pytest.raises(AssertionError, match=r"paused|breaks "):
        await fuzz(1, 4_000, tmp_path)


async def test_the_harness_sees_a_good_update_that_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it trips over a fault of ours, in the words that are meant for what nobody can read."""
    monkeypatch.setattr("tgbot.bot.messages._author", lambda message: message.no_such_thing)

    with pytest.raises(AssertionError, match="update_unreadable"):
        await fuzz(1, 4_000, tmp_path)


async def test_the_harness_sees_an_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that only a strange button brings about."""

    def trip(table: Any, tap: Any) -> Any:
        raise LookupError

    monkeypatch.setattr(decide, "turn_sheet", trip)

    with pytest.raises(AssertionError, match=r"503 to b'|LookupError"):
        await fuzz(1, 4_000, tmp_path)


async def test_the_harness_sees_what_delivery_trips_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The update was taken, and its card cannot be written."""

    async def trip(_: object) -> None:
        raise LookupError

    monkeypatch.setattr("tgbot.bot.delivery.courier.show_boards", trip)

    with pytest.raises(AssertionError, match="delivery_failed"):
        await fuzz(1, 4_000, tmp_path)


@asynccontextmanager
async def a_worker(folder: Path) -> AsyncIterator[tuple[Stage, str]]:
    """A worker over HTTP, at whose tables an evening has begun; and its secret."""
    async with stage(folder) as on:
        await on.bot(chance=swift(RandomCup(3)))
        await overture(on)
        webhook = on.telegram._app.state.subscription.webhook
        assert webhook is not None
        yield on, webhook.secret


async def test_a_worker_s_own_port_stands_it_too(tmp_path: Path) -> None:
    """Over TCP, with bodies that are promised and never come; then people play on as if nothing had been."""
    corpus = orjson.loads(CORPUS.read_bytes())
    hostility = Hostility(corpus, people_of(corpus), Random(SEED))  # noqa: S311 -- no secret
    async with a_worker(tmp_path) as (on, secret):
        address = str(on.address)
        async with aiohttp.ClientSession() as web:
            for _ in range(OVER_HTTP // 8):
                requests = [hostility.request([], set()) for _ in range(8)]
                statuses = await asyncio.gather(*(_sent(web, address, secret, request) for request in requests))
                assert [status for status in statuses if status >= 500] == [], requests
            await _broken_off(address, secret)
            metrics = await (await web.get(f"{address}/metrics")).text()
        people, group = on.people, await _untold(on, CORPUS.read_text(encoding="utf-8"))
        await on.tg.wait_button(group, "Tisch eröffnen")
        on.group = group
        await on.begin(*people[:3])
        players = Players(on, private=False)
        await players.play(3)

        assert players.turns == 3
        assert re.findall(r'tgbot_updates_total{.*outcome="(?:failed|parked)"} [1-9]', metrics) == []
        assert [refusal for refusal in await on.refused() if "parse entities" in refusal] == []


async def _untold(on: Stage, corpus: str) -> Room:
    """Open a group of which no hostile update has said that another one became it."""
    while str((group := await on.tg.group("Nachher", on.people)).id) in corpus:
        continue
    return group


async def _sent(web: aiohttp.ClientSession, address: str, secret: str, request: Request) -> int:
    given = secret.encode() if request.secret == b"" else request.secret
    headers = {} if given is None else {SECRET_HEADER: given.decode("utf-8", "surrogateescape")}
    try:
        async with web.request(
            request.method, address + request.path, data=io.BytesIO(request.body), headers=headers
        ) as answer:
            await answer.read()
            return answer.status
    except aiohttp.ClientError:
        return 0  # refused while the body was still on its way


async def _broken_off(address: str, secret: str) -> None:
    """Promise a body, send half of it, and hang up; say something that is no HTTP at all."""
    host, port = address.removeprefix("http://").split(":")
    head = f"POST /telegram HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {secret}\r\n"
    for raw in (
        f'{head}Content-Length: 999\r\n\r\n{{"update_id": 1',
        f"{head}Content-Length: -5\r\n\r\n",
        "\x16\x03\x01\x02",
    ):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(raw.encode("latin-1"))
        await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def test_no_two_groups_are_said_to_have_become_the_same() -> None:
    """Not by two updates that are sent at once either: a forged word of it is beyond what a bot could tell."""
    known = {-1}
    grown = [{"message": {"chat": {"id": group}, "migrate_to_chat_id": -5}} for group in (-2, -3)]
    assert [keeps_groups_apart(update, known) for update in grown] == [True, False]
    assert not keeps_groups_apart({"message": {"chat": {"id": -1}, "migrate_from_chat_id": -2}}, known)
