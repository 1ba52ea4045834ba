"""A group where the bot may not write: who presses there brings about one try, as soon as one is due."""

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, Evening
from tgbot.table.chats.doors import tries_at
from tgbot.table.clock.timing import Timing
from tgbot.table.intents.inward import GroupRefused, ProbeDue
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import DeskSilenced, HelpGiven
from tgbot.table.news.replies import Barred, Note, Reply, Told
from tgbot.table.news.surfaces import Card

PROBE = Timing().probe


@pytest.fixture
async def evening() -> Evening:
    """A game where Anna is to announce, and Telegram has just refused a message."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(GroupRefused(evening.id))
    return evening


def what(reply: Reply) -> object:
    """Name what somebody is told."""
    return reply.what if isinstance(reply, Told) else reply


async def test_a_press_before_the_next_try_is_due_has_it_made_then(evening: Evening) -> None:
    """By itself: nobody presses again, and the card is shown anew."""
    since, repost = evening.store.now, evening.table.repost
    evening.store.now += 8_000
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Barred.MUTED
    assert tries_at(evening.table, Timing()) == since + PROBE
    evening.store.now = since + PROBE
    evening.store.dirty.clear()
    await evening.service.handle(ProbeDue(evening.id))
    assert (evening.table.muted_since, evening.table.repost) == (None, repost + 1)
    assert Card() in evening.store.dirty
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Note.ANNOUNCED


async def test_a_try_that_is_not_due_or_that_nobody_wished_for_is_not_made(evening: Evening) -> None:
    """Nothing is tried in a loop: each try that fails needs another press."""
    since = evening.store.now
    evening.store.now += PROBE
    await evening.service.handle(ProbeDue(evening.id))
    assert evening.table.muted_since == since
    evening.store.now = since + 1
    await evening.tap(ANNA, Action.ANNOUNCE, "53")
    await evening.service.handle(ProbeDue(evening.id))
    assert evening.table.muted_since == since
    evening.store.now = since + PROBE
    await evening.service.handle(ProbeDue(evening.id))
    await evening.service.handle(GroupRefused(evening.id))
    assert tries_at(evening.table, Timing()) is None


async def test_commands_bring_about_no_more_tries_than_presses(evening: Evening) -> None:
    """One that comes too early is obeyed, and the try follows when it is due; what nobody could read is not answered."""
    since = evening.store.now
    posts = len(evening.store.posts)
    for word in (Word.TABLE, Word.HELP, Word.RULES, Word.ODDS, Word.TABLE):
        evening.store.now += 1_000
        await evening.say(word, BERT)
        assert evening.table.muted_since == since
    assert len(evening.store.posts) == posts
    assert tries_at(evening.table, Timing()) == since + PROBE
    version = evening.table.version
    await evening.say(Word.PAUSE, BERT)
    assert evening.table.version == version + 1
    evening.store.now = since + PROBE
    await evening.service.handle(ProbeDue(evening.id))
    assert evening.table.muted_since is None


async def test_a_command_that_comes_when_a_try_is_due_brings_it_about_and_is_answered(evening: Evening) -> None:
    """As a press does."""
    evening.store.now += PROBE
    await evening.say(Word.HELP, BERT)
    assert evening.table.muted_since is None
    assert evening.told[-1] == HelpGiven()


async def test_many_presses_are_one_wish(evening: Evening) -> None:
    """Only the first one changes the table."""
    await evening.tap(ANNA, Action.ANNOUNCE, "53")
    version = evening.table.version
    await evening.tap(BERT, Action.BELIEVE)
    assert evening.table.version == version


async def test_where_another_bot_deletes_what_is_written_no_right_is_said_to_be_missing() -> None:
    """Neither to who presses nor to the host; and once it is over, nothing of it is left."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(GroupRefused(evening.id, swept=True))
    assert (DeskSilenced("Stammtisch", swept=True),) in [post.items for _, post in evening.store.posts]
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Barred.SWEPT
    evening.store.now += PROBE
    await evening.service.handle(ProbeDue(evening.id))
    assert not evening.table.swept
    await evening.service.handle(GroupRefused(evening.id))
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Barred.MUTED
