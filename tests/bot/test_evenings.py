"""An evening's picture, what is a user's own, and being forgotten: on their way to Telegram."""

from dataclasses import replace

import pytest
from telegram.error import BadRequest, TimedOut

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Died, Night
from tgbot.bot.errors import read_error
from tgbot.bot.outcomes import Fault, Faulty, Gone
from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import Post
from tgbot.table.news.own import OwnData, OwnStatistics
from tgbot.table.ports.effects import Forgotten
from tgbot.table.ports.outbox import QueuedPost
from tgbot.table.state.own import Statistics, Stored

DESK = TableId(ANNA.id)


@pytest.fixture
async def night() -> Night:
    """An evening that has just been ended."""
    night = Night((4, 2, 6, 4, 5, 5))
    await night.begin(ANNA, BERT, CLARA)
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.tap(BERT, Action.DOUBT)
    await night.deliver_all()
    night.forget()
    await night.say(Word.EVENING, ANNA)
    return night


def pictures(night: Night) -> list[object]:
    """What was sent as a picture: bytes, or Telegram's name."""
    return [params.get("photo") for _, params in night.telegram.made("sendPhoto", chat=GROUP)]


async def test_the_text_comes_first_and_then_the_picture(night: Night) -> None:
    """Two posts, each marked before it is sent; Telegram's name for the picture is kept."""
    await night.deliver_all()
    steps = night.journal.only("attempt", f"sendMessage {GROUP}", f"sendPhoto {GROUP}", "settle")
    assert [step.split()[0] for step in steps] == ["attempt", "sendMessage", "settle", "attempt", "sendPhoto", "settle"]
    assert night.table.recap is not None
    assert night.table.recap.photo == "AgAC-photo"


async def test_told_again_it_is_sent_by_its_name(night: Night) -> None:
    """Neither drawn nor sent up a second time."""
    await night.deliver_all()
    night.house.now += 60_000
    await night.say(Word.EVENING, BERT)
    await night.deliver_all()
    assert pictures(night)[1] == "AgAC-photo"
    assert len(pictures(night)) == 2


async def test_a_name_telegram_has_forgotten_is_drawn_anew(night: Night) -> None:
    """Once, in the same visit."""
    await night.deliver_all()
    night.telegram.refuse("sendPhoto", 400, "Bad Request: wrong file identifier/HTTP URL specified")
    night.house.now += 60_000
    await night.say(Word.EVENING, BERT)
    await night.deliver_all()
    assert pictures(night)[1] == "AgAC-photo"
    assert pictures(night)[2] != "AgAC-photo"
    assert len(pictures(night)) == 3


async def test_a_picture_whose_answer_was_lost_is_not_sent_again(night: Night) -> None:
    """As with every post. Nothing of it needs repeating: the text stands above it."""
    night.telegram.lose("sendPhoto", TimedOut(), carried_out=True, chat=GROUP)
    await night.deliver_all()
    assert len(pictures(night)) == 1
    assert night.house.posts == []
    assert not any("Die Partie ist vorbei. Noch eine?" in text for text in night.texts(GROUP))


async def test_a_group_that_takes_no_pictures_still_plays(night: Night) -> None:
    """Its refusal is about pictures alone: nobody is muted, nothing is logged as our fault."""
    night.telegram.refuse("sendPhoto", 400, "Bad Request: not enough rights to send photos to the chat")
    await night.deliver_all()
    assert night.table.muted_since is None
    assert night.house.posts == []
    assert not any("Die Partie ist vorbei. Noch eine?" in text for text in night.texts(GROUP))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("not enough rights to send photos to the chat", Faulty(Fault.KIND)),
        ("CHAT_SEND_PHOTOS_FORBIDDEN", Faulty(Fault.KIND)),
        ("wrong remote file identifier specified: can't unserialize it", Gone()),
        ("wrong file identifier/HTTP URL specified", Gone()),
    ],
)
def test_refused_pictures_are_told_apart(text: str, outcome: object) -> None:
    """No pictures at all, or not this one."""
    assert read_error(BadRequest(text), private=False) == outcome


async def test_a_picture_of_an_evening_the_table_has_forgotten_is_dropped(night: Night) -> None:
    """The next evening has ended since: its own picture follows."""
    recap = night.table.recap
    assert recap is not None
    night.house.tables[night.id] = replace(night.table, recap=replace(recap, number=9))
    await night.deliver_all()
    assert pictures(night) == []
    assert night.house.posts == []


def at_desk() -> Night:
    """Anna in her private chat."""
    return Night(chat=ANNA.id)


async def ask(night: Night, word: Word) -> list[str]:
    """Have Anna ask; returns what she was sent."""
    await night.service.handle(SpokeInPrivate(night.mark(), ANNA, start=False, word=word))
    await night.deliver_all()
    return [params["text"] for _, params in night.telegram.made("sendMessage", chat=ANNA.id)]


async def test_figures_are_read_when_they_are_sent_and_stand_in_no_queue() -> None:
    """Between the question and the answer the store's queue holds a bare notice."""
    night = at_desk()
    night.users.kept[ANNA.id] = Stored(statistics=Statistics(games=4711, announced_openly=8, lied_openly=2))
    await night.service.handle(SpokeInPrivate(night.mark(), ANNA, start=False, word=Word.STATISTICS))
    assert "4711" not in repr((night.house.posts, night.house.tables, night.house.effects))
    *_, text = await ask(night, Word.STATISTICS)
    assert "4711" in text
    assert "25" in text


async def test_a_group_is_never_told_anybodys_figures() -> None:
    """Even if such a post were queued for a group by mistake, nothing would be said."""
    night = Night((4, 2))
    await night.begin(ANNA, BERT, CLARA)
    night.users.kept[PlayerId(GROUP)] = night.users.kept[ANNA.id] = Stored(statistics=Statistics(games=4711))
    await night.deliver_all()
    queued = Post("p99", 0, 0, (OwnStatistics(), OwnData()))
    night.house.posts.append(QueuedPost(queued))
    await night.deliver_all()
    assert not [call for call in night.telegram.calls if "4711" in repr(call)]


async def forgetting() -> Night:
    """Anna has confirmed that she wants to be forgotten."""
    night = at_desk()
    await ask(night, Word.MY_DATA)
    night.users.tables[ANNA.id] = [TableId(GROUP), TableId(GROUP, 7)]
    tap = Tap(DESK, 0, 0, Action.FORGET_SURE)
    await night.service.handle(Tapped(night.mark(tap=True), "q", ANNA, tap, chat=ANNA.id))
    return night


async def test_tables_forget_first_then_she_is_told_then_her_desk_goes() -> None:
    """In this order, so that whatever is interrupted is begun again."""
    night = await forgetting()
    night.forget()
    await night.deliver()
    steps = night.journal.only("intent Forget", "scrub", f"sendMessage {ANNA.id}", "erase")
    assert [step.split()[0] for step in steps][-2:] == ["sendMessage", "erase"]
    assert steps.index(f"scrub {GROUP}") < len(steps) - 2


async def test_a_worker_that_dies_over_it_leaves_the_order_standing() -> None:
    """The order is dropped with the desk and not before."""
    night = await forgetting()
    assert Forgotten(ANNA.id) in night.house.effects
    night.house.die_before = "attempt"
    with pytest.raises(Died):
        await night.deliver()
    assert Forgotten(ANNA.id) in night.house.effects
    night.house.die_before = None
    await night.deliver()
    assert "erase" in night.journal.lines


async def test_the_desk_stays_until_she_was_told() -> None:
    """While Telegram cannot be reached, the tables have forgotten her already."""
    night = await forgetting()
    night.forget()
    night.telegram.refuse("sendMessage", 500, "Internal Server Error: restart")
    await night.deliver()
    assert night.journal.only("scrub") == [f"scrub {GROUP}", f"scrub {GROUP}"]
    assert "erase" not in night.journal.lines
