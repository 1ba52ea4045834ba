"""A forum with games in its topics, which can be lost."""

from tests.e2e.stage import Stage, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message, Person
from tgbot.table.clock.timing import Timing

GONE = ("thread not found",)
"""What Telegram refuses once a topic is lost."""
PATIENT = Timing(tell=0)


async def forum(on: Stage, timing: Timing = PATIENT) -> list[Person]:
    """Make a forum. Anna is its only admin, and never sits; whoever throws throws 53."""
    await on.bot(chance=swift(ScriptedCup((5, 3) * 60), timing))
    await on.gather(6)
    on.group = await on.tg.group("Forum", on.people, type="supergroup", is_forum=True)
    return on.people


async def begun(on: Stage, name: str, *players: Person) -> int:
    """Begin a game in a new topic; the second is asked to believe 53. Returns the topic."""
    topic = await on.tg.topic(on.group, name)
    host, *guests = players
    await on.tg.say(host, on.group, "/neu", thread=topic)
    await _in(on, topic, "Am Tisch (1)")
    for seats, guest in enumerate(guests, start=2):
        await on.press(guest, "Mitspielen")
        await _in(on, topic, f"Am Tisch ({seats})")
    await on.press(host, "Los geht's" if len(players) > 2 else "Trotzdem spielen")
    await on.announce(host, "53")
    await asked(on, players[1])
    return topic


async def _in(on: Stage, topic: int, text: str) -> None:
    async def look() -> bool | None:
        shown = [message.text for message in await on.shown() if message.raw["thread"] == topic]
        return True if any(text in one for one in shown) else None

    await on.tg.until(look, f"{text!r} in the topic")


async def lose(on: Stage, topic: int, how: str) -> None:
    """Delete a topic, or have the group be no forum any more."""
    if how == "deleted":
        await on.tg.request("DELETE", f"/chats/{on.group.id}/topics/{topic}")
    else:
        await on.tg.change_chat(on.group, is_forum=False)


async def drifts(on: Stage, who: Person, after: Person) -> Message:
    """Play one turn, whose card stands in the chat itself; returns that card."""
    await on.tg.answer(await on.tg.press(who, on.group, "Glauben", (await asked(on, who)).id))
    await on.announce(who, "54")
    return await asked(on, after)


async def asked(on: Stage, who: Person) -> Message:
    """Wait for the card that asks somebody to believe, whatever stands below it."""

    async def look() -> Message | None:
        cards = [message for message in await on.shown() if f"user?id={who.id}" in message.html]
        return next((card for card in reversed(cards) if "Glauben" in str(card.labels)), None)

    return await on.tg.until(look, f"{who.name}'s turn")


async def in_the_chat(on: Stage, label: str) -> Message | None:
    """Look for a message with this button in no topic."""
    shown = [message for message in await on.shown() if message.raw["thread"] is None]
    return next((message for message in shown if label in str(message.labels)), None)
