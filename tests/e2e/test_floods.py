"""People who press and type as fast as a script does: they get toasts, and nobody else waits for them."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, swift
from tests.telegram_client import Person
from tgbot.bot.throttle import Throttle
from tgbot.main import parts
from tgbot.table.limits import Rates

pytestmark = pytest.mark.redis

RATES = Rates()
SLOWLY = "Langsam"


@pytest.fixture(autouse=True)
def _one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all that happens in a test fall into one window, however long it takes."""
    monkeypatch.setattr(parts, "Throttle", partial(Throttle, now=lambda: 1_000.0))


async def toasts(on: Stage, queries: list[str]) -> list[str]:
    """Read the answers to presses; each has exactly one."""
    answers = [await on.tg.answer(query) for query in queries]
    assert {1} == {answer.count for answer in answers}
    return [answer.text for answer in answers]


async def flood(on: Stage, who: Person, label: str, times: int) -> list[str]:
    """Press one button very often, without waiting for an answer."""
    return list(await asyncio.gather(*(on.tg.press(who, on.group, label) for _ in range(times))))


async def test_f22_thirty_presses_of_mitspielen_seat_a_spectator_once(tmp_path: Path) -> None:
    """Toasts only, and at most one edit of the lobby."""
    async with evening(tmp_path) as on:
        await on.bot(chance=replace(swift(), rates=RATES))
        await on.gather(3)
        anna, bert, spectator = on.people
        await on.seat(anna, bert)
        await on.tg.quiet()
        before = len(await on.calls_to(on.group.id))

        said = await toasts(on, await flood(on, spectator, "Mitspielen", 30))
        await on.tg.wait_for(on.group, "(3)")

        assert len(await on.calls_to(on.group.id)) - before == 1
        lobby = (await on.shown())[-1]
        assert lobby.text.count("Clara") == 1
        assert sum("Du sitzt" in text or "dabei" in text for text in said) >= 1
        assert not [text for text in said if SLOWLY in text], "thirty are fewer than the rate allows"


async def test_a_flood_of_presses_is_slowed_and_the_others_play_on(tmp_path: Path) -> None:
    """The table does not even hear of them: its version stays, and the group sees no edit."""
    async with evening(tmp_path) as on:
        await on.bot(chance=replace(swift(RandomCup(5)), rates=RATES))
        await on.gather(4)
        anna, bert, clara, spectator = on.people
        await on.begin(anna, bert, clara)
        await on.turn(anna, "Ansagen")
        before = len(await on.calls_to(on.group.id))

        said = await toasts(on, await flood(on, spectator, "Ansagen", RATES.presses.most + 40))

        assert len(await on.calls_to(on.group.id)) <= before + 1, "at most the lobby's last words"
        assert sum(SLOWLY in text for text in said) == 40
        players = Players(on)
        await players.play(2)
        assert SLOWLY not in "".join(players.toasts)


async def test_a_flood_of_commands_is_ignored_without_a_word(tmp_path: Path) -> None:
    """So many are heard; of those the answers to everybody are rarer still."""
    async with evening(tmp_path) as on:
        await on.bot(chance=replace(swift(), rates=RATES))
        await on.gather(3)
        anna, bert, _ = on.people
        shown = len(await on.shown())
        for number in range(2 * RATES.words.most):
            await on.tg.say(anna, on.group, f"/rechner {31 + number % 2}")
        await on.tg.quiet()
        await on.tg.say(anna, on.group, "/neu")
        await on.tg.quiet()
        assert not [message for message in await on.shown() if "Mitspielen" in str(message.labels)]

        await on.tg.say(bert, on.group, "/neu")

        await on.tg.wait_button(on.group, "Mitspielen")
        assert len(await on.shown()) - shown <= 12


async def test_f90_a_flood_in_one_chat_delays_nobody_in_another(tmp_path: Path) -> None:
    """While one presses without a pause, another group plays whole rounds."""
    async with evening(tmp_path) as on:
        await on.bot(chance=replace(swift(RandomCup(9)), rates=RATES))
        await on.gather(4)
        anna, bert, clara, spectator = on.people
        here = on.group
        await on.begin(anna, bert, clara)
        await on.turn(anna, "Ansagen")
        there = await on.tg.group("Nachbartisch", [spectator])
        await on.tg.wait_button(there, "Tisch eröffnen")
        stop = asyncio.Event()

        async def press_on() -> list[str]:
            queries = []
            while not stop.is_set():
                queries.append(await on.tg.press(spectator, there, "Tisch eröffnen"))
            return queries

        pressing = asyncio.create_task(press_on())
        players = Players(on, group=here)
        await players.play(6)
        stop.set()
        queries = await pressing

        assert players.turns == 6
        assert SLOWLY not in "".join(players.toasts)
        assert len(queries) > RATES.presses.most
        assert [text for text in await toasts(on, queries) if SLOWLY in text]
