"""What may happen to the group itself: it grows, silences the bot, throws it out, has topics."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

MUTED = "Ich darf in der Gruppe gerade nicht schreiben. Sobald ein Admin mich lässt, geht's an derselben Stelle weiter."


async def playing(on: Stage, timing: Timing | None = None, *, polling: bool = False) -> list[Person]:
    """Begin a game of three; Bert is asked to believe 53."""
    await on.bot(chance=swift(ScriptedCup((5, 3) * 9), timing), polling=polling)
    await on.gather(3)
    await on.begin(*on.people)
    await on.announce(on.people[0], "53")
    await on.turn(on.people[1], "Glauben")
    return on.people


@pytest.mark.parametrize("polling", [False, True], ids=["webhook", "polling"])
async def test_a_group_that_becomes_a_supergroup_plays_on_there(tmp_path: Path, polling: bool) -> None:
    """F38: the old card's buttons still work, commands find the table, and no second one opens."""
    async with evening(tmp_path, refused=("upgraded", "not found")) as on:
        _, bert, clara = await playing(on, polling=polling)
        old, card = on.group, await on.turn(bert, "Glauben")
        believe = str(card.raw["keyboard"][0][0]["callback_data"])
        on.group = await on.tg.upgrade(old)
        await on.turn(bert, "Glauben")
        pressed = await on.tg.answer(await on.tg.forge(bert, old, believe, card.id))
        assert "neu gewürfelt" in pressed.text
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")
        again = await on.tg.answer(await on.tg.forge(bert, old, believe, card.id))
        assert "Clara" in again.text
        await on.tg.say(clara, on.group, "/neu")
        await on.tap(clara, "Aufdecken")
        await on.tg.wait_for(on.group, "hebt den Becher")
        shown = await on.shown()
        if any("Tisch eröffnen" in label for message in shown for label in message.labels):
            assert "Hier ist schon ein Tisch offen" in await on.press(clara, "Tisch eröffnen")
        assert not [message for message in shown if "Mitspielen" in str(message.labels)]
        assert len([message for message in shown if "53" in message.text and "🔍" not in message.text]) == 1


async def test_a_refused_send_tells_of_the_upgrade_when_the_service_message_is_late(tmp_path: Path) -> None:
    """The card arrives in the new chat all the same."""
    async with evening(tmp_path, refused=("upgraded", "not found")) as on:
        _, bert, _ = await playing(on)
        old, card = on.group, await on.turn(bert, "Glauben")
        await on.tg.twist("message", delay=1.0, times=2)
        await on.tg.twist("my_chat_member", delay=1.0, times=2)
        on.group = await on.tg.upgrade(old)
        await on.tg.answer(await on.tg.press(bert, old, "Glauben", card.id))
        await on.turn(bert, "Ansagen")


@pytest.mark.parametrize("told", [True, False], ids=["told", "refused"])
async def test_a_silenced_bot_pauses_says_so_in_toasts_and_resumes_at_the_same_place(
    tmp_path: Path, told: bool
) -> None:
    """F45: whether Telegram tells of it or refuses a call."""
    async with evening(tmp_path, refused=("CHAT_WRITE_FORBIDDEN", "not enough rights", "restricted")) as on:
        _, bert, clara = await playing(on)
        if told:
            await on.tg.member(on.group, "bot", "restricted", stays=True)
            await on.tg.quiet()
        else:
            await on.tg.change_chat(on.group, writable=False)
            await on.tap(bert, "Glauben")
            await on.tg.until(lambda: _refused(on), "a refused call")
        await on.tg.until(lambda: _silent(on, bert), "the toast")
        before = len(await on.tg.calls())
        assert await on.press(clara, "Glauben") == MUTED
        assert len([call for call in (await on.tg.calls())[before:] if call["method"] != "answerCallbackQuery"]) <= 1
        await on.tg.change_chat(on.group, writable=True)
        await on.tg.member(on.group, "bot", "restricted", rights=["can_send_messages"])
        await on.tg.member(on.group, "bot", "member")
        await (on.tap(bert, "Glauben") if told else on.turn(bert, "Ansagen"))
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")


async def test_nobody_pays_for_the_time_in_which_the_bot_may_not_write(tmp_path: Path) -> None:
    """The clock stands still; afterwards it begins anew."""
    async with evening(tmp_path, refused=("CHAT_WRITE_FORBIDDEN", "not enough rights", "restricted")) as on:
        _, bert, _ = await playing(on, Timing(half=2_300, turn=2_400, grace=6_000))
        card = await on.turn(bert, "Glauben")
        await on.tg.member(on.group, "bot", "restricted", stays=True)
        await on.tg.quiet()
        await on.tg.until(lambda: _silent(on, bert), "the toast")
        await asyncio.sleep(2.5)  # longer than a turn: nothing may happen
        await on.tg.member(on.group, "bot", "member")
        await on.tg.until(lambda: _newer(on, card), "a fresh card")
        assert "neu gewürfelt" in await on.tap(bert, "Glauben")
        assert "Dann" not in " ".join(message.text for message in await on.shown())


async def _newer(on: Stage, card: Message) -> bool | None:
    newest = (await on.shown())[-1]
    return True if newest.id > card.id and newest.labels == card.labels else None


async def _silent(on: Stage, who: Person) -> bool | None:
    return True if await on.press(who, "Glauben") == MUTED else None


async def _refused(on: Stage) -> bool | None:
    return True if await on.refused() else None


async def test_a_bot_thrown_out_and_brought_back_shows_the_game_where_it_stood(tmp_path: Path) -> None:
    """F41: the same card, anew."""
    async with evening(tmp_path, refused=("kicked", "not a member")) as on:
        _, bert, _ = await playing(on)
        card = await on.turn(bert, "Glauben")
        await on.tg.member(on.group, "bot", "kicked")
        await on.tg.quiet()
        assert await on.press(bert, "Glauben") == MUTED
        await on.tg.member(on.group, "bot", "member")
        await on.tg.until(lambda: _newer(on, card), "the card")
        await on.tap(bert, "Glauben")


async def test_in_a_forum_all_messages_go_to_the_topic_where_neu_was_typed(tmp_path: Path) -> None:
    """A whole game, while another topic has a table of its own."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(4)))
        await on.gather(3)
        anna, bert, clara = on.people
        on.group = await on.tg.group("Forum", on.people, type="supergroup", is_forum=True)
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        topic, other = await on.tg.topic(on.group, "Spiele"), await on.tg.topic(on.group, "Anderes")
        since = (await on.shown())[-1].id
        await on.tg.say(clara, on.group, "/neu", thread=other)
        elsewhere = await on.tg.wait_button(on.group, "Mitspielen")
        await on.tg.say(anna, on.group, "/neu", thread=topic)
        lobby = await on.tg.wait_for(on.group, "\u2068Anna\u2069 gibt das Zeichen.")
        for guest in (bert, clara):
            await on.press(guest, "Mitspielen", lobby.id)
        await on.tg.wait_for(on.group, "Am Tisch (3)")
        await on.press(anna, "Los geht's", lobby.id)
        await Players(on).play()
        await on.tg.wait_button(on.group, "Nochmal!")
        game = [message for message in await on.shown() if message.id > since and message.id != elsewhere.id]
        assert elsewhere.raw["thread"] == other
        assert {message.raw["thread"] for message in game} == {topic}


async def test_a_deleted_topic_moves_the_game_to_the_chat_itself(tmp_path: Path) -> None:
    """Rather the wrong place than none."""
    async with evening(tmp_path, refused=("not found",)) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 4)))
        await on.gather(3)
        anna, bert, clara = on.people
        on.group = await on.tg.group("Forum", on.people, type="supergroup", is_forum=True)
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        topic = await on.tg.topic(on.group, "Spiele")
        await on.tg.say(anna, on.group, "/neu", thread=topic)
        for guest in (bert, clara):
            await on.tg.wait_button(on.group, "Mitspielen")
            await on.press(guest, "Mitspielen")
        await on.tg.wait_for(on.group, "Am Tisch (3)")
        await on.press(anna, "Los geht's")
        await on.turn(anna, "Ansagen")
        await on.tg.request("DELETE", f"/chats/{on.group.id}/topics/{topic}")
        await on.announce(anna, "53")
        assert (await on.turn(bert, "Glauben")).raw["thread"] is None
