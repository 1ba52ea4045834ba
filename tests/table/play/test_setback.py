"""A button from a move the store has lost: told once, and never good for other dice."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action
from tgbot.table.news.notices import MoveLost
from tgbot.table.news.replies import Barred, Told
from tgbot.table.ports.tables import Loaded
from tgbot.table.state.table import Table


async def with_a_lost_move() -> tuple[Evening, int]:
    """Bert believes, and then the store knows nothing of it; returns the step that was lost."""
    evening = Evening((4, 2, 3, 1, 6, 1))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    before = evening.table
    await evening.tap(BERT, Action.BELIEVE)
    lost = evening.table.game
    evening.store.tables[evening.id] = before
    assert lost is not None
    return evening, getattr(lost, "step")  # noqa: B009 -- not every phase has one


async def test_a_button_of_a_later_step_tells_that_a_move_is_lost() -> None:
    """The card comes anew, the presser is told that his button is old, and it is said once in a while only."""
    evening, lost = await with_a_lost_move()
    version, repost = evening.table.version, evening.table.repost
    replies = [await evening.tap(BERT, Action.ANNOUNCE, "53", step=lost) for _ in range(3)]

    assert [reply.what for reply in replies if isinstance(reply, Told)] == [Barred.OLD_BUTTON] * 3
    assert evening.told.count(MoveLost()) == 1
    assert (version + 1, repost + 1) == (evening.table.version, evening.table.repost)


async def test_a_move_made_anew_has_another_step() -> None:
    """What Bert saw of the lost roll is an old button, whatever he throws now: he hears that he has to announce."""
    evening, lost = await with_a_lost_move()
    evening.store.now += 1500
    await evening.tap(BERT, Action.BELIEVE)
    reply = await evening.tap(BERT, Action.ANNOUNCE, "53", step=lost)

    assert isinstance(reply, Told)
    assert reply.what is Barred.CALL_NOW
    assert MoveLost() not in evening.told


async def test_nobody_but_a_player_can_make_the_table_say_so() -> None:
    """Data can be forged; somebody without a seat is refused as ever, and so is a button of another game."""
    evening, lost = await with_a_lost_move()
    await evening.tap(DIETER, Action.ANNOUNCE, "53", step=lost)
    tapped = evening.tapped(BERT, Action.ANNOUNCE, "53", step=lost)
    await evening.service.handle(replace(tapped, tap=replace(tapped.tap, game=7)))

    assert MoveLost() not in evening.told


async def test_a_move_decided_on_a_lost_version_is_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was on its way while the store went back and another move took the number: what was lost stays lost."""
    evening = Evening((4, 2, 3, 1, 6, 1))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    before = evening.table
    await evening.tap(BERT, Action.BELIEVE)
    late, load, afterwards = evening.tapped(BERT, Action.ANNOUNCE, "53"), evening.store.load, list[Table]()

    async def loaded_before_the_setback(table: TableId) -> Loaded:
        loaded = await load(table)
        monkeypatch.undo()
        evening.store.tables[table] = before
        evening.store.now += 1500
        await evening.tap(BERT, Action.DOUBT)
        afterwards.append(evening.table)
        return loaded

    monkeypatch.setattr(evening.store, "load", loaded_before_the_setback)
    reply = await evening.service.handle(late)

    assert isinstance(reply, Told)
    assert reply.what is Barred.CALL_NOW
    assert [evening.table] == afterwards


async def test_a_post_told_anew_is_another_post() -> None:
    """Whoever is just sending the lost one must not take the new one for it: neither send the wrong one nor drop the right one."""
    evening = Evening((4, 2, 3, 1) * 3)
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    before = evening.table
    await evening.tap(BERT, Action.DOUBT)
    lost = [post.id for _, post in evening.store.posts]
    evening.store.tables[evening.id] = before
    evening.store.now += 1500
    await evening.tap(BERT, Action.DOUBT)
    ids = [post.id for _, post in evening.store.posts]

    assert len(ids) > len(lost)
    assert len(set(ids)) == len(ids)
