"""The turn timer a group chooses, and a table that has none."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.playing_by import Table
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.turn_time import TurnTime
from tgbot.game.state import Answering, Over
from tgbot.table.clock.clockwork import turn_deadlines
from tgbot.table.clock.timing import Timing
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.inquiry import Finding, Informed
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.evening import EveningEnded


def timed(choice: TurnTime, timing: Timing | None = None) -> Table:
    """Set a table at which a turn may take so long."""
    return Table(replace(HouseRules(), turn_time=choice), timing=timing)


@pytest.mark.parametrize(
    ("choice", "turn"),
    [
        (TurnTime.HALF_MINUTE, 30),
        (TurnTime.MINUTE, 60),
        (TurnTime.TWO_MINUTES, 120),
        (TurnTime.COSY, 600),
    ],
)
async def test_a_turn_may_take_as_long_as_the_group_likes_and_is_reminded_at_half_of_it(
    choice: TurnTime, turn: int
) -> None:
    """Counted from the delivered card."""
    table = timed(choice)
    await table.open(ANNA, BERT, CLARA)
    armed = {due.kind: due.at for due in turn_deadlines(table.table, 0, Timing())}
    assert armed == {Due.TURN: turn * 1000, Due.HALF: turn * 500}


async def test_short_times_of_a_test_are_scaled_alike() -> None:
    """What `Timing` says is what two minutes last."""
    table = timed(TurnTime.HALF_MINUTE, Timing(turn=1200, half=400, grace=0))
    await table.open(ANNA, BERT, CLARA)
    times = {due.kind: due.at - table.store.now for due in table.store.deadlines[table.id]}
    assert times == {Due.TURN: 300, Due.HALF: 100}


async def test_without_a_clock_nobody_is_played_for() -> None:
    """No deadline at all, however often the turn passes on; a table that has one arms it."""
    table = timed(TurnTime.OFF)
    await table.open(ANNA, BERT, CLARA)
    assert table.store.deadlines[table.id] == ()
    await table.tap(ANNA, Action.ANNOUNCE, "65")
    assert table.store.deadlines[table.id] == ()
    assert isinstance(table.table.game, Answering)


async def test_without_a_clock_a_table_is_never_stuck() -> None:
    """Host and admin end it at once, anybody after half an hour without a move."""
    for who, wait in ((ANNA, 0), (DIETER, Timing().idle + 1)):
        table = timed(TurnTime.OFF)
        await table.open(ANNA, BERT, CLARA)
        table.store.now += wait
        await table.say(Word.END, who)
        assert isinstance(table.table.game, Over)
    table = timed(TurnTime.OFF)
    await table.open(ANNA, BERT, CLARA)
    await table.say(Word.END, DIETER)
    await table.service.handle(Informed(table.id, table.store.inquiries[-1], Finding.YES))
    assert isinstance(table.table.game, Over)


async def test_without_a_clock_an_abandoned_table_ends_with_its_evening() -> None:
    """Eight hours after the last move, and every move counts anew."""
    table = timed(TurnTime.OFF)
    await table.open(ANNA, BERT, CLARA)
    table.store.now += Timing().evening - 1
    await table.tap(ANNA, Action.ANNOUNCE, "65")
    (ends,) = table.store.nights[table.id]
    assert (ends.kind, ends.at) == (Due.EVENING, table.store.now + Timing().evening)
    await table.pass_time(Due.EVENING)
    assert isinstance(table.table.game, Over)
    assert any(isinstance(item, EveningEnded) for item in table.told)
