"""Having a seat given up: the host's and admins' word, and the votes of the others."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Message, Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

BACK_ANY_TIME = "setzt aus und kann jederzeit wieder einsteigen."


async def seated(on: Stage, count: int = 4, *, first: int = 0) -> list[Person]:
    """Begin a game; Anna is the group's creator, who sits there only if she is the `first`."""
    await on.bot(chance=swift(ScriptedCup((6, 5) * 20), Timing(tell=0)))
    await on.gather(count)
    players = on.people[first:]
    await on.begin(*players)
    await on.turn(players[0], "Ansagen")
    return on.people


async def board(on: Stage, who: Person) -> Message:
    """Have somebody open the board."""
    await on.tg.say(who, on.group, "/rauswurf")
    return await on.tg.wait_for(on.group, "Wer soll aufstehen?")


async def out(on: Stage, who: Person) -> Message:
    """Wait until the group is told, and nothing worse than that."""
    return await on.tg.wait_for(on.group, f"\u2068{who.name}\u2069 {BACK_ANY_TIME}")


async def words(on: Stage, who: Person) -> int:
    """Let somebody chat; returns the message that can be answered."""
    return (await on.tg.say(who, on.group, "Prost!")).id


def data_of(message: Message, label: str) -> str:
    """Read what a button carries."""
    buttons: list[Json] = [button for row in message.raw["keyboard"] for button in row]
    return next(str(button["callback_data"]) for button in buttons if label in button["text"])


async def test_the_hosts_reply_frees_the_seat_of_who_holds_the_cup(tmp_path: Path) -> None:
    """The turn moves on at once."""
    async with evening(tmp_path) as on:
        anna, bert, clara, _ = await seated(on)
        await on.announce(anna, "65")
        await on.turn(bert, "Glauben")
        await on.tg.say(anna, on.group, "/rauswurf", reply_to=await words(on, bert))
        await out(on, bert)
        await on.turn(clara, "Glauben")


async def test_an_admins_press_frees_a_seat_though_he_has_none(tmp_path: Path) -> None:
    """He is asked for afresh; the host himself may be the one, and his office passes on. The board is closed."""
    async with evening(tmp_path) as on:
        anna, bert, clara, *_ = await seated(on, 5, first=1)
        asked = await board(on, clara)
        assert [label.strip("\u2068\u2069") for label in asked.labels] == ["Bert", "Clara", "Dieter", "Emil"]
        assert await on.press(anna, "Bert", asked.id) == "Der Platz ist frei."
        told = await out(on, bert)
        assert "\u2068Clara\u2069 gibt jetzt das Zeichen." in told.text
        await on.tg.wait_for(on.group, "Wer aufsteht, ist geklärt.")
        query = await on.tg.forge(clara, on.group, data_of(asked, "Dieter"), asked.id)
        assert (await on.tg.answer(query)).text == "Das hier ist von vorhin. Nimm das neueste weiter unten."


async def test_two_thirds_of_the_others_free_a_seat_and_a_vote_can_be_taken_back(tmp_path: Path) -> None:
    """The board counts neutrally, and without a word when it is over: the host himself is among those voted on."""
    async with evening(tmp_path) as on:
        _, bert, clara, dieter, emil, _ = await seated(on, 6, first=1)
        asked = await board(on, clara)
        assert await on.press(clara, "Bert", asked.id) == "Deine Stimme zählt."
        await on.tg.wait_for(on.group, "\u2068Bert\u2069: 1 von 3")
        assert await on.press(clara, "Bert", asked.id) == "Zurückgenommen. Deine Stimme zählt nicht mehr."
        for voter in (clara, dieter):
            assert await on.press(voter, "Bert", asked.id) == "Deine Stimme zählt."
        await on.tg.wait_for(on.group, "\u2068Bert\u2069: 2 von 3")
        assert await on.press(emil, "Bert", asked.id) == "Der Platz ist frei."
        await out(on, bert)


async def test_whatever_somebody_asks_for_in_one_breath_each_of_it_is_heard(tmp_path: Path) -> None:
    """Three words of the same kind, while Telegram takes its time to say whether she is an admin."""
    async with evening(tmp_path) as on:
        _, bert, clara, dieter, emil = await seated(on, 5, first=1)
        said = [await words(on, who) for who in (bert, dieter, emil)]
        await on.tg.fault("delay", "getChatMember", seconds=0.5)
        for message in said:
            await on.tg.say(clara, on.group, "/rauswurf", reply_to=message)
        board = await on.tg.wait_for(on.group, "\u2068Emil\u2069: 1 von 2")
        assert board.text.splitlines()[-3:] == [f"\u2068{who.name}\u2069: 1 von 2" for who in (bert, dieter, emil)]


async def test_a_guest_who_watches_hears_who_decides(tmp_path: Path) -> None:
    """By press and by command; nothing changes."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5)), Timing(tell=0)))
        await on.gather(5)
        anna, bert, clara, dieter, emil = on.people
        await on.begin(anna, bert, clara, dieter)
        asked = await board(on, anna)
        assert (await on.press(emil, "Bert", asked.id)).startswith("Das entscheiden alle am Tisch.")
        await on.tg.say(emil, on.group, "/rauswurf", reply_to=await words(on, bert))
        await on.tg.wait_for(on.group, "Wer aufsteht, entscheiden alle am Tisch und Admins.")
        assert await on.press(bert, "Bert", asked.id) == "Das bist ja du. Mit /raus stehst du selbst auf."
        await on.tg.say(anna, on.group, "/rauswurf", reply_to=await words(on, emil))
        await on.tg.wait_for(on.group, "Wer das geschrieben hat, sitzt gerade nicht am Tisch.")
        await on.announce(anna, "65")
        await on.turn(bert, "Glauben")


async def test_in_a_lobby_the_seat_is_free_for_whoever_taps_mitspielen_him_too(tmp_path: Path) -> None:
    """An anonymous admin's reply holds at once."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(3)
        anna, bert, clara = on.people
        await on.seat(bert, clara)
        await on.tg.say(anna, on.group, "/rauswurf", reply_to=await words(on, clara), mask="anonymous")
        await out(on, clara)
        await on.tg.wait_for(on.group, "Am Tisch (1)")
        await on.press(clara, "Mitspielen")
        await on.tg.wait_for(on.group, "Am Tisch (2)")


async def test_in_a_topic_the_command_alone_is_no_reply(tmp_path: Path) -> None:
    """Telegram says that it answers the message which opened the topic."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(timing=Timing(tell=0)))
        await on.gather(2)
        anna, bert = on.people
        on.group = await on.tg.group("Stammtisch", on.people, type="supergroup", is_forum=True)
        topic = await on.tg.topic(on.group, "Mäxchen")
        await on.tg.say(bert, on.group, "/neu", thread=topic)
        await on.tg.wait_button(on.group, "Mitspielen")
        await on.press(anna, "Mitspielen")
        await on.tg.say(bert, on.group, "/rauswurf", thread=topic, reply_to=topic)
        await on.tg.wait_for(on.group, "Wer soll aufstehen?")
        await on.tg.say(bert, on.group, "/rauswurf", thread=topic, reply_to=await _said_in(on, anna, topic))
        await out(on, anna)


async def _said_in(on: Stage, who: Person, topic: int) -> int:
    return (await on.tg.say(who, on.group, "Prost!", thread=topic)).id
