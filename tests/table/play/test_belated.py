"""Buttons of an earlier card, pressed while the newest one is on its way: the toast says what holds."""

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, Evening
from tests.table.playing_by import Table, about
from tgbot.game.refusals import Refusal
from tgbot.phrases.toasts import toast
from tgbot.table.clock.clockwork import step_of
from tgbot.table.identity import Person
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.replies import Barred, Told
from tgbot.table.news.surfaces import Card


async def on_an_earlier_card(table: Evening, who: Person, action: Action, step: int) -> Told:
    """Press a button of an earlier step."""
    reply = await table.tap(who, action, step=step)
    assert isinstance(reply, Told)
    return reply


def step(table: Evening) -> int:
    """Name the step of the newest card."""
    return step_of(table.table.game)[1]


@pytest.fixture
async def asked() -> tuple[Table, int]:
    """Anna has announced 53, and the step of the card that was there before."""
    table = Table(dice=(5, 3))
    await table.open(ANNA, BERT, CLARA)
    before = step(table)
    await table.tap(ANNA, Action.ANNOUNCE, "53")
    return table, before


@pytest.mark.parametrize("action", [Action.PEEK, Action.KEYBOARD, Action.ANNOUNCE, Action.BELIEVE])
async def test_whose_turn_it_is_hears_that_and_what_was_said(asked: tuple[Table, int], action: Action) -> None:
    """Not that he is to wait; and his card is looked after."""
    table, before = asked
    table.store.dirty.clear()
    told = await on_an_earlier_card(table, BERT, action, before)
    assert toast(told).text == (
        "Du bist dran: \u2068Anna\u2069 sagt 53. Nimm die neue Karte, sie ist da oder kommt gleich."
    )
    assert Card() in table.store.dirty


async def test_who_has_believed_hears_that_it_is_for_him_to_announce(asked: tuple[Table, int]) -> None:
    """The second of two equal taps."""
    table, _ = asked
    before = step(table)
    await table.tap(BERT, Action.BELIEVE)
    for action in (Action.BELIEVE, Action.DOUBT):
        assert about(await on_an_earlier_card(table, BERT, action, before)) is Barred.CALL_NOW


@pytest.mark.parametrize("action", [Action.KEYBOARD, Action.ANNOUNCE])
async def test_who_has_just_announced_hears_that_it_counts(asked: tuple[Table, int], action: Action) -> None:
    """Not that somebody else is thinking; on the card of before only."""
    table, before = asked
    assert about(await on_an_earlier_card(table, ANNA, action, before)) is Barred.COUNTED
    assert about(await on_an_earlier_card(table, ANNA, action, step(table))) is Refusal.NOT_YOUR_TURN
    assert about(await on_an_earlier_card(table, CLARA, action, before)) is Refusal.NOT_YOUR_TURN


async def test_who_peeks_and_has_to_wait_hears_that(asked: tuple[Table, int]) -> None:
    """The sentence of old, where it is true."""
    table, before = asked
    assert about(await on_an_earlier_card(table, CLARA, Action.PEEK, before)) is Barred.NO_ROLL


async def test_who_has_just_lifted_the_cup_hears_that_it_counts() -> None:
    """Until somebody else moves: then it is true again that he has to wait, and for whom."""
    table = Table(dice=(5, 3))
    await table.open(ANNA, BERT, CLARA)
    await table.tap(ANNA, Action.ANNOUNCE, "66")
    before = step(table)
    await table.tap(BERT, Action.DOUBT)
    assert table.holder == ANNA.id
    assert about(await on_an_earlier_card(table, BERT, Action.DOUBT, before)) is Barred.COUNTED
    assert about(await on_an_earlier_card(table, CLARA, Action.DOUBT, before)) is Refusal.NOT_YOUR_TURN
    await table.tap(ANNA, Action.ANNOUNCE, "61")
    await table.tap(BERT, Action.BELIEVE)
    await table.tap(BERT, Action.ANNOUNCE, "66")
    told = await on_an_earlier_card(table, BERT, Action.DOUBT, before)
    assert toast(told).text == "Du bist nicht dran, gerade überlegt \u2068Clara\u2069."


async def test_who_has_given_the_sign_twice_has_given_it() -> None:
    """And hears what to do where he begins; who only sits there has an old button."""
    table = Table()
    await table.open(ANNA, BERT, CLARA)
    assert about(await on_an_earlier_card(table, ANNA, Action.START, 0)) is Barred.CALL_NOW
    assert about(await on_an_earlier_card(table, BERT, Action.START, 0)) is Barred.OLD_BUTTON


async def test_at_a_table_that_pauses_the_pause_goes_before(asked: tuple[Table, int]) -> None:
    """No card brings a turn there."""
    table, before = asked
    await table.say(Word.PAUSE, ANNA, "tisch")
    for action in (Action.PEEK, Action.KEYBOARD):
        assert about(await on_an_earlier_card(table, BERT, action, before)) is Barred.PAUSED
