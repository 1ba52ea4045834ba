"""What an anchor tells to who reads one: that stands beside what writes it."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, Evening
from tgbot.table.anchors import card_anchor, of_game, turn_of


@pytest.fixture
async def evening() -> Evening:
    """A game at a table."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    return evening


async def test_a_card_sent_anew_is_one_of_the_same_turn(evening: Evening) -> None:
    """Whatever it was sent anew for; only the turn's passing on makes another one."""
    table = evening.table
    again = [replace(table, repost=table.repost + 1), replace(table, reminded=True), replace(table, halts=1)]

    assert len({card_anchor(card) for card in (table, *again)}) == 4
    assert {turn_of(card_anchor(card)) for card in (table, *again)} == {turn_of(card_anchor(table))}


@pytest.mark.parametrize(("number", "belongs"), [(1, True), (2, False), (11, False)])
async def test_a_card_belongs_to_its_game(evening: Evening, number: int, *, belongs: bool) -> None:
    """And to none whose number begins alike."""
    assert of_game(card_anchor(evening.table), number) is belongs
    assert of_game(card_anchor(replace(evening.table, game=None)), number) is False
