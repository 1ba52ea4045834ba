"""A card that is held up and one that will not come: only who waits for the first has his time begin anew."""

from dataclasses import replace

import pytest
from telegram.error import TimedOut

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Night
from tgbot.bot.request import NotReached
from tgbot.table.intents.taps import Action

LONG = 15 * 60_000


@pytest.fixture
async def night() -> Night:
    """A game in which Anna has just announced 42, and Bert's card is still to come."""
    night = Night((4, 2, 6, 4, 5, 5, 3, 1, 6, 5))
    await night.begin(ANNA, BERT, CLARA)
    await night.deliver_all()
    assert not await waits(night)
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    return night


async def waits(night: Night, *, visited: bool = False) -> bool:
    """Ask whether the card is held up."""
    return await night.courier.card_waits(night.id, visited=visited)


@pytest.mark.parametrize("kind", ["flood", "server error", "not reached", "answer lost", "budget"])
async def test_a_card_that_is_put_off_is_waited_for_however_long(night: Night, kind: str) -> None:
    """Whoever asks to wait, and for what; once it is there it is not."""
    match kind:
        case "flood":
            night.telegram.refuse("sendMessage", 429, "Too Many Requests", parameters={"retry_after": 900}, chat=GROUP)
        case "server error":
            night.telegram.refuse("sendMessage", 500, "Internal Server Error", chat=GROUP)
        case "not reached":
            night.telegram.lose("sendMessage", NotReached("so"), carried_out=False, chat=GROUP)
        case "answer lost":
            night.telegram.lose("sendMessage", TimedOut(), carried_out=False, chat=GROUP)
        case _:
            night.budget.waits[GROUP] = 40_000
    wait = await night.deliver()
    assert wait

    assert await waits(night)
    night.house.now += round(wait * 1000) - 1
    assert await waits(night)

    night.budget.waits.clear()
    night.wait(1)
    assert await waits(night)
    await night.deliver_all()
    assert not await waits(night)


async def test_a_card_on_its_way_is_waited_for(night: Night) -> None:
    """A call may take as long as Telegram likes."""
    night.house.now += LONG
    assert not await waits(night)
    assert await waits(night, visited=True)


async def test_a_card_that_nobody_brings_is_not_waited_for(night: Night) -> None:
    """It cannot be made, say: that is our fault, and the game goes on without it in the end."""
    night.house.now += LONG
    assert not await waits(night)


async def test_a_card_that_is_refused_is_not_waited_for(night: Night) -> None:
    """It will not come, though Telegram is there."""
    night.telegram.refuse("sendMessage", 400, "Bad Request: wrong somehow", chat=GROUP)
    await night.deliver()

    assert not await waits(night)
    assert not await waits(night, visited=True)


async def test_a_reminder_that_is_put_off_keeps_nobody_waiting(night: Night) -> None:
    """The turn has been shown, and its buttons are there."""
    await night.deliver_all()
    night.house.tables[night.id] = replace(night.table, reminded=True, repost=night.table.repost + 1)
    night.house.dirty = {next(iter(night.house.shown)): 99}

    assert not await waits(night, visited=True)
