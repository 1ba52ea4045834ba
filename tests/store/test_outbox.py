"""The contract of `Outbox`: what was committed is shown, once and in order, whoever dies in between."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from tests.store.samples import ANNA, BIG, CUP, HOME, inquiry, post, shown, table
from tests.store.serving import Store, lease_on
from tgbot.store import fields, keys
from tgbot.store.leases import PartitionLeases
from tgbot.store.pending import MOST_POSTS
from tgbot.table.identity import TableId
from tgbot.table.news.surfaces import Card, HouseMenu, RuleSheet, Surface
from tgbot.table.ports.effects import Seated
from tgbot.table.ports.outbox import NotQueued, QueuedPost
from tgbot.table.ports.tables import Change

CARD = Card()


async def test_an_unknown_table_has_nothing_pending(store: Store) -> None:
    """A table that is gone is None, not empty."""
    assert await store.outbox.pending(TableId(-1)) is None


async def test_a_crash_between_attempt_and_settling_shows(store: Store) -> None:
    """A post whose sending was begun stays marked, until that is taken back or the post is settled."""
    await store.put(posts=(post("p1"), post("p2")))

    await store.outbox.attempt(store.lease, HOME, "p1")
    assert (await store.pending()).posts == (QueuedPost(post("p1"), attempted=True), QueuedPost(post("p2")))

    await store.outbox.retract(store.lease, HOME, "p1")
    assert (await store.pending()).posts == (QueuedPost(post("p1")), QueuedPost(post("p2")))

    await store.outbox.attempt(store.lease, HOME, "p1")
    await store.outbox.settle(store.lease, HOME, "p1")
    assert (await store.pending()).posts == (QueuedPost(post("p2")),)
    assert (await store.pending()).lost == ()


async def test_a_mark_is_taken_back_by_whoever_made_it_even_when_his_lease_has_lapsed(
    store: Store, worker: Callable[[str], PartitionLeases]
) -> None:
    """Else a post that certainly was not sent would count as perhaps sent. Another's mark stays."""
    await store.put(posts=(post("p1"), post("p2")))
    await store.outbox.attempt(store.lease, HOME, "p1")
    await store.leases.release()
    heir = worker("heir")
    await heir.balance()
    await store.outbox.attempt(lease_on(heir), HOME, "p2")

    await store.outbox.retract(store.lease, HOME, "p1")
    await store.outbox.retract(store.lease, HOME, "p2")

    assert (await store.pending()).posts == (QueuedPost(post("p1")), QueuedPost(post("p2"), attempted=True))


async def test_a_settled_post_is_never_attempted_again(store: Store) -> None:
    """Whoever still wants to send a post that was settled is stopped before the call."""
    await store.put(posts=(post(),))
    await store.outbox.settle(store.lease, HOME, "p1")

    with pytest.raises(NotQueued):
        await store.outbox.attempt(store.lease, HOME, "p1")

    assert (await store.pending()).posts == ()


async def test_of_a_long_queue_the_oldest_posts_are_read(store: Store) -> None:
    """However many a group has made wait, a look at it takes no longer, and they go in their order."""
    ids = [f"p{number}" for number in range(MOST_POSTS + 5)]
    await store.put(posts=tuple(map(post, ids)))

    assert [queued.post.id for queued in (await store.pending()).posts] == ids[:MOST_POSTS]
    for sent in ids[:3]:
        await store.outbox.attempt(store.lease, HOME, sent)
        await store.outbox.settle(store.lease, HOME, sent)
    assert [queued.post.id for queued in (await store.pending()).posts] == ids[3 : MOST_POSTS + 3]


async def test_a_lost_post_waits_for_the_next_card(store: Store) -> None:
    """What was perhaps sent is kept until a card has been shown; a private cup does not count."""
    await store.put(posts=(post("p1"), post("p2")))
    for name in ("p2", "p1"):
        await store.outbox.attempt(store.lease, HOME, name)
        await store.outbox.settle(store.lease, HOME, name, lost=True)

    await store.outbox.show(store.lease, HOME, CUP, shown(5, chat=BIG), None)
    await store.outbox.show(store.lease, HOME, CARD, None, None)
    assert (await store.pending()).lost == (post("p1"), post("p2"))
    assert (await store.pending()).posts == ()

    await store.outbox.show(store.lease, HOME, CARD, shown(6), None)
    assert (await store.pending()).lost == ()


async def test_a_newer_mark_stays(store: Store) -> None:
    """A mark raised between rendering and showing is not cleared by what was rendered before it."""
    await store.put(dirty=(CARD, CUP))
    rendered = (await store.pending()).dirty
    await store.put(dirty=(CARD,))

    await store.outbox.show(store.lease, HOME, CARD, shown(), rendered[CARD])
    await store.outbox.show(store.lease, HOME, CUP, shown(chat=BIG), rendered[CUP])

    left = (await store.pending()).dirty
    assert set(left) == {CARD}
    assert left[CARD] > rendered[CARD]

    await store.outbox.show(store.lease, HOME, CARD, shown(), None)
    assert (await store.pending()).dirty == left
    await store.outbox.show(store.lease, HOME, CARD, shown(), left[CARD])
    assert (await store.pending()).dirty == {}


@pytest.mark.parametrize("surface", [CARD, CUP, HouseMenu(), RuleSheet()], ids=str)
async def test_every_surface_has_marks_of_its_own(store: Store, surface: Surface) -> None:
    """Each surface is marked, shown and cleared by itself."""
    await store.put(dirty=(surface,))
    mark = (await store.pending()).dirty[surface]
    await store.outbox.show(store.lease, HOME, surface, shown(), mark)

    pending = await store.pending()
    assert (pending.dirty, pending.shown) == ({}, {surface: shown()})


async def test_marks_grow_within_one_commit_too(store: Store) -> None:
    """Every mark has a number of its own, in the order the change named the surfaces."""
    await store.put(dirty=(CUP, CARD))

    assert list((await store.pending()).dirty) == [CUP, CARD]


async def test_what_is_shown_is_remembered_exactly(store: Store) -> None:
    """Chat, message, anchor, digest and closing line come back as they were noted, for each surface."""
    await store.put()
    card, cup = shown(2**31 - 1, closing="a|b|c"), shown(3, closing=None, chat=BIG)
    await store.outbox.show(store.lease, HOME, CARD, card, None)
    await store.outbox.show(store.lease, HOME, CUP, cup, None)

    assert (await store.pending()).shown == {CARD: card, CUP: cup}
    assert await store.tables.card_message(HOME) == 2**31 - 1
    assert await store.tables.card_message(TableId(-1)) is None


async def test_replaced_cards_wait_to_be_closed(store: Store) -> None:
    """A card replaced by another message, or by nothing, is stale until closed; a rewritten one is not."""
    await store.put()
    for card in (shown(9), shown(9, closing="Zug 2")):
        await store.outbox.show(store.lease, HOME, CARD, card, None)
    assert (await store.pending()).stale == ()
    for replacing in (shown(10, closing="Zug|3"), shown(8, chat=-1), None):
        await store.outbox.show(store.lease, HOME, CARD, replacing, None)

    assert (await store.pending()).stale == (shown(9, closing="Zug 2"), shown(10, closing="Zug|3"), shown(8, chat=-1))

    await store.outbox.close(store.lease, HOME, shown(9))
    await store.outbox.close(store.lease, HOME, shown(9))
    assert (await store.pending()).stale == (shown(10, closing="Zug|3"), shown(8, chat=-1))
    assert (await store.pending()).shown == {}


async def test_a_closed_card_is_not_stale(store: Store) -> None:
    """A card without a closing line is closed already, and a card shown again is no longer to be closed."""
    await store.put()
    for card in (shown(1, closing=None), shown(2), shown(3), shown(2)):
        await store.outbox.show(store.lease, HOME, CARD, card, None)

    assert (await store.pending()).stale == (shown(3),)


async def test_a_table_is_delivered_until_nothing_is_left(store: Store) -> None:
    """A table stays on the delivery set as long as anything of it has to be delivered."""
    await store.put()
    outbox, lease = store.outbox, store.lease
    await outbox.show(lease, HOME, CUP, shown(1), None)
    await outbox.show(lease, HOME, CUP, shown(2), None)
    await _delivered_after(store, outbox.close(lease, HOME, shown(1)))
    await store.put(posts=(post(),))
    await _delivered_after(store, outbox.settle(lease, HOME, "p1", lost=True))
    await store.put(dirty=(CARD,))
    mark = (await store.pending()).dirty[CARD]
    await _delivered_after(store, outbox.show(lease, HOME, CARD, shown(), mark))
    await store.put(inquiries=(inquiry(),))
    await _delivered_after(store, outbox.answered(lease, HOME, inquiry()))
    await store.put(effects=(Seated(BIG),))
    await _delivered_after(store, outbox.apply(lease, HOME, Seated(BIG)))


async def _delivered_after(store: Store, last: Awaitable[None]) -> None:
    await store.outbox.finish(store.lease, HOME)
    assert await store.leases.deliveries(store.lease) == (HOME,)
    await last
    await store.outbox.finish(store.lease, HOME)
    assert await store.leases.deliveries(store.lease) == ()


async def test_a_table_that_is_gone_leaves_the_delivery_set(store: Store) -> None:
    """A table whose state has expired is taken off, and its outbox with it."""
    await store.put(posts=(post(),))
    await store.redis.delete(keys.state(HOME))

    await store.outbox.finish(store.lease, HOME)

    assert await store.leases.deliveries(store.lease) == ()
    assert await store.redis.exists(keys.outbox(HOME)) == 0


async def test_deliveries_can_wait(store: Store) -> None:
    """A table put off is not delivered before its moment."""
    await store.put(posts=(post(),))
    at = await store.now() + 60_000

    await store.outbox.later(store.lease, HOME, at)
    assert await store.leases.deliveries(store.lease) == ()

    await store.outbox.later(store.lease, HOME, at - 60_001)
    assert await store.leases.deliveries(store.lease) == (HOME,)


async def test_a_table_knows_until_when_it_is_put_off(store: Store) -> None:
    """Which tells what is held up from what could be brought and is not."""
    await store.put(posts=(post(),))
    assert 0 < (await store.pending()).at <= await store.now()
    at = await store.now() + 60_000
    await store.outbox.later(store.lease, HOME, at)
    assert (await store.pending()).at == at


async def test_a_commit_brings_a_waiting_table_forward(store: Store) -> None:
    """A commit wakes a table that was put off, also when it came between the read and the putting off."""
    await store.put(posts=(post(),))
    read = (await store.pending()).now + 1
    await store.outbox.later(store.lease, HOME, read + 60_000, since=read)
    assert await store.leases.deliveries(store.lease) == ()

    await store.put(posts=(post("p2"),))
    await store.outbox.later(store.lease, HOME, read + 60_000, since=read)

    assert await store.leases.deliveries(store.lease) == (HOME,)


async def test_deliveries_come_in_the_order_of_waiting(store: Store) -> None:
    """Who has waited longest is delivered first."""
    threads = [TableId(HOME.home, thread) for thread in (3, 1, 2)]
    for at, thread in enumerate(threads):
        await store.tables.commit(Change(table=table(1, thread), expected=0, posts=(post(),)))
        await store.outbox.later(store.lease, thread, at)

    assert await store.leases.deliveries(store.lease) == tuple(threads)


async def test_the_same_question_of_two_taps_is_two(store: Store) -> None:
    """Every tap's question is asked, and answered alone."""
    await store.put(inquiries=(inquiry("1"), inquiry("2"), inquiry(None)))

    await store.outbox.answered(store.lease, HOME, inquiry("2"))

    assert (await store.pending()).inquiries == (inquiry("1"), inquiry(None))


async def test_a_command_given_while_the_one_before_is_asked_about_waits_for_its_own_answer(store: Store) -> None:
    """An admin answers two players' messages with /rauswurf: both are carried out."""
    first, second = (replace(inquiry(None), rest=str(player)) for player in (ANNA, BIG))
    await store.put(inquiries=(first,))
    asked = (await store.pending()).inquiries
    await store.put(inquiries=(second,))

    await store.outbox.answered(store.lease, HOME, asked[0])
    assert (await store.pending()).inquiries == (second,)
    await store.outbox.answered(store.lease, HOME, second)
    assert (await store.pending()).inquiries == ()


async def test_an_effect_applied_twice_or_late_holds_its_place(store: Store) -> None:
    """An older effect that a slow worker applies again does not undo a newer one."""
    field = fields.effect_field(Seated(ANNA))
    await store.put(effects=(Seated(ANNA),))
    seated = await store.redis.hget(keys.outbox(HOME), field)
    assert seated is not None
    await store.outbox.apply(store.lease, HOME, Seated(ANNA))
    await store.put(effects=(Seated(ANNA, seated=False),))
    await store.outbox.apply(store.lease, HOME, Seated(ANNA, seated=False))
    assert await store.tables.tables_of(ANNA) == ()

    await store.redis.hset(keys.outbox(HOME), field, seated)
    await store.outbox.apply(store.lease, HOME, Seated(ANNA))
    assert await store.tables.tables_of(ANNA) == ()

    await store.put(effects=(Seated(ANNA),))
    await store.outbox.apply(store.lease, HOME, Seated(ANNA))
    assert await store.tables.tables_of(ANNA) == (HOME,)


async def test_stamps_grow_after_a_failover(store: Store) -> None:
    """An outbox that lost its end, or expired, never gives a stamp out twice: stamps follow the clock."""
    await store.put(dirty=(CARD,))
    before = (await store.pending()).dirty[CARD]
    await store.redis.delete(keys.outbox(HOME))
    await store.put(dirty=(CARD,))

    assert (await store.pending()).dirty[CARD] > before
