"""The group's own tasks, the stakes menu, a player's own settings, and the table's manners."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.tables_that_pay import LOW, SING, TOAST, Paid
from tgbot.decks.task import Task
from tgbot.game.rules.payment import Payment
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.paying import FairplayTold, PurseWordsRefused, TaskAsked, TasksAdded, TasksExported
from tgbot.table.news.replies import Barred, Note, Reply, Told
from tgbot.table.paying.drawing import UNKNOWN
from tgbot.table.state.purse import Coin
from tgbot.table.state.task_box import LONGEST, MOST, TaskBox, TaskFault, tidy
from tgbot.table.state.terms import Equal, Paying


async def at_table(payment: Payment = Payment.TASKS) -> Paid:
    """Open a table."""
    on = Paid(payment, LOW * 2, SING)
    await on.open()
    on.store.now += 10_000
    return on


def newest(on: Paid) -> object:
    """Read what was told last."""
    return on.told[-1]


def texts(on: Paid) -> list[str]:
    """Read the group's own tasks."""
    return [task.text for task in on.table.box.tasks]


async def pressed(on: Paid, who: Person, detail: str, step: int = 0) -> object:
    """Press a button of the task list, or under what was added."""
    reply = await on.tap(who, Action.TASK, step=step, detail=detail)
    return reply.what if isinstance(reply, Told) else None


async def answer(on: Paid, finding: Finding) -> object:
    """Answer the newest inquiry."""
    reply = await on.service.handle(Informed(on.id, on.store.inquiries[-1], finding))
    return reply.what if isinstance(reply, Told) else None


async def test_a_line_is_a_task_and_several_lines_are_several() -> None:
    """An export can be sent as it is: the command and one task a line."""
    on = await at_table()
    await on.say(Word.TASK, ANNA, "Sing the menu")
    await on.say(Word.TASK, BERT, "Count backwards\n\n  Bow   to the host  ")
    assert texts(on) == ["Sing the menu", "Count backwards", "Bow to the host"]
    assert newest(on) == TasksAdded(BERT.id, (2, 3))
    await on.say(Word.TASKS, ANNA, "text")
    assert newest(on) == TasksExported(("Sing the menu", "Count backwards", "Bow to the host"))


async def test_an_export_brings_the_same_box_to_another_table() -> None:
    """Out and in again."""
    on, other = await at_table(), await at_table()
    await on.say(Word.TASK, ANNA, "\n".join(f"Task number {number} 🎲" for number in range(60)))
    on.store.now += 10_000
    before = len(on.told)
    await on.say(Word.TASKS, ANNA, "text")
    for part in on.told[before:]:
        assert isinstance(part, TasksExported)
        await other.say(Word.TASK, BERT, "\n".join(part.texts))
    assert texts(other) == texts(on)


async def test_blank_lines_in_an_answer_are_no_faulty_tasks() -> None:
    """Tasks are often pasted with gaps between them; an answer that is nothing but gaps is told so."""
    on = await at_table()
    await on.say(Word.TASK, ANNA)
    await on.say(Word.ANSWER, ANNA, "Sing the menu\n\n  \nBow to the host\n")
    assert newest(on) == TasksAdded(ANNA.id, (1, 2))
    await on.say(Word.TASK, ANNA)
    await on.say(Word.ANSWER, ANNA, " \n\n")
    assert newest(on) == TasksAdded(ANNA.id, (), (TaskFault.EMPTY,))


async def test_an_answer_to_the_bot_is_a_task_if_it_was_asked_for() -> None:
    """Once, from whoever was asked; other answers are talk."""
    on = await at_table()
    await on.say(Word.ANSWER, BERT, "just talk")
    await on.say(Word.TASK, ANNA)
    assert newest(on) == TaskAsked(ANNA.id)
    for who, text in ((BERT, "talk"), (ANNA, "Hum a song"), (ANNA, "more talk")):
        await on.say(Word.ANSWER, who, text)
    assert texts(on) == ["Hum a song"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", TaskFault.EMPTY),
        ("…!?", TaskFault.EMPTY),
        ("\u2066\u202e\u200b", TaskFault.EMPTY),
        ("x" * (LONGEST + 1), TaskFault.LONG),
        ("go to https://example.org", TaskFault.CALLS_OUT),
        ("see t.me/group", TaskFault.CALLS_OUT),
        ("look at example.com now", TaskFault.CALLS_OUT),
        ("then type /ende", TaskFault.CALLS_OUT),
        ("then type (/ende)", TaskFault.CALLS_OUT),
        ("then type 🎲/\u200bende", TaskFault.CALLS_OUT),
        ("have a look: bit.ly/abc", TaskFault.CALLS_OUT),
        ("have a look at somewhere.space/abc", TaskFault.CALLS_OUT),
        ('call "@somebody"', TaskFault.CALLS_OUT),
        ("ring @somebody", TaskFault.CALLS_OUT),
    ],
)
def test_what_is_no_task_is_refused_by_name(text: str, fault: TaskFault) -> None:
    """Each fault has its own sentence, which says what to do."""
    assert TaskBox().with_task(None, text) is fault


@pytest.mark.parametrize(
    "text", ["und/oder 1/2", "z.B. ein Lied usw.", "Wer? Du ... jetzt.", "Dann los.Und tanz", "3/4-Takt", "<b>laut</b>"]
)
def test_punctuation_is_no_link(text: str) -> None:
    """What only looks a little like one is a task."""
    assert isinstance(TaskBox().with_task(None, text), TaskBox)


def test_writing_that_plays_tricks_becomes_plain() -> None:
    """Direction marks, line breaks and towers of accents are gone; letters of all peoples and family emoji stay."""
    assert tidy("a\u202eb\u2067c\nd\u0000") == "abc d"
    assert len(tidy("Z" + "\u0336" * 50)) == 3
    assert tidy("ä\u0308 שלום 👨‍👩‍👧") == "ä\u0308 שלום 👨‍👩‍👧"
    assert tidy("Tausend 1/2 <b>") == "Tausend 1/2 <b>"


def test_the_box_holds_so_many_and_no_task_twice() -> None:
    """The next one is refused; deleting makes room."""
    box = TaskBox()
    for number in range(MOST):
        added = box.with_task(ANNA.id, f"task {number}")
        assert isinstance(added, TaskBox)
        box = added
    assert box.with_task(ANNA.id, "TASK 7") is TaskFault.KNOWN
    assert box.with_task(ANNA.id, "one more") is TaskFault.FULL
    assert isinstance(box.without(7).with_task(ANNA.id, "one more"), TaskBox)


async def test_what_was_added_is_taken_back_and_brought_again_by_its_author() -> None:
    """Undo, and undo the undo."""
    on = await at_table()
    await on.say(Word.TASK, ANNA, "Sing\nDance\nHop")
    assert await pressed(on, ANNA, "drop-1-3") is Note.TASK_DROPPED
    assert texts(on) == []
    assert await pressed(on, ANNA, "back-2") is Note.TASK_BACK
    assert texts(on) == ["Dance"]
    assert await pressed(on, ANNA, "back-2") is Barred.NO_TASK


async def test_somebody_elses_task_is_an_admins_to_delete() -> None:
    """The bot asks Telegram; who is none is told so."""
    on = await at_table()
    await on.say(Word.TASK, ANNA, "Sing")
    for finding, what, left in ((Finding.NO, Barred.AUTHOR_ONLY, 1), (Finding.YES, Note.TASK_DROPPED, 0)):
        await pressed(on, BERT, "drop-1")
        assert on.store.inquiries[-1].purpose is Purpose.TASK
        assert await answer(on, finding) is what
        assert len(texts(on)) == left


async def test_a_thumbs_down_is_taken_back_from_the_list() -> None:
    """By anybody, for decks' and own tasks alike; what is not out cannot come back."""
    on = await at_table()
    box = on.table.box
    on.store.tables[on.id] = replace(on.table, box=replace(box, banned=("h01", "own:7")))
    assert await pressed(on, DIETER, "keep-own-7") is Note.TASK_BACK
    assert await pressed(on, BERT, "keep-h01") is Note.TASK_BACK
    assert on.table.box == box
    assert await pressed(on, BERT, "keep-h01") is Barred.NO_TASK


@pytest.mark.parametrize(
    "detail", ["", "drop", "keep-", "keep-x", "drop-x", "drop-9", "page-1", "eat-1", "drop-1-99999999"]
)
async def test_forged_details_change_nothing(detail: str) -> None:
    """Whatever data is sent."""
    on = await at_table()
    await on.say(Word.TASK, ANNA, "Sing")
    await pressed(on, BERT, detail)
    assert texts(on) == ["Sing"]


def test_an_own_task_suits_nobody_who_does_without_something() -> None:
    """Nobody has said what it asks for."""
    assert UNKNOWN.alcohol


async def test_the_host_sets_the_stakes_and_others_are_asked() -> None:
    """Buttons name what they set; forged ones set nothing."""
    on = await at_table()
    await on.say(Word.STAKES, BERT)
    assert on.table.stakes is not None
    number = on.table.stakes.number
    await on.tap(ANNA, Action.STAKES, step=number, detail="sips-3")
    await on.tap(ANNA, Action.STAKES, step=number, detail="deck_trinken-on")
    await on.tap(ANNA, Action.STAKES, step=number, detail="sips-17")
    await on.tap(ANNA, Action.STAKES, step=number, detail="equal-squats")
    await on.tap(ANNA, Action.STAKES, step=number, detail="equal-sip")
    await on.tap(ANNA, Action.STAKES, step=number, detail="water_after-5")
    decks = ("harmlos", "party", "trinken")
    assert on.table.paying == Paying(sips=3, water_after=5, decks=decks, equal=Equal.SQUATS)
    await on.tap(BERT, Action.STAKES, step=number, detail="secret-off")
    assert await answer(on, Finding.NO) is Barred.ADMIN_ONLY
    await on.tap(BERT, Action.STAKES, step=number, detail="secret-off")
    assert await answer(on, Finding.YES) is Note.DONE
    assert not on.table.paying.secret
    await on.tap(ANNA, Action.STAKES, step=number, detail="close")
    assert on.table.stakes is None


async def test_manners_are_told_once_and_on_demand() -> None:
    """Before the first game with sips; `/fairplay` tells them again."""
    on = await at_table(Payment.SIPS)
    assert sum(isinstance(item, FairplayTold) for item in on.told) == 1
    await on.say(Word.END, ANNA)
    await on.tap(ANNA, Action.OPEN)
    await on.tap(ANNA, Action.START)
    assert sum(isinstance(item, FairplayTold) for item in on.told) == 1
    await on.say(Word.FAIRPLAY, ANNA)
    assert sum(isinstance(item, FairplayTold) for item in on.told) == 2
    assert not any(isinstance(item, FairplayTold) for item in (await at_table(Payment.TASKS)).told)


@pytest.mark.parametrize(("tasks", "told"), [((SING, TOAST), 1), ((SING,), 0)], ids=["with sips", "dry"])
async def test_tasks_with_sips_bring_the_manners_too(tasks: tuple[Task, ...], told: int) -> None:
    """Where a deck asks for a sip, its first game begins with the manners; where none does, nobody needs them."""
    on = Paid(Payment.TASKS, LOW, *tasks)
    await on.open(ANNA, BERT)
    assert sum(isinstance(item, FairplayTold) for item in on.told) == told


def own(on: Paid, who: Person, detail: str, *, chat: int | None = None, table: int | None = None) -> Tapped:
    """Press a button of one's own settings."""
    desk = on.store.tables.get(TableId(who.id))
    step = 0 if desk is None or desk.purse is None else desk.purse.number
    tap = Tap(TableId(table or who.id), 0, step, Action.PURSE, detail=detail)
    return Tapped(on.mark(tap=True), "q", who, tap, chat=chat or who.id)


async def choose(on: Paid, who: Person, *details: str) -> Reply:
    """Open the menu and press these."""
    reply = await on.service.handle(own(on, who, "open"))
    for detail in details:
        reply = await on.service.handle(own(on, who, detail))
    return reply


async def test_each_chooses_for_himself() -> None:
    """Currency, limit, wishes; a group's or a neighbour's button is none."""
    on = await at_table()
    await choose(on, ANNA, "coin-squat", "limit-5", "sober-on", "harmless-on", "harmless-off", "coin-gold", "limit-999")
    purse = await on.purses.purse(ANNA.id)
    assert (purse.coin, purse.left, purse.sober, purse.harmless) == (Coin.SQUAT, 5, True, False)
    for forged in (own(on, BERT, "coin-point", table=ANNA.id), own(on, ANNA, "coin-point", chat=on.place.chat)):
        reply = await on.service.handle(forged)
        assert isinstance(reply, Told)
        assert reply.what is Barred.NO_SUCH_BUTTON
    assert (await on.purses.purse(ANNA.id)).coin is Coin.SQUAT


async def test_a_currency_in_ones_own_words() -> None:
    """The next message is taken for it; one that is too long is asked for again."""
    on = await at_table()
    await choose(on, CLARA, "page-words")
    for text in ("x" * 60, "Erdnuss"):
        await on.service.handle(SpokeInPrivate(on.mark(), CLARA, start=False, rest=text))
    assert (await on.purses.purse(CLARA.id)).words == "Erdnuss"
    told = [item for table, post in on.store.posts if table == TableId(CLARA.id) for item in post.items]
    assert told == [PurseWordsRefused()]
