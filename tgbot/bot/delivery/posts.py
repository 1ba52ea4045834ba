"""Posts: each once, in order, never again when its answer was lost."""

from dataclasses import replace
from typing import assert_never

import structlog

from tgbot.bot.delivery.pictures import recap_caption, send_picture
from tgbot.bot.delivery.reminders import say_aloud
from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.faults import fault
from tgbot.bot.outcomes import (
    ChatClosed,
    Contested,
    DoorClosed,
    Failure,
    Faulty,
    Flooded,
    Gone,
    Migrated,
    NoThread,
    NotSent,
    Sent,
    TokenRefused,
    Unchanged,
    Unsure,
)
from tgbot.game.seats import PlayerId
from tgbot.phrases import posts
from tgbot.phrases.message import Message
from tgbot.table.news.evening import RecapPictured
from tgbot.table.news.notices import Post
from tgbot.table.news.own import OwnData, OwnStatistics
from tgbot.table.news.seats import TablePaused
from tgbot.table.ports.outbox import LeaseLost, NotQueued, QueuedPost

_log = structlog.get_logger()


async def send_posts(visit: Visit) -> Pause | None:
    """Send what waits, the oldest first; stops at the first that cannot go now."""
    for queued in visit.pending.posts:
        pause = await _send(visit, queued)
        if pause is not None:
            return pause
    return None


async def _send(visit: Visit, queued: QueuedPost) -> Pause | None:
    lease, table, post = visit.lease, visit.pending.table.id, queued.post
    outbox = visit.tools.outbox
    visit.acted()
    if queued.attempted:
        # A worker died between the attempt and its note: perhaps sent, so the next card tells it instead.
        await outbox.settle(lease, table, post.id, lost=True)
        return None
    if visit.closed:
        return Pause(WHILE_CLOSED)
    picture = next((item for item in post.items if isinstance(item, RecapPictured)), None)
    message = recap_caption(visit, picture) if picture is not None else await _worded(visit, post)
    if message is None or _no_longer(visit, post):
        await outbox.settle(lease, table, post.id)
        return None
    pause = await visit.permit(visit.chat)
    if pause is not None:
        return pause
    try:
        await outbox.attempt(lease, table, post.id)
    except NotQueued:
        _log.warning("post_not_queued")  # settled meanwhile, or lost with its move in a setback of the store
        return None
    try:
        await visit.still_ours()
    except LeaseLost:
        await outbox.retract(lease, table, post.id)  # whoever has the partition now may send it
        raise
    # A group's posts come silently: the card that follows them is what somebody waits for.
    if picture is not None:
        return await _sent(visit, post, await send_picture(visit, message))
    return await _sent(visit, post, await visit.send(message, silent=not table.private))


def _no_longer(visit: Visit, post: Post) -> bool:
    """Whether it tells of a pause that was over before there was room for it; of several that wait, the last is told."""
    pauses = [queued.post.id for queued in visit.pending.posts if _pauses(queued.post)]
    return _pauses(post) and (post.id != pauses[-1] or not visit.pending.table.paused)


def _pauses(post: Post) -> bool:
    """Whether it says only what the card below it shows, too: that the table pauses."""
    return all(isinstance(item, TablePaused) for item in post.items)


async def _sent(visit: Visit, post: Post, outcome: Sent | Failure) -> Pause | None:
    lease, table = visit.lease, visit.pending.table.id
    match outcome:
        case Sent() | DoorClosed():  # a closed door is a private chat's end: there is nobody to tell
            if isinstance(outcome, DoorClosed):
                await say_aloud(visit, post)
            visit.tools.mishaps.over(table, post.id)
            await visit.tools.outbox.settle(lease, table, post.id)
        case Unsure() | Faulty() | Unchanged() | Gone() | NoThread():
            visit.tools.mishaps.over(table, post.id)
            await visit.tools.outbox.settle(lease, table, post.id, lost=True)
        case NotSent() | Flooded() | Migrated() | ChatClosed() | Contested() | TokenRefused():
            await visit.tools.outbox.retract(lease, table, post.id)
            return await visit.suffer(visit.chat, outcome, visit.matter(post.id))
        case _ as unknown:
            assert_never(unknown)
    return None


async def _worded(visit: Visit, post: Post) -> Message | None:
    scene = visit.scene()
    if scene.table.private and any(isinstance(item, OwnStatistics | OwnData) for item in post.items):
        # Read now and told at once: what is a user's own stands in no queue.
        scene = replace(scene, own=await visit.tools.users.stored(PlayerId(scene.table.home)), now=visit.now)
    try:
        return posts.post(scene, post)
    except Exception as error:  # noqa: BLE001 -- one post nobody can word must not silence the table for good
        _log.error("post_not_worded", kinds=sorted({type(item).__name__ for item in post.items}), **fault(error))
        return None
