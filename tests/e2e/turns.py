"""Turns told apart: a card that has just become an old one is never taken for the next."""

from tests.e2e.stage import Stage
from tests.telegram_client import Message, Person


async def round_of(on: Stage, opener: Person, doubter: Person, value: str = "66") -> Message:
    """Play a round: the opener says something, and the next one lifts the cup. Returns the post that tells of it."""
    before = await lifted(on)
    opened = await fresh(on, opener, "Ansagen", after=before[-1].id if before else 0)
    await on.announce(opener, value)
    await take(on, doubter, "Aufdecken", after=opened.id)

    async def look() -> Message | None:
        now = await lifted(on)
        return now[-1] if len(now) > len(before) else None

    return await on.tg.until(look, "the lifted cup")


async def lifted(on: Stage) -> list[Message]:
    """List the posts that tell of a lifted cup."""
    return [message for message in await on.shown() if "hebt den Becher" in message.text]


async def take(on: Stage, who: Person, label: str, *, after: int) -> str:
    """Press a button of a card newer than that one; returns the toast."""
    card = await fresh(on, who, label, after=after)
    return (await on.tg.answer(await on.tg.press(who, on.group, label, card.id))).text


async def fresh(on: Stage, who: Person, label: str, *, after: int) -> Message:
    """Wait for a newer card of somebody's turn; whoever opens has his cup then, too."""

    async def look() -> Message | None:
        cards = [message for message in await on.shown() if any(label in button for button in message.labels)]
        return cards[-1] if cards and cards[-1].id > after and f"user?id={who.id}" in cards[-1].html else None

    return await on.tg.until(look, f"{who.name}'s next turn with {label!r}")
