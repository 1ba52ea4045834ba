"""A topic that was deleted while nothing was sent there: a command in the chat itself finds it out, and is obeyed."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening
from tests.e2e.topics import GONE, begun, forum, in_the_chat, lose
from tests.telegram_client import Message, Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

QUIET = Timing(tell=0, probe=0, settled=0)
"""Every game counts as one that does not move."""
ELSEWHERE = "Hier ist gerade kein Tisch offen, gespielt wird in einem anderen Thema."


async def paused(on: Stage, timing: Timing = QUIET) -> tuple[int, list[Person]]:
    """Stop Bert's table in a topic; nothing comes from it until somebody says so. Anna is admin, and sits nowhere."""
    people = await forum(on, timing)
    topic = await begun(on, "Spiele", *people[1:4])
    await on.tg.say(people[1], on.group, "/pause tisch", thread=topic)
    await on.tg.wait_button(on.group, "Weiter geht's")
    await on.tg.quiet()
    return topic, people


async def ended(on: Stage) -> None:
    """Wait for the game's end, told in the chat itself."""
    over = await on.tg.wait_for(on.group, "Das war's für diese Partie")
    assert over.raw["thread"] is None


@pytest.mark.parametrize("who", ["an admin", "an anonymous admin", "the host", "anybody"])
async def test_ende_in_the_chat_ends_the_game_whose_topic_nobody_knows_to_be_gone(tmp_path: Path, who: str) -> None:
    """F49, F95, F96: each as at a table that stands there; the others hear nothing of a table elsewhere."""
    async with evening(tmp_path, refused=GONE) as on:
        topic, people = await paused(on, Timing(tell=0, probe=0, settled=0, idle=0) if who == "anybody" else QUIET)
        await lose(on, topic, "deleted")
        speaker = people[{"the host": 1, "anybody": 4}.get(who, 0)]
        masked = {"mask": "anonymous"} if who == "an anonymous admin" else {}
        await on.tg.say(speaker, on.group, "/ende", **masked)
        await ended(on)
        assert not [message for message in await on.shown() if ELSEWHERE in message.text]


async def test_other_commands_find_it_too(tmp_path: Path) -> None:
    """A player gets up, and somebody else sits down."""
    async with evening(tmp_path, refused=GONE) as on:
        topic, (*_, dieter, emil, _) = await paused(on)
        await lose(on, topic, "deleted")
        await on.tg.say(dieter, on.group, "/raus")
        assert (await on.tg.wait_for(on.group, "Danke fürs Mitspielen, \u2068Dieter\u2069")).raw["thread"] is None
        await on.tg.say(emil, on.group, "/dabei")
        await on.tg.wait_for(on.group, "\u2068Emil\u2069 steigt ab der nächsten Runde ein")
        assert await in_the_chat(on, "Weiter geht's")


async def test_a_game_in_a_topic_that_stands_is_not_harmed_from_the_chat(tmp_path: Path) -> None:
    """Not by its host either: he hears where it is, with a way there. Only its card comes down."""
    async with evening(tmp_path) as on:
        topic, (anna, bert, *_) = await paused(on)
        for who in (bert, anna):
            told = await pointed(on, who)
            card = await on.tg.wait_button(on.group, "Weiter geht's")
            link = f"https://t.me/c/{-1_000_000_000_000 - on.group.id}/{topic}/{card.id}"
            assert told.raw["thread"] is None
            assert [(row[0]["text"], row[0]["url"]) for row in told.raw["keyboard"]] == [("Zum Tisch", link)]
            assert card.raw["thread"] == topic
        assert not [message for message in await on.shown() if "Das war's" in message.text]
        await on.press(bert, "Weiter geht's")


async def pointed(on: Stage, who: Person) -> Message:
    """Have somebody type /ende in the chat, who hears that a game is elsewhere."""
    before = (await on.shown())[-1].id
    await on.tg.say(who, on.group, "/ende")

    async def look() -> Message | None:
        told = [message for message in await on.shown() if ELSEWHERE in message.text and message.id > before]
        return told[-1] if told else None

    return await on.tg.until(look, "the way to the game")


async def test_of_two_games_the_one_whose_topic_is_gone_is_ended(tmp_path: Path) -> None:
    """The other one goes on, although it has not moved for longer."""
    async with evening(tmp_path, refused=GONE) as on:
        anna, bert, clara, dieter, emil, _ = await forum(on, QUIET)
        await begun(on, "Eins", bert, clara)
        gone = await begun(on, "Zwei", dieter, emil)
        await lose(on, gone, "deleted")
        await on.tg.say(anna, on.group, "/ende")
        await ended(on)
        assert len([message for message in await on.shown() if "Das war's" in message.text]) == 1
        assert await on.tap(clara, "Glauben")


async def test_a_closed_topic_is_one_that_stands_until_it_is_deleted(tmp_path: Path) -> None:
    """The bot may not write there, so it cannot look; once the topic is gone, the game obeys."""
    async with evening(tmp_path, refused=("TOPIC_CLOSED", *GONE)) as on:
        topic, (anna, *_) = await paused(on)
        await on.tg.request("PATCH", f"/chats/{on.group.id}/topics/{topic}", {"closed": True})
        await pointed(on, anna)
        await lose(on, topic, "deleted")
        await on.tg.say(anna, on.group, "/ende")
        await ended(on)


async def test_two_games_whose_topics_are_gone_are_ended_one_after_the_other(tmp_path: Path) -> None:
    """The first one's evening goes on in the chat, and hides the second one from nobody."""
    async with evening(tmp_path, refused=GONE) as on:
        anna, bert, clara, dieter, emil, _ = await forum(on, QUIET)
        for name, players in (("Eins", (bert, clara)), ("Zwei", (dieter, emil))):
            await lose(on, await begun(on, name, *players), "deleted")
        for count in (1, 2):
            await on.tg.say(anna, on.group, "/ende")
            await on.tg.until(lambda count=count: _over(on, count), f"{count} games over")  # type: ignore[misc]


async def test_commands_in_one_breath_are_obeyed_although_the_topic_is_just_being_looked_for(tmp_path: Path) -> None:
    """One gets up, and while the card is under way two sit down; nobody is sent to a topic that is gone."""
    async with evening(tmp_path, refused=GONE) as on:
        topic, (_, _, clara, _, emil, frida) = await paused(on, Timing(tell=0, settled=0))
        await lose(on, topic, "deleted")
        await on.tg.fault(method="sendMessage", harm="delay", seconds=0.5, hits=1)
        for who, said in ((clara, "/raus"), (emil, "/dabei"), (frida, "/dabei")):
            await on.tg.say(who, on.group, said)
        await on.tg.wait_for(on.group, "Danke fürs Mitspielen, \u2068Clara\u2069")
        for newcomer in (emil, frida):
            await on.tg.wait_for(on.group, f"\u2068{newcomer.name}\u2069 steigt ab der nächsten Runde ein")
        assert not [message for message in await on.shown() if ELSEWHERE in message.text]


async def _over(on: Stage, count: int) -> bool | None:
    over = [message for message in await on.shown() if "Das war's für diese Partie" in message.text]
    return True if len(over) == count else None
