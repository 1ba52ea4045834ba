"""The times that people are told of: what nobody touches for half an hour is closed, or anybody may end it."""

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening
from tgbot.game.state import Over
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import LobbyClosed
from tgbot.table.scene import scene

MINUTE = 60_000
HALF_AN_HOUR = 30 * MINUTE


async def test_a_lobby_closes_half_an_hour_after_it_was_last_touched() -> None:
    """With a word. Whoever sits down or gets up touches it; who only wants to see it does not."""
    evening = Evening()
    await evening.seat(ANNA)
    evening.store.now += 20 * MINUTE
    await evening.tap(BERT, Action.JOIN)
    touched = evening.store.now
    evening.store.now += 10 * MINUTE
    await evening.say(Word.TABLE, CLARA)
    assert [(due.kind, due.at - touched) for due in evening.store.deadlines[evening.id]] == [(Due.LOBBY, HALF_AN_HOUR)]
    await evening.pass_time(Due.LOBBY)
    assert evening.table.game is None
    assert evening.told[-1] == LobbyClosed(expired=True)


async def test_who_closes_a_lobby_that_stood_for_half_an_hour_is_named() -> None:
    """Also somebody whom the table has not met."""
    evening = Evening()
    await evening.seat(ANNA)
    evening.store.now += HALF_AN_HOUR - MINUTE
    await evening.tap(BERT, Action.JOIN)
    evening.store.now += 2 * MINUTE
    await evening.say(Word.END, DIETER)
    assert evening.told[-1] == LobbyClosed(DIETER.id)
    assert scene(evening.table, None, "").name(DIETER.id) == DIETER.name


@pytest.mark.parametrize(("waited", "ended"), [(HALF_AN_HOUR, False), (HALF_AN_HOUR + 1, True)])
async def test_a_game_is_anybodys_to_end_after_half_an_hour_without_a_move(*, waited: int, ended: bool) -> None:
    """Not a moment before."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    evening.store.now += waited
    await evening.say(Word.END, DIETER)
    assert isinstance(evening.table.game, Over) is ended
