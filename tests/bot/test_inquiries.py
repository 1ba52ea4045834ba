"""Facts only Telegram knows, and the press that waits for them."""

import asyncio

import pytest

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Died, Night
from tests.table.fakes import person
from tgbot.bot.delivery import inquiries
from tgbot.table.intents.inquiry import Finding, Informed, Inquiry, Purpose
from tgbot.table.intents.taps import Action

STRANGER = person(9, "Olga")


@pytest.fixture
async def night() -> Night:
    """A lobby that Olga, who does not sit there, wants to start."""
    night = Night((4, 2, 6, 4))
    await night.seat(ANNA, BERT, CLARA)
    await night.deliver_all()
    night.forget()
    await night.tap(STRANGER, Action.START)
    return night


def answers(night: Night) -> list[str]:
    """Ids of the queries answered."""
    return [params["callback_query_id"] for _, params in night.telegram.made("answerCallbackQuery")]


@pytest.mark.parametrize(
    ("status", "finding"),
    [("administrator", Finding.YES), ("creator", Finding.YES), ("member", Finding.NO), ("left", Finding.NO)],
)
async def test_an_inquiry_is_asked_and_its_press_answered_once(night: Night, status: str, finding: Finding) -> None:
    """The service hears the fact; the presser hears what came of it."""
    night.telegram.members[STRANGER.id] = status

    await night.deliver_all()

    informed = next(intent for intent in night.service.intents if isinstance(intent, Informed))
    assert finding is informed.finding
    assert ["q4"] == answers(night)
    assert not night.house.inquiries


async def test_an_inquiry_comes_before_everything_else(night: Night) -> None:
    """Somebody is looking at his button."""
    await night.tap(ANNA, Action.START)

    await night.deliver_all()

    assert f"getChatMember {GROUP}" == night.journal.only("getChatMember", "sendMessage", "editMessageText")[0]


async def test_of_somebody_who_wishes_for_much_at_once_telegram_is_asked_once(night: Night) -> None:
    """Everybody's cards wait meanwhile. Each wish is heard, and each press answered; the next ones are asked about afresh."""
    for _ in range(20):
        await night.tap(STRANGER, Action.START)
    await night.tap(BERT, Action.START)

    await night.deliver_all()

    assert [STRANGER.id, BERT.id] == [params["user_id"] for _, params in night.telegram.made("getChatMember")]
    assert 22 == len(set(answers(night)))
    night.telegram.members[STRANGER.id] = "administrator"
    await night.tap(STRANGER, Action.START)
    await night.deliver_all()
    heard = [intent.finding for intent in night.service.intents if isinstance(intent, Informed)]
    assert heard == [Finding.NO] * 22 + [Finding.YES]


async def test_a_silent_telegram_answers_unknown_within_seconds(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The presser is not left waiting, and not told no."""

    async def silence(*_: object) -> object:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr(type(night.gateway), "standing", silence)
    monkeypatch.setattr(inquiries, "_ASKING", 0.05)

    await night.deliver_all()

    informed = next(intent for intent in night.service.intents if isinstance(intent, Informed))
    assert Finding.UNKNOWN is informed.finding
    assert ["q4"] == answers(night)


def test_asking_and_answering_take_eight_seconds_at_most() -> None:
    """After that the presser has looked away."""
    assert 8.0 >= inquiries._ASKING + inquiries._ANSWERING


async def test_a_worker_that_dies_over_an_inquiry_leaves_it_to_the_next(night: Night) -> None:
    """Asked again, decided once."""
    night.telegram.members[STRANGER.id] = "administrator"
    night.house.die_before = "answered"

    with pytest.raises(Died):
        await night.deliver()
    await night.deliver_all()

    assert not night.house.inquiries
    assert 2 == sum(isinstance(intent, Informed) for intent in night.service.intents)


async def test_a_seat_asked_for_through_a_link_needs_a_member_and_no_press(night: Night) -> None:
    """Nobody pressed anything, so nobody is answered."""
    night.house.inquiries = [Inquiry(Purpose.SEAT, STRANGER, night.table.games)]
    night.telegram.members[STRANGER.id] = "member"

    await night.deliver_all()

    informed = next(intent for intent in night.service.intents if isinstance(intent, Informed))
    assert Finding.YES is informed.finding
    assert not answers(night)


async def test_a_stopping_worker_leaves_an_inquiry_to_another(night: Night) -> None:
    """What is asked to stop asks nothing."""
    night.halt.set()

    await night.deliver()

    assert not night.telegram.calls
    assert 1 == len(night.house.inquiries)


async def test_an_answer_telegram_is_slow_to_take_is_given_up(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The presser has looked away; what he asked for is done."""

    async def silence(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(type(night.gateway), "answer", silence)
    monkeypatch.setattr(inquiries, "_ANSWERING", 0.05)

    await night.deliver_all()

    assert not night.house.inquiries
