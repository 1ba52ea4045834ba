"""A game that has lost its topic goes on in the chat itself, and is everybody's game there."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening
from tests.e2e.topics import GONE, begun, drifts, forum, in_the_chat, lose
from tests.telegram_client import Message
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis


@pytest.mark.parametrize("how", ["deleted", "no forum"])
async def test_every_command_in_the_chat_means_the_game_that_lost_its_topic(tmp_path: Path, how: str) -> None:
    """F49, F96: a bystander's, an anonymous admin's, an unseated admin's; and no second table is opened beside it."""
    async with evening(tmp_path, refused=GONE) as on:
        anna, bert, clara, dieter, emil, _ = await forum(on)
        topic = await begun(on, "Spiele", bert, clara, dieter)
        await lose(on, topic, how)
        await drifts(on, clara, dieter)
        await on.tg.say(emil, on.group, "/neu")
        await on.tg.wait_for(on.group, "\u2068Emil\u2069, hier läuft gerade eine Partie")
        await on.tg.say(anna, on.group, "/pause tisch", mask="anonymous")
        await on.tg.wait_for(on.group, "Pause für alle")
        await on.tg.wait_button(on.group, "Weiter geht's")
        await on.press(bert, "Weiter geht's")
        await on.tg.say(emil, on.group, "/dabei")
        await on.tg.wait_for(on.group, "\u2068Emil\u2069 steigt ab der nächsten Runde ein")
        words = await on.tg.say(emil, on.group, "Prost!")
        await on.tg.say(anna, on.group, "/rauswurf", reply_to=words.id)
        await on.tg.wait_for(on.group, "\u2068Emil\u2069 setzt aus")
        await on.tg.say(anna, on.group, "/gastgeber")
        await on.tg.wait_for(on.group, "Wer gibt ab jetzt das Zeichen?")
        assert not [message for message in await on.shown() if "Wer ist dabei?" in message.text]
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")


async def test_between_two_games_the_chat_still_has_one_table(tmp_path: Path) -> None:
    """The evening goes on there: /neu opens the next game of the same table, and Nochmal opens no other."""
    async with evening(tmp_path, refused=GONE) as on:
        anna, bert, clara, dieter, emil, _ = await forum(on)
        topic = await begun(on, "Spiele", bert, clara, dieter)
        await lose(on, topic, "deleted")
        await drifts(on, clara, dieter)
        await on.tg.say(anna, on.group, "/ende")
        over = await on.tg.wait_button(on.group, "Nochmal")
        await on.tg.say(emil, on.group, "/neu")
        await on.tg.wait_button(on.group, "Mitspielen")
        await on.press(dieter, "Nochmal", over.id)
        await on.tg.wait_for(on.group, "Am Tisch (2)")
        assert len([message for message in await on.shown() if "🙋 Mitspielen" in message.labels]) == 1


@pytest.mark.parametrize("word", ["/ende", "/abend"])
async def test_anybody_ends_a_game_that_lost_its_topic_and_that_nobody_moves(tmp_path: Path, word: str) -> None:
    """F95: he need not sit there."""
    async with evening(tmp_path, refused=GONE) as on:
        _, bert, clara, dieter, emil, _ = await forum(on, Timing(tell=0, idle=0))
        topic = await begun(on, "Spiele", bert, clara, dieter)
        await lose(on, topic, "deleted")
        await drifts(on, clara, dieter)
        await on.tg.say(emil, on.group, word)
        await on.tg.wait_for(on.group, "Das war's für diese Partie" if word == "/ende" else "Abendprotokoll")


async def two(on: Stage) -> tuple[Message, Message]:
    """Have two topics' games go on in a chat that is no forum any more; the first one is moved last."""
    _, bert, clara, dieter, emil, _ = await forum(on)
    await begun(on, "Eins", bert, clara)
    await begun(on, "Zwei", dieter, emil)
    await lose(on, 0, "no forum")
    second = await drifts(on, emil, dieter)
    return await drifts(on, clara, bert), second


async def games_over(on: Stage, count: int) -> None:
    """Wait until so many games are over."""

    async def look() -> bool | None:
        told = [message for message in await on.shown() if "Das war's für diese Partie" in message.text]
        return True if len(told) == count else None

    await on.tg.until(look, f"{count} games over")


@pytest.mark.parametrize("how", ["moved last", "answered", "sits there"])
async def test_of_two_games_that_lost_their_topics_each_can_be_ended(tmp_path: Path, how: str) -> None:
    """F49: whose card is answered, or at which the speaker sits; else the one that moved last, and then the other."""
    async with evening(tmp_path) as on:
        first, second = await two(on)
        anna, bert, _, dieter, *_ = on.people
        if how == "sits there":
            await on.tg.say(dieter, on.group, "/ende")
        else:
            await on.tg.say(anna, on.group, "/ende", **({"reply_to": second.id} if how == "answered" else {}))
        await games_over(on, 1)
        who, left, gone = (dieter, second, bert) if how == "moved last" else (bert, first, dieter)
        over = first if left is second else second
        assert "Partie ist vorbei" in await on.press(gone, "Glauben", over.id)
        assert "neu gewürfelt" in await on.press(who, "Glauben", left.id)
        await on.tg.say(anna, on.group, "/ende")
        await games_over(on, 2)


async def test_a_player_who_asks_for_his_table_in_the_chat_finds_out_that_its_topic_is_gone(tmp_path: Path) -> None:
    """F49: the game was paused, so nothing was sent since; its card with the button is in the chat now."""
    async with evening(tmp_path, refused=GONE) as on:
        _, bert, clara, dieter, *_ = await forum(on)
        topic = await begun(on, "Spiele", bert, clara, dieter)
        await on.tg.say(bert, on.group, "/pause tisch", thread=topic)
        await on.tg.wait_button(on.group, "Weiter geht's")
        await lose(on, topic, "deleted")
        await on.tg.quiet()
        await on.tg.say(dieter, on.group, "/tisch")
        card = await on.tg.until(lambda: in_the_chat(on, "Weiter geht's"), "the card in the chat")
        await on.press(dieter, "Weiter geht's", card.id)
        assert (await drifts(on, clara, dieter)).raw["thread"] is None
