"""What a restore has shown anew: the card and the cups of games that go on, each once."""

from dataclasses import replace

import pytest

from tests.store.samples import CUP, HOME, deadline, shown, table
from tests.store.serving import Store
from tests.store.test_backup import CARD, leave
from tgbot.store.backup import back_up
from tgbot.store.restore import restore
from tgbot.table.intents.deadline import Due
from tgbot.table.ports.tables import Change


async def test_cards_and_cups_of_a_running_game_are_sent_anew(store: Store) -> None:
    """What the chat shows may be of later moves than the backup's: the card goes to the bottom, the old one is closed."""
    await store.put()
    for surface in (CARD, CUP):
        await store.outbox.show(store.lease, HOME, surface, shown(message=7), None)
    archive = await back_up(store.redis)
    await leave(store)

    await restore(store.redis, archive, over=True)

    pending = await store.pending()
    assert set(pending.dirty) == {CARD, CUP}
    assert {surface: (show.message, show.anchor) for surface, show in pending.shown.items()} == {
        CARD: (7, ""),
        CUP: (7, ""),
    }


async def test_a_card_that_time_brings_is_not_sent_twice(store: Store) -> None:
    """Where a turn's time begins anew its card comes with it; a restore that brought one too would have two in the chat."""
    await store.put(deadlines=(deadline(await store.now() + 90_000),))
    for surface in (CARD, CUP):
        await store.outbox.show(store.lease, HOME, surface, shown(message=7), None)
    archive = await back_up(store.redis)
    await leave(store)

    await restore(store.redis, archive, over=True)

    assert set((await store.pending()).dirty) == {CUP}
    await store.leases.due(store.lease)
    assert [found.kind for _, found in await store.leases.due(store.lease)] == [Due.FRESH]


@pytest.mark.parametrize(
    "change", [{"game": None}, {"asleep": True}, {"paused": True}], ids=["no game", "asleep", "paused"]
)
async def test_a_table_where_nobody_plays_is_left_in_peace(store: Store, change: dict[str, object]) -> None:
    """No card comes into a chat that waits for none."""
    await store.put(Change(table=replace(table(), **change), expected=0))  # type: ignore[arg-type]
    await store.outbox.show(store.lease, HOME, CARD, shown(message=7), None)
    archive = await back_up(store.redis)
    await leave(store)

    await restore(store.redis, archive, over=True)

    assert (await store.pending()).dirty == {}
