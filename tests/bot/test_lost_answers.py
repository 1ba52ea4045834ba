"""What keeps failing is tried again, later each time; what perhaps stands in the chat rings nobody's phone twice."""

import pytest
from telegram.error import NetworkError, TimedOut

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Night
from tgbot.bot.delivery.mishaps import KEPT, Matter, Mishaps
from tgbot.bot.outcomes import NotSent, Unsure
from tgbot.bot.request import NotReached
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.surfaces import Card

FOR_EVER = 999


@pytest.fixture
async def night() -> Night:
    """A running game; Anna holds the cup with 42."""
    night = Night((4, 2, 6, 4, 5, 5, 3, 1, 6, 5))
    await night.begin(ANNA, BERT, CLARA)
    return night


def rings(night: Night, chat: int) -> list[bool]:
    """List the messages tried in a chat: whether each rings."""
    sent = night.telegram.made("sendMessage", chat=chat)
    return [not params.get("disable_notification") for _, params in sent]


async def pass_time(night: Night, seconds: float) -> list[float]:
    """Visit the table as often as the courier asks, for so many seconds; returns the waits it asked for."""
    waits: list[float] = []
    end = night.house.now + seconds * 1000
    while night.house.now < end and (wait := await night.deliver()) is not None:
        waits.append(round(wait, 1))
        night.wait(wait)
    return waits


async def test_a_card_whose_answers_keep_getting_lost_is_sent_a_few_times_and_rings_once(night: Night) -> None:
    """The wait doubles; the copies are silent."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP, times=FOR_EVER)

    waits = await pass_time(night, 150)

    assert [5, 10, 20, 40, 80] == waits
    assert [True, False, False, False, False] == rings(night, GROUP)


async def test_a_private_roll_whose_answers_keep_getting_lost_is_sent_a_few_times_and_rings_once(night: Night) -> None:
    """As with the card."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=BERT.id, times=FOR_EVER)
    await night.tap(BERT, Action.BELIEVE)

    await pass_time(night, 150)

    assert [True, False, False, False, False] == rings(night, BERT.id)


async def test_what_brings_the_courier_in_between_does_not_bring_one_more_copy(night: Night) -> None:
    """Another chat's wait, or a move that changes nothing here."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP)
    assert 5.0 == await night.deliver()
    night.house.now += 2_000

    assert await night.deliver() == pytest.approx(3.0, abs=0.2)
    assert [True] == rings(night, GROUP)


async def test_a_tap_brings_a_card_that_was_perhaps_sent_soon_and_silently(night: Night) -> None:
    """Whoever taps looks for a card, but not for five of them."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP, times=4)
    await pass_time(night, 20)
    await night.deliver()
    assert 4 == len(rings(night, GROUP))
    night.house.now += 6_000
    night.house.dirty[Card()] = 999

    await night.deliver()
    night.house.dirty[Card()] = 1000
    await night.deliver()

    assert [True, False, False, False, False] == rings(night, GROUP)


async def test_many_taps_at_once_bring_one_copy(night: Night) -> None:
    """Five seconds are left to what was just sent."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP, times=FOR_EVER)
    for mark in range(900, 910):
        night.house.dirty[Card()] = mark
        await night.deliver()
        night.house.now += 400

    assert [True] == rings(night, GROUP)


async def test_the_next_turn_s_card_comes_at_once_and_rings(night: Night) -> None:
    """It is another card, for somebody else."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP, times=3)
    await pass_time(night, 30)
    night.forget()
    await night.tap(BERT, Action.BELIEVE)
    await night.tap(BERT, Action.ANNOUNCE, "64")

    await night.deliver()

    assert [True] == rings(night, GROUP)
    assert "64" in night.texts(GROUP)[-1]


async def test_a_card_that_asks_for_something_else_comes_at_once(night: Night) -> None:
    """Though it belongs to the same turn: believing moves the game on, and so does a third guest in a lobby."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP)
    await night.deliver()
    await night.tap(BERT, Action.BELIEVE)

    await night.deliver()

    assert [True, True] == rings(night, GROUP)
    assert "Was sagst du an?" in night.texts(GROUP)[-1]


async def test_what_was_certainly_not_sent_rings_when_it_comes_and_comes_within_seconds(night: Night) -> None:
    """After an outage nobody waits long, however long it was and however many tables have failed meanwhile."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", NotReached("away"), carried_out=False, chat=GROUP, times=20)

    waits = await pass_time(night, 600)

    assert [1, 2, 4, *[5] * 17] == waits
    assert all(rings(night, GROUP))
    assert "42" in night.texts(GROUP)[-1]


async def test_another_table_s_failures_make_nobody_wait_longer() -> None:
    """Each table waits for its own."""
    mishaps = Mishaps()
    for home in range(1, 40):
        assert 1.0 == mishaps.note(Matter(TableId(-home), Card()), NotSent(), 0)


async def test_what_became_quiet_is_forgotten(night: Night) -> None:
    """Nothing is kept of a table that has its card, nor for ever of one that another worker serves by now."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP)
    await night.deliver_all()
    await night.tap(BERT, Action.DOUBT)
    night.telegram.lose("sendMessage", NotReached("away"), carried_out=False, chat=GROUP)
    await night.deliver()
    assert 1 == len(night.courier.tools.mishaps)
    await night.deliver_all()
    assert not len(night.courier.tools.mishaps)

    mishaps = Mishaps()
    for home in range(1, 40):
        mishaps.note(Matter(TableId(-home), Card()), Unsure(), 0)
    mishaps.note(Matter(TableId(-99), Card()), Unsure(), KEPT + 1)
    assert 1 == len(mishaps)


@pytest.mark.parametrize("word", [Word.HOUSE, Word.TABLE])
async def test_nothing_that_was_asked_for_is_sent_for_ever(night: Night, word: Word) -> None:
    """Menus and sheets are no different."""
    await night.say(word, ANNA)
    night.telegram.lose("sendMessage", NetworkError("gone"), carried_out=True, chat=GROUP, times=FOR_EVER)

    await pass_time(night, 150)

    assert 5 == len(rings(night, GROUP))
    assert not any(rings(night, GROUP)[1:])
