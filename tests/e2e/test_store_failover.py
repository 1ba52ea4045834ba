"""A failover by Sentinel during play: what was answered stays, and where a move is lost the table says so."""

from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.readiness import until_ready
from tests.e2e.stage import Stage, evening, swift
from tests.store.fleets import Watched, alone, eventually, watched
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message

pytestmark = pytest.mark.redis


async def failed_over(on: Stage, fleet: Watched) -> None:
    """Wait until the replica leads and the bot has found it."""
    await eventually(lambda: fleet.leader() is fleet.servers[1], "the replica leads")
    await until_ready(on)


async def test_a_whole_game_over_a_failover(tmp_path: Path) -> None:
    """The leader dies in the middle; both workers go on with the other server, without a restart."""
    with watched(tmp_path / "fleet") as fleet:
        async with evening(tmp_path, store_url=fleet.url) as on:
            await on.bot(chance=swift(RandomCup(31)))
            await on.bot(chance=swift(RandomCup(32)), registers=False)
            await on.gather(3)
            await on.begin(*on.people)
            players = Players(on)
            await players.play(3)
            fleet.servers[0].kill()
            await players.play(within=30)

            await on.tg.wait_button(on.group, "Nochmal!")
            assert fleet.leader() is fleet.servers[1]
            posts = [message.text for message in await on.shown() if "hebt den Becher" in message.text]
            assert len(posts) == sum("Becher geht hoch" in toast for toast in players.toasts)


async def test_a_leader_that_only_slept_leads_no_more(tmp_path: Path) -> None:
    """It wakes as a replica among workers that follow another: no move goes to it, and none is lost."""
    with watched(tmp_path / "fleet") as fleet:
        async with evening(tmp_path, store_url=fleet.url) as on:
            await on.bot(chance=swift(RandomCup(33)))
            await on.gather(3)
            await on.begin(*on.people)
            players = Players(on)
            await players.play(2)
            fleet.servers[0].freeze()
            await players.play(2, within=40)
            assert fleet.leader() is fleet.servers[1]
            fleet.servers[0].thaw()
            await players.play(2, within=40)
            await eventually(lambda: fleet.servers[0].ask("ROLE")[0] == b"slave", "the sleeper follows")
            await players.play(2)

            assert not [message for message in await on.shown() if "einen Zug zurück" in message.text]


async def test_what_was_answered_survives_a_failover(tmp_path: Path) -> None:
    """The answer waits for the replica, so a leader that dies right after it takes nothing along."""
    with watched(tmp_path / "fleet") as fleet:
        async with evening(tmp_path, store_url=fleet.url) as on:
            await on.bot(chance=swift(ScriptedCup((4, 2, 3, 1, 6, 1))))
            await on.gather(2)
            anna, bert = on.people
            await on.begin(anna, bert)
            await on.announce(anna, "42")
            assert "Du glaubst es" in await on.tap(bert, "Glauben")
            fleet.servers[0].kill()
            await failed_over(on, fleet)

            assert "31" in await on.tap(bert, "Mein Wurf")
            assert not [message for message in await on.shown() if "einen Zug zurück" in message.text]


async def believed(on: Stage) -> Message:
    """Play until Bert is asked about 42; returns his card, once nothing is on its way any more."""
    await on.bot(chance=swift(ScriptedCup((4, 2, 5, 3, 6, 1))))
    await on.gather(2)
    anna, bert = on.people
    await on.begin(anna, bert)
    await on.announce(anna, "42")
    card = await on.turn(bert, "Glauben")
    await on.tg.quiet()
    return card


async def goes_back_and_throws_anew(on: Stage, cup: Message) -> None:
    """The roll Bert saw never was: his button is old, the table says so once, and he throws other dice."""
    _, bert = on.people
    toast = (await on.tg.answer(await on.tg.press(bert, bert, "✔ 53", cup.id))).text
    assert "Knopf ist von vorhin" in toast
    told = await on.tg.wait_for(on.group, "einen Zug zurück")

    async def below() -> Message | None:
        cards = [
            card for card in await on.shown() if card.id > told.id and any("Glauben" in name for name in card.labels)
        ]
        return cards[-1] if cards else None

    card = await on.tg.until(below, "the card that follows")
    await on.tg.answer(await on.tg.press(bert, on.group, "Glauben", card.id))
    await on.tg.wait_button(bert, "✔ 61")
    assert len([message for message in await on.shown() if "einen Zug zurück" in message.text]) == 1


async def test_a_move_the_failover_lost_is_told_and_thrown_anew(tmp_path: Path) -> None:
    """The replica was away while Bert believed."""
    with watched(tmp_path / "fleet") as fleet:
        # What Telegram shows already was forgotten too, and is brought in line again.
        async with evening(tmp_path, store_url=fleet.url, refused=("not modified",)) as on:
            card, bert = await believed(on), on.people[1]
            await eventually(fleet.follows, "the replica has it all")
            with fleet.without_the_replica():
                assert "Du glaubst es" in await on.press(bert, "Glauben", card.id)
                cup = await on.tg.wait_button(bert, "✔ 53")
                fleet.servers[0].kill()
            await failed_over(on, fleet)
            await goes_back_and_throws_anew(on, cup)


async def test_a_second_lost_in_a_power_cut_is_told_and_thrown_anew(tmp_path: Path) -> None:
    """With `everysec` the disk did not have Bert's move yet: as after a failover, the table goes back and says so."""
    with alone(tmp_path) as server:
        async with evening(tmp_path, store_url=server.url, refused=("not modified",)) as on:
            card, bert = await believed(on), on.people[1]
            with server.power_cut():
                assert "Du glaubst es" in await on.press(bert, "Glauben", card.id)
                cup = await on.tg.wait_button(bert, "✔ 53")
            await until_ready(on)
            await goes_back_and_throws_anew(on, cup)
