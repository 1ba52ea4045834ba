"""Who may give the sign, end the game, and choose the language."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis


async def played(on: Stage, count: int = 4, timing: Timing | None = None) -> list[Person]:
    """Begin a game of so many people; Anna is host and opens."""
    await on.bot(chance=swift(ScriptedCup((6, 5) * 20), timing))
    await on.gather(count)
    await on.begin(*on.people)
    await on.turn(on.people[0], "Ansagen")
    return on.people


async def over(on: Stage) -> str:
    """Wait for a stopped game's tally."""
    return (await on.tg.wait_for(on.group, "Das war's für diese Partie")).text


@pytest.mark.parametrize("polling", [False, True], ids=["webhook", "polling"])
async def test_los_gehts_is_the_hosts_or_an_admins(tmp_path: Path, polling: bool) -> None:
    """A guest hears who gives the sign; an admin without a seat starts the game."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5))), polling=polling)
        await on.gather(4)
        anna, bert, clara, dieter = on.people
        await on.seat(bert, clara, dieter)
        assert (
            await on.press(clara, "Los geht's")
            == "\u2068Bert\u2069 gibt das Zeichen. Nach einer Minute dürfen's alle am Tisch."
        )
        assert await on.press(anna, "Los geht's") == "Los geht's!"
        await on.turn(bert, "Ansagen")


async def test_after_a_minute_any_seat_gives_the_sign_but_no_bystander(tmp_path: Path) -> None:
    """A host who fell asleep holds nobody up."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5)), Timing(open_start=0)))
        await on.gather(5)
        anna, bert, clara, dieter, emil = on.people
        await on.seat(anna, bert, clara, dieter)
        assert "gibt das Zeichen" in await on.press(emil, "Los geht's")
        assert await on.press(bert, "Los geht's") == "Los geht's!"


async def test_an_anonymous_admin_opens_and_the_first_to_join_is_host(tmp_path: Path) -> None:
    """He has no seat himself."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5))))
        await on.gather(4)
        anna, bert, clara, dieter = on.people
        await on.tg.say(anna, on.group, "/neu", mask="anonymous")
        lobby = await on.tg.wait_button(on.group, "Mitspielen")
        assert "Noch sitzt hier niemand." in lobby.text
        assert "Wer sich zuerst setzt, gibt das Zeichen." in lobby.text
        for person in (bert, clara, dieter):
            await on.press(person, "Mitspielen")
        await on.tg.wait_for(on.group, "\u2068Bert\u2069 gibt das Zeichen.")
        await on.tg.wait_button(on.group, "Los geht's")
        assert await on.press(bert, "Los geht's") == "Los geht's!"


async def test_the_host_ends_at_once_and_nobody_pays(tmp_path: Path) -> None:
    """The tally stands in the post, with Nochmal!."""
    async with evening(tmp_path) as on:
        _, bert, *_ = await played(on)
        await on.tg.say(on.people[0], on.group, "/ende")
        assert "\u2068Bert\u2069 0" in await over(on)
        assert await on.press(bert, "Nochmal") == "Der Tisch ist offen."


async def test_an_admin_and_an_anonymous_one_end_at_once(tmp_path: Path) -> None:
    """Anna is the group's creator, Bert is host: of her it is asked, the anonymous one is an admin by nature."""
    async with evening(tmp_path, refused=("message to edit not found",)) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5) * 4)))
        await on.gather(4)
        anna, *others = on.people
        for facts in ({}, {"mask": "anonymous"}):
            await on.begin(*others)
            await on.turn(others[0], "Ansagen")
            await on.tg.say(anna, on.group, "/ende", **facts)
            await over(on)
            await on.tg.delete(on.group, (await on.tg.wait_for(on.group, "Das war's für diese Partie")).id)


async def test_another_seat_needs_two_more_to_end(tmp_path: Path) -> None:
    """The proposer does not count twice, a bystander not at all."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5))))
        await on.gather(5)
        anna, bert, clara, dieter, emil = on.people
        await on.begin(anna, bert, clara, dieter)
        await on.turn(anna, "Ansagen")
        await on.tg.say(bert, on.group, "/ende")
        asked = await on.tg.wait_button(on.group, "Ja, machen wir Schluss")
        assert "\u2068Bert\u2069 möchte Schluss machen. Wenn zwei andere zustimmen" in asked.text
        assert await on.press(bert, "machen wir Schluss") == "Dein Ja zählt schon. Jetzt müssen noch die anderen."
        assert "Du sitzt nicht am Tisch" in await on.press(emil, "machen wir Schluss")
        assert await on.press(clara, "machen wir Schluss") == "Dein Ja zählt. Noch 1, dann ist Schluss."
        await on.press(dieter, "machen wir Schluss")
        await over(on)


async def test_a_bystander_cannot_end(tmp_path: Path) -> None:
    """He is told who can; the game goes on."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5))))
        await on.gather(4)
        anna, bert, clara, dieter = on.people
        await on.begin(anna, bert, clara)
        await on.tg.say(dieter, on.group, "/ende")
        told = await on.tg.wait_for(on.group, "Schluss machen kann nur")
        assert "\u2068Dieter\u2069" in told.text
        await on.announce(anna, "65")
        await on.turn(bert, "Glauben")


async def test_somebody_who_leaves_the_group_gives_his_seat_up(tmp_path: Path) -> None:
    """F91: the turn moves on, the group hears it, and the host's office too."""
    async with evening(tmp_path) as on:
        anna, bert, *_ = await played(on)
        await on.tg.member(on.group, anna, "left")
        told = await on.tg.wait_for(on.group, "\u2068Anna\u2069 steigt aus.")
        assert "\u2068Bert\u2069 gibt jetzt das Zeichen." in told.text
        await on.turn(bert, "Ansagen")


async def test_the_language_is_the_hosts_or_an_admins(tmp_path: Path) -> None:
    """Others are told so; the open card follows at once."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(3)
        _, bert, clara = on.people
        await on.seat(bert, clara)
        await on.tg.say(clara, on.group, "/sprache")
        await on.tg.wait_button(on.group, "English")
        assert await on.press(clara, "English") == "Das dürfen hier nur Admins. Frag kurz jemanden, der es darf."
        await on.press(bert, "English")
        await on.tg.wait_for(on.group, "English from now on")
        assert "Play anyway" in str((await on.tg.wait_button(on.group, "Play anyway")).labels)
