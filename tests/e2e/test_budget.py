"""How many calls a game takes, and that Telegram never has to say that it is too much."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.house import walk
from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tgbot.demo.api import flood
from tgbot.demo.config import DemoConfig
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.share import encode_rules
from tgbot.main.parts import Chance
from tgbot.phrases.press import encode
from tgbot.store.budget import Window
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.clock.clockwork import step_of
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap

pytestmark = pytest.mark.redis

NEVER_STARTED = "initiate conversation"
SHORT = Window(8, 700, reserve=8)
"""A budget that is nearly spent as long as anybody plays: decoration waits until all of it is back."""


async def calls_per_turn(on: Stage, chance: Chance, count: int, *, private: bool = True) -> float:
    """Play a whole game and count the calls to the group from Los geht's to the game's end."""
    await on.bot(chance=chance)
    await on.gather(count, started=count if private else 0)
    await on.seat(*on.people)
    before = len(await on.calls_to(on.group.id))
    await on.press(on.people[0], "Trotzdem" if count == 2 else "Los geht's")
    players = Players(on, private=private)
    await players.play(within=10)
    per_turn = (len(await on.calls_to(on.group.id)) - before) / players.turns
    print(f"{count} players, private={private}: {per_turn:.2f} calls per turn in {players.turns} turns")  # noqa: T201
    return per_turn


@pytest.mark.parametrize("private", [True, False], ids=["private", "nobody ever started the bot"])
@pytest.mark.parametrize("count", [2, 4, 8])
async def test_a_turn_takes_at_most_three_calls_on_average(tmp_path: Path, count: int, private: bool) -> None:
    """With room for everything, old cards' closing lines included."""
    async with evening(tmp_path, refused=() if private else (NEVER_STARTED,)) as on:
        assert await calls_per_turn(on, swift(RandomCup(count)), count, private=private) <= 3


@pytest.mark.parametrize("count", [2, 4, 8])
async def test_a_turn_takes_at_most_two_calls_when_the_budget_runs_low(tmp_path: Path, count: int) -> None:
    """Only what moves the game is sent then."""
    async with evening(tmp_path) as on:
        assert await calls_per_turn(on, replace(swift(RandomCup(count)), group=SHORT), count) <= 2


@pytest.mark.parametrize("preset", ["maexle", "wirtshaus"])
async def test_a_turn_takes_two_calls_too_where_every_private_chat_is_shut(tmp_path: Path, preset: str) -> None:
    """All that a private chat would show is on the card then, and costs no more while the budget is low."""
    async with evening(tmp_path, refused=(NEVER_STARTED,)) as on:
        await on.bot(chance=replace(swift(RandomCup(5)), group=SHORT))
        await on.gather(5, started=0)
        anna = on.people[0]
        await on.seat(*on.people)
        if preset != "wirtshaus":
            await on.tg.say(anna, on.group, f"/hausordnung {encode_rules(PRESETS[preset])}")
            await walk(on, anna, "Übernehmen")
        before = len(await on.calls_to(on.group.id))
        await walk(on, anna, "Los geht's")
        players = Players(on, private=False)
        await players.play(moves=60, within=10)
        calls = (await on.calls_to(on.group.id))[before:]
        print(f"{preset}: {len(calls) / players.turns:.2f} calls per turn in {players.turns} turns")  # noqa: T201
        assert len(calls) <= 2 * players.turns


async def test_fast_play_never_draws_a_429(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty a minute and group, played as fast as buttons appear. The minute is five seconds, the margin stays one."""
    monkeypatch.setattr(flood, "_MINUTE", 5.0)
    async with evening(tmp_path, DemoConfig(retry_scale=0.02)) as on:
        looks = swift()
        chance = Chance(RandomCup(8), group=Window(20, 6_000, reserve=7), leases=looks.leases, sweep=looks.sweep)
        await on.bot(chance=chance)
        await on.gather(8)
        await on.begin(*on.people)
        players = Players(on)
        while len(await on.calls_to(on.group.id)) < 40:
            await players.play(moves=1, within=10)


async def unseen_button(on: Stage, table: TableId, action: Action) -> str:
    """Make the button of a card that Telegram has not let through."""
    async with connect(on.store_url, connections=1) as redis:
        stored = (await RedisTables(redis).load(table)).table
    assert stored is not None
    return encode(Tap(table, stored.games, step_of(stored.game)[1], action))


async def test_a_429_holds_one_chat_alone_and_afterwards_the_newest_card_comes_first(tmp_path: Path) -> None:
    """Other groups and private chats play on; what happened meanwhile makes one card."""
    async with evening(tmp_path, refused=("Too Many Requests",)) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5) * 30)))
        await on.gather(3)
        anna, bert, _ = on.people
        other = await on.tg.group("Andere Runde", on.people)
        await on.begin(*on.people)
        await on.turn(anna, "Ansagen")
        held, on.group = on.group, other
        await on.tg.fault("flood", chat_id=held.id, retry_after=2)
        await on.announce(anna, "61")
        before = len(await on.calls_to(held.id))
        await on.tg.wait_button(other, "Tisch eröffnen")
        await on.begin(*on.people)
        await on.announce(anna, "62")
        await on.tap(bert, "Glauben")
        await on.turn(bert, "Ansagen")
        assert [call["status"] for call in (await on.calls_to(held.id))[before:]] in ([], [429])
        believe = await unseen_button(on, TableId(held.id), Action.BELIEVE)
        assert "neu gewürfelt" in (await on.tg.answer(await on.tg.forge(bert, held, believe))).text
        on.group = held
        card = await on.turn(bert, "Ansagen")
        sent = [call for call in (await on.calls_to(held.id))[before:] if call["status"] == 200]
        assert sent[0]["method"] == "sendMessage"
        assert sent[0]["answer"]["result"]["message_id"] == card.id
        assert "Zu überbieten: 61" in card.text
