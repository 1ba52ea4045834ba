"""What a worker showed after it had lost its lease: the holder hears of it, and puts right what it may hide."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.store.samples import HOME, shown
from tests.store.serving import Store, lease_on
from tgbot.store.leases import PartitionLeases
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.outbox import Lease, LeaseLost

CARD = Card()
Make = Callable[[str], PartitionLeases]


async def overtaken(store: Store, worker: Make) -> tuple[Lease, PartitionLeases]:
    """Let the worker lose its lease to another one; returns the new lease, and its holder."""
    await store.leases.release()
    heir = worker("heir")
    await heir.balance()
    return lease_on(heir), heir


async def show_late(store: Store, message: int) -> None:
    """Note a message with the lost lease."""
    with pytest.raises(LeaseLost):
        await store.outbox.show(store.lease, HOME, CARD, shown(message), 1)


async def test_a_card_rewritten_late_is_sent_anew(store: Store, worker: Make) -> None:
    """Nobody knows which of the two texts stands there, so it becomes a line, and the card is dirty again."""
    await store.put(dirty=(CARD,))
    lease, heir = await overtaken(store, worker)
    await store.outbox.show(lease, HOME, CARD, shown(11), (await store.pending()).dirty[CARD])
    await store.outbox.finish(lease, HOME)
    await show_late(store, 11)

    pending = await store.pending()
    assert list(pending.dirty) == [CARD]
    assert (pending.shown, pending.stale) == ({}, (shown(11),))
    assert await heir.deliveries(lease) == (HOME,)


async def test_a_card_sent_late_below_the_newest_is_closed_and_the_newest_sent_anew(store: Store, worker: Make) -> None:
    """The last card in the chat is the one that counts."""
    await store.put(dirty=(CARD,))
    lease, _ = await overtaken(store, worker)
    await store.outbox.show(lease, HOME, CARD, shown(11), (await store.pending()).dirty[CARD])
    await show_late(store, 12)

    pending = await store.pending()
    assert list(pending.dirty) == [CARD]
    assert (pending.shown, set(pending.stale)) == ({}, {shown(11), shown(12)})


async def test_a_card_sent_late_above_the_newest_is_only_closed(store: Store, worker: Make) -> None:
    """Nobody sees it as the last, so its buttons go and nothing else happens."""
    await store.put(dirty=(CARD,))
    lease, _ = await overtaken(store, worker)
    await store.outbox.show(lease, HOME, CARD, shown(12), (await store.pending()).dirty[CARD])
    await show_late(store, 11)

    pending = await store.pending()
    assert (dict(pending.dirty), pending.shown, pending.stale) == ({}, {CARD: shown(12)}, (shown(11),))


async def test_a_card_the_holder_has_yet_to_show_stays_his(store: Store, worker: Make) -> None:
    """He will send his own, and it will be below."""
    await store.put(dirty=(CARD,))
    await overtaken(store, worker)
    before = (await store.pending()).dirty
    await show_late(store, 11)

    pending = await store.pending()
    assert (pending.dirty, pending.shown, pending.stale) == (before, {}, (shown(11),))


async def test_what_has_no_closing_line_stays_as_it_is(store: Store, worker: Make) -> None:
    """There is nothing it could become."""
    await store.put(dirty=(CARD,))
    lease, _ = await overtaken(store, worker)
    await store.outbox.show(lease, HOME, CARD, shown(11), (await store.pending()).dirty[CARD])
    with pytest.raises(LeaseLost):
        await store.outbox.show(store.lease, HOME, CARD, replace(shown(12), closing=None), 1)

    assert (await store.pending()).stale == (shown(11),)
