"""Private cups: to the roller alone, before the card, and never against a closed door."""

from dataclasses import replace

import pytest
from telegram.error import TimedOut

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Died, Night
from tgbot.game.state import Announcing
from tgbot.table.identity import Reach
from tgbot.table.intents.inward import CupArrived, CupRefused
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import DoorChanged
from tgbot.table.news.surfaces import Card, PrivateCup

CLOSED = [
    (403, "Forbidden: bot can't initiate conversation with a user"),
    (403, "Forbidden: bot was blocked by the user"),
    (400, "Bad Request: chat not found"),
]


@pytest.fixture
async def night() -> Night:
    """Three people are about to start; Anna will roll 42."""
    night = Night((4, 2, 6, 4, 5, 5, 3, 1))
    await night.seat(ANNA, BERT, CLARA)
    await night.deliver_all()
    night.forget()
    return night


async def test_the_roller_has_his_dice_before_the_group_hears_whose_turn_it_is(night: Night) -> None:
    """First the private message, then the card."""
    await night.tap(ANNA, Action.START)

    await night.deliver_all()

    assert [f"sendMessage {ANNA.id}", f"sendMessage {GROUP}"] == night.journal.only("sendMessage")


async def test_the_dice_reach_nobody_else(night: Night) -> None:
    """They stand in the roller's chat only."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()

    assert [ANNA.id] == [params["chat_id"] for _, params in night.telegram.calls if "⚃⚁" in params.get("text", "")]


async def test_the_first_cup_that_arrives_opens_the_door(night: Night) -> None:
    """Told to the service once, not with every roll: Anna's second one is no news."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    for who, value, after in ((ANNA, "42", BERT), (BERT, "64", CLARA), (CLARA, "65", ANNA)):
        await night.tap(who, Action.ANNOUNCE, value)
        await night.tap(after, Action.BELIEVE)
        await night.deliver_all()

    assert 2 == len(night.texts(ANNA.id))
    assert [CupArrived(night.id, who.id) for who in (ANNA, BERT, CLARA)] == [
        intent for intent in night.service.intents if isinstance(intent, CupArrived)
    ]


@pytest.mark.parametrize(("status", "words"), CLOSED)
async def test_a_refused_cup_is_told_to_the_service_and_the_card_asks_to_open_the_door(
    night: Night, status: int, words: str
) -> None:
    """The turn does not hang: the card goes out, with a way to see the roll there."""
    await night.tap(ANNA, Action.START)
    night.telegram.refuse("sendMessage", status, words, chat=ANNA.id, times=99)

    await night.deliver_all()

    assert CupRefused(night.id, ANNA.id) in night.service.intents
    assert Reach.CLOSED is getattr(night.table.member(ANNA.id), "reach", None)
    assert 1 == len(night.telegram.made(chat=ANNA.id))
    assert night.table.doorbell == ANNA.id
    assert 1 == len(night.telegram.made("sendMessage", chat=GROUP))


async def test_a_closed_door_is_not_knocked_at_again_until_it_opens(night: Night) -> None:
    """No private call at all while the door is known to be shut; then the same dice, unchanged."""
    night.telegram.refuse("sendMessage", 403, "Forbidden: bot was blocked by the user", chat=ANNA.id)
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    night.forget()
    await night.tap(ANNA, Action.KEYBOARD)
    night.house.dirty[PrivateCup(ANNA.id)] = 999
    await night.deliver_all()
    assert not night.telegram.made(chat=ANNA.id)

    await night.service.handle(DoorChanged(night.mark(), ANNA, open=True))
    night.house.seats[ANNA.id] = [night.id]
    await night.service.handle(DoorChanged(night.mark(), ANNA, open=True))
    await night.deliver_all()

    assert "⚃⚁" in night.texts(ANNA.id)[-1]


async def test_a_cup_passed_on_loses_its_buttons_after_the_card_is_out(night: Night) -> None:
    """Decoration: it comes last."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    night.forget()
    await night.tap(ANNA, Action.ANNOUNCE, "42")

    await night.deliver_all()

    assert [f"sendMessage {GROUP}", f"editMessageText {ANNA.id}"] == night.journal.only(
        "sendMessage", f"editMessageText {ANNA.id}"
    )
    assert "reply_markup" not in night.telegram.made("editMessageText", chat=ANNA.id)[0][1]
    assert "⚃⚁" not in night.texts(ANNA.id)[-1]
    assert PrivateCup(ANNA.id) not in night.house.shown
    assert not night.house.stale


async def test_a_cup_is_not_closed_where_the_door_has_been_shut(night: Night) -> None:
    """An edit is a private call like any other."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    night.house.seats[ANNA.id] = [night.id]
    await night.service.handle(DoorChanged(night.mark(), ANNA, open=False))
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.forget()

    await night.deliver_all()

    assert not night.telegram.made(chat=ANNA.id)
    assert PrivateCup(ANNA.id) not in night.house.shown


async def test_a_cup_held_up_a_moment_holds_up_the_card(night: Night) -> None:
    """The roller is to know first."""
    await night.tap(ANNA, Action.START)
    night.budget.waits[ANNA.id] = 900

    assert 0.9 == await night.deliver()
    assert not night.telegram.made(chat=GROUP)


async def test_a_cup_held_up_for_long_does_not_hold_up_the_game(night: Night) -> None:
    """The card shows the roll to its roller just as well."""
    await night.tap(ANNA, Action.START)
    words = "Too Many Requests: retry after 30"
    night.telegram.refuse("sendMessage", 429, words, parameters={"retry_after": 30}, chat=ANNA.id)

    await night.deliver()

    assert 1 == len(night.telegram.made("sendMessage", chat=GROUP))
    assert {ANNA.id: 30.0} == night.budget.held


async def test_a_cup_whose_answer_was_lost_is_sent_again_with_the_same_dice(night: Night) -> None:
    """Twice is better than not at all; the card does not wait for it."""
    await night.tap(ANNA, Action.START)
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=ANNA.id)

    await night.deliver()
    assert 1 == len(night.telegram.made("sendMessage", chat=GROUP))
    await night.deliver_all()

    assert 2 == len([text for text in night.texts(ANNA.id) if "⚃⚁" in text])


async def test_a_worker_that_dies_between_cup_and_card_brings_both(night: Night) -> None:
    """The same dice, drawn from the stored state."""
    await night.tap(ANNA, Action.START)
    night.house.die_before = f"show cup {ANNA.id}"

    with pytest.raises(Died):
        await night.deliver()
    await night.deliver_all()

    assert all("⚃⚁" in text for text in night.texts(ANNA.id))
    assert Card() in night.house.shown


async def test_a_deleted_private_message_is_sent_anew(night: Night) -> None:
    """As with the card."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    night.house.shown[PrivateCup(ANNA.id)] = replace(night.house.shown[PrivateCup(ANNA.id)], digest="another look")
    night.house.dirty[PrivateCup(ANNA.id)] = 999
    night.telegram.refuse("editMessageText", 400, "Bad Request: message to edit not found", chat=ANNA.id)
    night.forget()

    await night.deliver_all()

    assert ["editMessageText", "sendMessage"] == [method for method, _ in night.telegram.made(chat=ANNA.id)]


async def test_a_cup_telegram_will_never_take_leaves_the_roll_to_the_card(night: Night) -> None:
    """Our own fault; the card shows the roll to its roller."""
    await night.tap(ANNA, Action.START)
    night.telegram.refuse("sendMessage", 400, "Bad Request: BUTTON_DATA_INVALID", chat=ANNA.id, times=99)

    await night.deliver_all()

    assert 1 == len(night.telegram.made(chat=ANNA.id))
    assert Card() in night.house.shown


async def test_a_cup_whose_closing_is_held_up_is_closed_later(night: Night) -> None:
    """By then the card has long been there."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    words = "Too Many Requests: retry after 9"
    night.telegram.refuse("editMessageText", 429, words, parameters={"retry_after": 9}, chat=ANNA.id)

    assert await night.deliver() == 9.0
    night.budget.waits.clear()
    await night.deliver_all()

    assert PrivateCup(ANNA.id) not in night.house.shown


async def test_a_deleted_account_gives_its_seat_up(night: Night) -> None:
    """F05: nobody will ever come back to this cup; the round is void, and the next seat opens."""
    night.telegram.refuse("sendMessage", 403, "Forbidden: user is deactivated", chat=ANNA.id)
    await night.tap(ANNA, Action.START)

    await night.deliver_all()

    assert CupRefused(night.id, ANNA.id, gone=True) in night.service.intents
    assert "steigt aus" in "".join(night.texts(GROUP))
    assert isinstance(night.table.game, Announcing)
    assert BERT.id == night.table.game.holder
    assert night.texts(BERT.id)
