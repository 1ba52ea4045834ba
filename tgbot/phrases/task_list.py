"""`/aufgaben`: the group's own tasks in pages, each with its button to delete it; and the task thumbed down last, to bring it back."""

from dataclasses import replace
from math import ceil

from tgbot.decks.task import Task, own_task
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.decks import decks
from tgbot.phrases.message import Button, Keyboard, Message
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.paying.own_tasks import KEEP, banned_word
from tgbot.table.scene import Scene

_PAGE = 8
_ROW = 4


def task_list(scene: Scene) -> Message:
    """Show the page; one that is no longer there is the last."""
    voice, tasks = Voice.of(scene), scene.box.tasks
    pages = max(1, ceil(len(tasks) / _PAGE))
    turned = scene.task_list.page if scene.task_list is not None else ""
    page = min(pages, max(1, int(turned) if turned.isdigit() else 1))
    shown = tasks[(page - 1) * _PAGE : page * _PAGE]
    title = voice.count("tasks.title", len(tasks)) if tasks else voice.say("tasks.empty")
    lines = [title, *(f"{task.number}. {names.line(task.text)}" for task in shown)]
    if tasks:
        lines += [voice.say("tasks.hint"), voice.say("tasks.pause")]
    if (banned := _banned(scene)) is not None:
        lines.append(voice.say("tasks.banned", task=names.line(banned.say(voice.texts.language.value))))
    return Message("\n".join(lines), _keyboard(voice, scene, tuple(task.number for task in shown), page, pages))


def closing(scene: Scene) -> str:
    """Say in one line what the list was about."""
    return Voice.of(scene).count("tasks.title", len(scene.box.tasks))


def _banned(scene: Scene) -> Task | None:
    """Name the task thumbed down last, of those whose words are still known."""
    known = {task.id: task for deck in decks() for task in deck.tasks}
    known |= {task.id: task for task in (own_task(own.number, own.text) for own in scene.box.tasks)}
    return next((known[task] for task in reversed(scene.box.banned) if task in known), None)


def _keyboard(voice: Voice, scene: Scene, numbers: tuple[int, ...], page: int, pages: int) -> Keyboard:
    number = 0 if scene.task_list is None else scene.task_list.number
    buttons = replace(Buttons.of(voice, scene), step=number)

    def made(label: str, detail: str) -> Button:
        return buttons.detailed(label, Action.TASK, detail)

    drops = [made(voice.say("tasks.drop", number=task), f"drop-{task}") for task in numbers]
    rows = [tuple(drops[at : at + _ROW]) for at in range(0, len(drops), _ROW)]
    if scene.box.binned:
        last = scene.box.binned[-1].number
        rows.append((made(voice.say("tasks.back", number=last), f"back-{last}"),))
    if (banned := _banned(scene)) is not None:
        rows.append((made(voice.say("tasks.keep"), f"{KEEP}{banned_word(banned.id)}"),))
    turns = {page - 1: "tasks.earlier", page + 1: "tasks.later"}
    rows.append(tuple(made(voice.say(key), f"page-{to}") for to, key in turns.items() if 1 <= to <= pages))
    return tuple(row for row in rows if row)
