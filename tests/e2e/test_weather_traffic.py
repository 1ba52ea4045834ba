"""What lies between the bot and Telegram: floods, slowness, faults, several workers, and hours without any."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.clockwork import Time, long_ago, wind_up
from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, free_port, swift
from tests.e2e.test_kill_points import times_up
from tests.e2e.weather import asked, refusal, tried
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Room
from tgbot.demo.config import DemoConfig, FloodLimits
from tgbot.main.parts import Chance
from tgbot.main.serve import worker
from tgbot.store.budget import ALL, GROUP, PRIVATE, Window
from tgbot.store.connection import connect
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

HOUR = 3_600_000


async def test_growing_flood_waits_are_waited_out_by_all_workers_and_the_newest_card_comes_first(
    tmp_path: Path,
) -> None:
    """F56: one try per wait, however many workers there are; other chats do not notice."""
    async with evening(tmp_path, refused=("Too Many Requests",)) as on:
        chance = swift(ScriptedCup((5, 3) * 20))
        await on.bot(chance=chance)
        await on.bot(chance=swift(ScriptedCup((5, 3) * 20)), registers=False)
        await on.gather(3)
        await on.begin(*on.people)
        anna, bert, clara = on.people
        await on.announce(anna, "53")
        glance = await on.turn(bert, "Glauben")
        held, before = on.group, len(await tried(on, on.group.id))
        await on.tg.fault("flood", chat_id=held.id, retry_after=1, growth=2, times=2)
        await on.press(bert, "Glauben", glance.id)
        await on.announce(bert, "54")
        on.group = await on.tg.group("Andere Runde", on.people)
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        await on.seat(anna)
        on.group = held
        card = await on.turn(clara, "Glauben")
        calls = await tried(on, held.id, before)
        refused = [call for call in calls if call["status"] == 429]
        first = next(call for call in calls if call["status"] == 200)
        assert len(refused) == 2
        assert refused[1]["at"] - refused[0]["at"] >= 1
        assert first["at"] - refused[1]["at"] >= 2
        assert first["answer"]["result"]["message_id"] == card.id


async def test_an_answer_that_takes_long_makes_no_second_card_and_holds_up_no_other_chat(tmp_path: Path) -> None:
    """F59: Telegram waits in silence, delivers, and says so later."""
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        slow = on.group
        await on.tap(bert, "Glauben")
        await on.tg.fault("delay", "sendMessage", chat_id=slow.id, seconds=6.0)
        await on.announce(bert, "54")
        card = await on.turn(clara, "Glauben")
        on.group = await on.tg.group("Andere Runde", on.people)
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        held = next(call for call in await tried(on, slow.id) if "54" in call["params"]["text"])
        assert (await tried(on, on.group.id))[0]["at"] < held["at"] + 6
        on.group = slow
        await on.tap(clara, "Glauben")
        await on.turn(clara, "Ansagen")
        cards = [message for message in await on.shown() if "54" in message.text and message.id >= card.id]
        assert [message.id for message in cards] == [card.id]


def _unanswered(calls: list[Json]) -> list[Json]:
    return [call for call in calls if call["status"] is None]


async def test_a_press_is_answered_though_telegram_takes_no_calls(tmp_path: Path) -> None:
    """F69: the update waits for nothing but the store; it is delivered once, and moves once."""
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        await on.tg.fault("silence", "editMessageText", chat_id=on.group.id, seconds=60)
        assert "neu gewürfelt" in await on.tap(bert, "Glauben")
        await on.tg.until(lambda: _hangs(on), "a call without an answer")
        assert "Du bist dran: Was sagst du an?" in await on.press(bert, "Glauben")
        await on.announce(bert, "54")
        updates = [delivery["update"]["update_id"] for delivery in await on.tg.deliveries()]
        assert len(updates) == len(set(updates))
        assert _unanswered(await tried(on, on.group.id))
        await on.tg.reset_connections()
        await on.turn(clara, "Glauben", within=30)


async def _hangs(on: Stage) -> bool | None:
    return True if _unanswered(await tried(on, on.group.id)) else None


async def test_while_telegrams_server_restarts_the_game_waits_and_then_catches_up(tmp_path: Path) -> None:
    """F64: what it has certainly not done is done later, once."""
    async with evening(tmp_path, refused=("restart",)) as on:
        _, bert, clara = await asked(on)
        await on.tap(bert, "Glauben")
        await on.turn(bert, "Ansagen")
        restart = refusal(500, "Internal Server Error: restart")
        await on.tg.fault("error", "sendMessage", chat_id=on.group.id, error=restart, times=2)
        await on.announce(bert, "54")
        card = await on.turn(clara, "Glauben")
        assert [message.id for message in await on.shown() if "54" in message.text] == [card.id]


async def test_three_workers_let_one_deadline_pass_once_and_one_that_goes_takes_nothing_along(tmp_path: Path) -> None:
    """F80, F99: the webhook stays when a worker stops, and the others play on."""
    async with evening(tmp_path) as on:
        timing = Timing(half=HOUR, turn=1_500, grace=HOUR)
        await on.bot(chance=swift(ScriptedCup((5, 3) * 20), timing))
        await on.bot(chance=swift(ScriptedCup((5, 3) * 20), timing), registers=False)
        settings = on.settings(port=free_port(), public_url=on.address)
        async with worker(settings, swift(ScriptedCup((5, 3) * 20), timing)):
            await on.gather(3)
            await on.begin(*on.people)
            await on.tg.wait_for(on.group, "Dann springe ich ein.")
        assert await on.tg.calls("deleteWebhook") == []
        await on.tg.wait_for(on.group, "hebt den Becher")
        assert len(times_up(await on.shown())) == 1


async def test_after_hours_without_a_bot_every_game_goes_on_with_one_fresh_card(tmp_path: Path) -> None:
    """Nobody pays for a deadline that came meanwhile, and the cards come no faster than Telegram allows."""
    narrow = Window(2, 1_250)
    async with evening(tmp_path, refused=("setWebhook",)) as on:
        chance = replace(swift(ScriptedCup((5, 3) * 40)), everywhere=narrow)
        async with worker(on.settings(port=(port := free_port())), replace(chance, everywhere=ALL)):
            on.address = f"http://127.0.0.1:{port}"
            await on.gather(3)
            groups = [on.group]
            for number in range(3):
                groups.append(await on.tg.group(f"Runde {number}", on.people))
                await on.tg.wait_button(groups[-1], "Tisch eröffnen")
            for on.group in groups:
                await on.begin(*on.people)
                await on.turn(on.people[0], "Ansagen")
            await on.tg.wait_button(on.group, "Ansagen")
        before = {room.id: (await on.tg.messages(room))[-1].id for room in groups}
        async with connect(on.store_url, connections=1) as redis:
            await long_ago(redis, 6 * 3600)
        await on.tg.limits(overall_per_second=2)
        await on.bot(chance=chance)
        for on.group in groups:
            fresh = await on.tg.until(partial(_fresh, on, on.group, before[on.group.id]), "a fresh card")
            assert f"user?id={on.people[0].id}" in fresh
        for on.group in groups:
            newer = [message for message in await on.shown() if message.id > before[on.group.id]]
            assert len(newer) == 1
            assert times_up(newer) == []
        await on.tg.limits(unlimited=True)
        assert "53" in await on.tap(on.people[0], "Mein Wurf")


async def _fresh(on: Stage, room: Room, after: int) -> str | None:
    newest = (await on.tg.messages(room))[-1]
    return newest.html if newest.id > after else None


async def test_turns_of_eight_seconds_for_ten_minutes_draw_no_429(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under Telegram's own limits and the bot's own budget, shared by two workers; the store's clock is wound on."""
    wind_up(monkeypatch)
    async with evening(tmp_path, DemoConfig(retry_scale=0.02)) as on, connect(on.store_url) as redis:
        looks = swift()
        chance = Chance(
            RandomCup(8), group=GROUP, private=PRIVATE, everywhere=ALL, leases=looks.leases, sweep=looks.sweep
        )
        await on.bot(chance=chance)
        await on.bot(chance=replace(chance, cup=RandomCup(9)), registers=False)
        time = Time(on, redis)
        await on.gather(5)
        await _while(time, on.begin(*on.people))
        players, waits, turns = Players(on, seed=3), 0, 0
        while turns < 75:
            move = asyncio.ensure_future(players.play(moves=1, within=60))
            waits += await _while(time, move)
            turns += 1
            if any("Nochmal" in label for label in move.result().labels):
                await _while(time, _another_game(on, move.result().id))
            for _ in range(4):
                await time.passes(2.0)
                await asyncio.sleep(0.06)
        assert waits <= 2 * turns, "who sends too little draws no 429 either, and nobody plays turns of eight seconds"


async def test_private_chats_are_budgeted_across_the_tables_of_two_workers(tmp_path: Path) -> None:
    """The same three people at four tables, as fast as buttons appear: Telegram never says that it is too much."""
    limits = FloodLimits(group_per_minute=0, private_per_second=5.0, private_burst=5, overall_per_second=0)
    async with evening(tmp_path, DemoConfig(retry_scale=0.02, limits=limits)) as on:
        chance = replace(swift(RandomCup(6)), private=Window(5, 1_300))
        await on.bot(chance=chance)
        await on.bot(chance=replace(chance, cup=RandomCup(7)), registers=False)
        await on.gather(3)
        rooms = [await on.tg.group(f"Runde {number}", on.people) for number in range(4)]
        for on.group in rooms:
            await on.tg.wait_button(on.group, "Tisch eröffnen")
            await on.begin(*on.people)
        played = [Players(on, group=room, private=False, seed=number) for number, room in enumerate(rooms)]
        await asyncio.gather(*(players.play(moves=8) for players in played))
        private = [call for call in await on.tg.calls() if call["params"].get("chat_id") == str(on.people[0].id)]
        assert len(private) > 5


async def _another_game(on: Stage, after: int) -> None:
    await on.press(on.people[0], "Nochmal", after)

    async def lobby() -> int | None:
        newest = (await on.shown())[-1]
        return newest.id if newest.id > after and any("Los geht's" in label for label in newest.labels) else None

    await on.press(on.people[0], "Los geht's", await on.tg.until(lobby, "a lobby"))


async def _while(time: Time, doing: Awaitable[object]) -> int:
    """Let seconds pass until it is done; returns how many it took."""
    seconds = 0
    task = asyncio.ensure_future(doing)
    while True:
        done, _ = await asyncio.wait({task}, timeout=0.5)
        if done:
            task.result()
            return seconds
        seconds += 1
        await time.passes(1.0)
