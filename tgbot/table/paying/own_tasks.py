"""`/aufgabe` and `/aufgaben`: the group's own tasks are added, listed, deleted and taken back, exported and imported."""

from dataclasses import replace
from typing import Final

from tgbot.game.seats import PlayerId
from tgbot.table.decisions.authority import ask
from tgbot.table.decisions.boards import fresh
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import given, tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.taps import Tap
from tgbot.table.news.paying import TaskAsked, TasksAdded, TasksExported
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import TaskList
from tgbot.table.state.boards import Sheet
from tgbot.table.state.table import Table
from tgbot.table.state.task_box import OwnTask, TaskBox, TaskFault

_ASKED: Final = 10 * 60_000
"""Milliseconds an answer to the bot's question counts as a task."""
_PART: Final = 3000
"""UTF-8 bytes of tasks in one message of an export: copied whole, it is one command and fits."""
EXPORTS: Final = ("text", "export")
KEEP: Final = "keep-"
"""With the id of a task that was thumbed down: bring it back."""


def add_tasks(table: Table, who: Person | None, text: str, moment: Moment) -> Decision:
    """Take every line as a task; without a text, ask for one."""
    author = None if who is None else who.id
    table = table if who is None else table.knowing(who)
    lines = _lines(text)
    if lines:
        return _added(table, author, lines, moment)
    if author is not None:
        table = replace(table, box=replace(table.box, asked=(author, moment.now)))
    return tell(table, TaskAsked(author), moment)


def answered(table: Table, who: Person | None, text: str, moment: Moment) -> Decision:
    """Take an answer to the bot for a task, from whoever was asked for one; other answers are talk."""
    asked = table.box.asked
    if asked is None or who is None or asked[0] != who.id or moment.now - asked[1] > _ASKED:
        return Decision(table=table)
    table = replace(table, box=replace(table.box, asked=None))
    return _added(table.knowing(who), who.id, _lines(text) or [""], moment)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _added(table: Table, author: PlayerId | None, lines: list[str], moment: Moment) -> Decision:
    box, refusals = table.box, list[TaskFault]()
    for line in lines:
        outcome = box.with_task(author, line)
        if isinstance(outcome, TaskBox):
            box = outcome
        else:
            refusals.append(outcome)
    numbers = tuple(range(table.box.made + 1, box.made + 1))
    told = TasksAdded(author, numbers, tuple(dict.fromkeys(refusals)))
    return replace(tell(replace(table, box=box), told, moment), dirty=_list(table))


def list_tasks(table: Table, rest: str, moment: Moment) -> Decision:
    """Show the box, or write it out as text to copy."""
    if rest.strip().casefold() in EXPORTS and table.box.tasks:
        return _exported(table, moment)
    opened = fresh(table, table.task_list, moment)
    if opened is None:
        return Decision(table=table)
    return Decision(table=replace(opened, task_list=Sheet(opened.boards, "1")), dirty=(TaskList(),))


def _exported(table: Table, moment: Moment) -> Decision:
    answering = given(table, moment)
    if answering is None:
        return Decision(table=table)
    return Decision(table=answering, items=tuple(map(TasksExported, _parts(table.box.tasks))))


def press_task(table: Table, who: Person, tap: Tap, query: str) -> Decision:
    """Turn the list, or delete a task and take it back: its author may, of others it is asked whether they are admins."""
    deed, numbers = _read(tap.detail)
    if tap.detail.startswith(KEEP):
        return _kept(table, tap.detail.removeprefix(KEEP))
    if deed == "page":
        if table.task_list is None or tap.step != table.task_list.number:
            return refused(table, Barred.OLD_MENU)
        turned = replace(table, task_list=replace(table.task_list, page=str(numbers[0])))
        return Decision(table=turned, dirty=(TaskList(),), reply=Told(Note.DONE, table.language))
    tasks = [task for number in numbers if (task := table.box.find(number)) is not None]
    if deed not in ("drop", "back") or not tasks:
        return refused(table, Barred.NO_TASK)
    if all(task.author == who.id for task in tasks):
        return _moved(table, tap.detail)
    return ask(table, Purpose.TASK, who, query, rest=tap.detail)


def task_if_admin(table: Table, inquiry: Inquiry, finding: Finding) -> Decision:
    """Delete somebody else's task, or take it back."""
    return _moved(table, inquiry.rest) if finding is Finding.YES else refused(table, Barred.AUTHOR_ONLY)


def _moved(table: Table, detail: str) -> Decision:
    deed, numbers = _read(detail)
    box = table.box
    for number in numbers:
        box = box.without(number) if deed == "drop" else box.restored(number)
    if box == table.box:
        return refused(table, Barred.NO_TASK)
    note = Note.TASK_DROPPED if deed == "drop" else Note.TASK_BACK
    return Decision(table=replace(table, box=box), dirty=_list(table), reply=Told(note, table.language))


def banned_word(task: str) -> str:
    """Write the id of a task that was thumbed down as buttons carry it."""
    return task.replace(":", "-")


def _kept(table: Table, word: str) -> Decision:
    """Let a task back into the bag: whoever is at the table may take it out, so anybody may bring it back."""
    banned = next((task for task in table.box.banned if banned_word(task) == word), None)
    if banned is None:
        return refused(table, Barred.NO_TASK)
    kept = replace(table, box=table.box.allowing(banned))
    return Decision(table=kept, dirty=_list(table), reply=Told(Note.TASK_BACK, table.language))


def _read(detail: str) -> tuple[str, range]:
    """Read `drop-7`, `drop-7-19`, `back-7` or `page-2`; what is none of these names no task."""
    deed, _, rest = detail.partition("-")
    first, _, last = rest.partition("-")
    if not (first.isdigit() and (last or first).isdigit()):
        return "", range(0)
    return deed, range(int(first), min(int(last or first), int(first) + 200) + 1)


def _list(table: Table) -> tuple[TaskList, ...]:
    return () if table.task_list is None else (TaskList(),)


def _parts(tasks: tuple[OwnTask, ...]) -> list[tuple[str, ...]]:
    parts: list[tuple[str, ...]] = [()]
    room = _PART
    for task in tasks:
        room -= len(task.text.encode()) + 1
        if room < 0:
            parts.append(())
            room = _PART - len(task.text.encode()) - 1
        parts[-1] = (*parts[-1], task.text)
    return parts
