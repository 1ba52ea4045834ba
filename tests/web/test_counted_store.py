"""A store whose commits are counted is otherwise the store."""

import pytest

from tests.bot.fakes import GROUP, MemoryHouse
from tests.table.fakes import ANNA
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import Change, Outcome, StoreUnavailable
from tgbot.table.state.table import Table
from tgbot.web.counted_store import CountedStore
from tgbot.web.metrics import Metrics

ID = TableId(GROUP)


async def test_commits_are_counted_by_what_became_of_them() -> None:
    """Done, stale, and a store that is away."""
    house, metrics = MemoryHouse(), Metrics()
    store = CountedStore(house, metrics)
    change = Change(table=Table(id=ID, chat=GROUP, version=1), expected=0)

    assert Outcome.DONE is await store.commit(change)
    assert Outcome.STALE is await store.commit(change)
    house.away = True
    with pytest.raises(StoreUnavailable):
        await store.commit(change)

    shown = metrics.exposition().decode()
    for outcome in ("done", "stale", "unavailable"):
        assert f'tgbot_commits_total{{outcome="{outcome}"}} 1.0' in shown


async def test_everything_else_is_passed_on() -> None:
    """Reading is not counted."""
    house = MemoryHouse()
    store = CountedStore(house, Metrics())
    await store.adopt(-5, GROUP)

    assert -5 == await store.home_of(GROUP)
    assert await house.load(ID) == await store.load(ID)
    assert () == await store.tables_of(ANNA.id)
    assert await store.card_message(ID) is None
