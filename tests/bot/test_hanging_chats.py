"""A private chat in which a call hangs: the group does not wait for it, and what becomes of it is dealt with all the same."""

import asyncio

import pytest

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, LEASE, Night
from tgbot.bot.delivery import errands
from tgbot.table.identity import Reach
from tgbot.table.intents.inward import CupRefused
from tgbot.table.intents.taps import Action
from tgbot.table.news.surfaces import Card, PrivateCup


@pytest.fixture
async def night(monkeypatch: pytest.MonkeyPatch) -> Night:
    """Anna has announced 42, and Bert, whose private chat hangs, is about to believe and roll."""
    monkeypatch.setattr(errands, "HEAD_START", 0.05)
    night = Night((4, 2, 6, 4, 5, 5, 3, 1))
    await night.begin(ANNA, BERT, CLARA)
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver_all()
    night.forget()
    return night


async def hung(night: Night) -> asyncio.Event:
    """Let Bert roll while his chat hangs, and visit the table; returns what releases the call."""
    released = night.telegram.hang(BERT.id)
    await night.tap(BERT, Action.BELIEVE)
    assert await night.deliver() == errands.UNDER_WAY
    return released


async def ended(night: Night, released: asyncio.Event) -> None:
    """Let the call end, and what came of it be noted."""
    released.set()
    await night.courier.finish(5)


async def test_the_group_has_its_card_while_the_call_hangs(night: Night) -> None:
    """The first thing the chat hears is still the private roll: it was asked for before the card."""
    await hung(night)

    assert [f"sendMessage {BERT.id}", f"editMessageText {GROUP}"] == night.journal.only(
        "sendMessage", "editMessageText"
    )
    assert Card() not in night.house.dirty
    assert PrivateCup(BERT.id) in night.house.dirty


async def test_what_arrives_late_is_noted_and_sent_once(night: Night) -> None:
    """However often the table is visited meanwhile; and at its end the table is visited anew."""
    released = await hung(night)
    await night.deliver()
    await night.deliver()
    assert night.house.wait_until is not None
    assert night.house.wait_until > night.house.now + 5_000

    await ended(night, released)

    assert night.house.wait_until <= night.house.now + 5_000
    await night.deliver_all()
    assert 1 == len(night.telegram.made("sendMessage", chat=BERT.id))
    assert PrivateCup(BERT.id) in night.house.shown
    assert PrivateCup(BERT.id) not in night.house.dirty


async def test_who_turns_out_to_be_shut_is_led_by_the_card(night: Night) -> None:
    """As if he had been refused at once."""
    night.telegram.refuse("sendMessage", 403, "Forbidden: bot was blocked by the user", chat=BERT.id)

    await ended(night, await hung(night))
    await night.deliver_all()

    assert CupRefused(night.id, BERT.id) in night.service.intents
    assert Reach.CLOSED is getattr(night.table.member(BERT.id), "reach", None)
    assert 1 == len(night.telegram.made(chat=BERT.id))
    assert BERT.id == night.table.doorbell


async def test_he_plays_on_at_the_card_and_the_late_cup_is_closed(night: Night) -> None:
    """The next turns come as if nothing hung; what arrives in the end tells nothing any more."""
    released = await hung(night)
    await night.tap(BERT, Action.ANNOUNCE, "64")
    await night.deliver()
    assert "64" in night.texts(GROUP)[-1]
    await night.tap(CLARA, Action.BELIEVE)
    await night.deliver()
    assert 1 == len(night.telegram.made("sendMessage", chat=CLARA.id))

    await ended(night, released)
    await night.deliver_all()

    assert 1 == len(night.texts(BERT.id))
    assert "⚅⚃" not in night.texts(BERT.id)[-1]
    assert "reply_markup" not in night.telegram.made("editMessageText", chat=BERT.id)[-1][1]
    assert PrivateCup(BERT.id) not in night.house.dirty


async def test_an_old_cup_that_hangs_while_it_is_closed_holds_up_no_card(night: Night) -> None:
    """Tidying up is no reason to wait."""
    await night.tap(BERT, Action.BELIEVE)
    await night.deliver_all()
    released = night.telegram.hang(BERT.id)
    await night.tap(BERT, Action.ANNOUNCE, "64")
    await night.deliver()
    await night.tap(CLARA, Action.BELIEVE)
    await night.deliver()

    assert PrivateCup(CLARA.id) in night.house.shown
    await ended(night, released)
    await night.deliver_all()
    assert PrivateCup(BERT.id) not in night.house.shown


async def test_a_worker_that_has_lost_the_table_says_so_when_the_call_ends(night: Night) -> None:
    """The next holder sends it himself; of the first one's message the store is told, and it is no fault."""
    released = await hung(night)
    night.house.fence = LEASE.fence + 1

    await ended(night, released)

    assert PrivateCup(BERT.id) in night.house.dirty
    assert PrivateCup(BERT.id) not in night.house.shown


async def test_a_stop_lets_the_call_end_and_begins_no_other(night: Night) -> None:
    """What was sent is noted."""
    released = await hung(night)
    night.halt.set()
    finishing = asyncio.create_task(night.courier.finish(5))
    await asyncio.sleep(0)
    assert not finishing.done()
    released.set()
    await finishing

    assert PrivateCup(BERT.id) in night.house.shown


async def test_when_very_many_hang_the_next_is_waited_for(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that nobody waits for must not take all connections."""
    monkeypatch.setattr(errands, "MOST", 0)
    released = night.telegram.hang(BERT.id)
    await night.tap(BERT, Action.BELIEVE)
    visit = asyncio.create_task(night.deliver())
    await asyncio.sleep(0.2)
    assert not visit.done()
    released.set()
    await visit


async def test_a_private_roll_that_is_put_off_again_and_again_holds_up_the_card_three_seconds_at_most(
    night: Night,
) -> None:
    """However short each of the waits is."""
    words = "Too Many Requests: retry after 2"
    night.telegram.refuse("sendMessage", 429, words, parameters={"retry_after": 2}, chat=BERT.id)
    await night.tap(BERT, Action.BELIEVE)
    assert 2.0 == await night.deliver()
    assert Card() in night.house.dirty
    night.wait(2.0)

    await night.deliver()

    assert Card() not in night.house.dirty
