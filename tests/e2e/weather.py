"""What Telegram's weather tests share: a game under way, and a look at what the bot said since."""

from collections.abc import Callable
from typing import TypeVar

from tests.e2e.stage import Stage, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Person
from tgbot.demo.delivery.backlog import Update
from tgbot.table.clock.timing import Timing

T = TypeVar("T")
MOST_PRESSES = 400
"""Each takes some milliseconds: more than it takes until a refused call has become known."""

MUTED = "Ich darf in der Gruppe gerade nicht schreiben. Sobald ein Admin mich lässt, geht's an derselben Stelle weiter."
SWEPT = "Was ich hier schreibe, wird sofort gelöscht, wohl von einem anderen Bot. Ich versuch's gleich noch mal."
SWEPT_AWAY = "wird sofort gelöscht, was ich schreibe, wohl von einem anderen Bot"
SILENCED = "darf ich gerade nicht schreiben, drum steht da nichts Neues"


async def asked(on: Stage, count: int = 3, timing: Timing | None = None, *, polling: bool = False) -> list[Person]:
    """Begin a game of so many; Bert is asked to believe 53, and whoever throws throws 53."""
    await on.bot(chance=swift(ScriptedCup((5, 3) * 20), timing), polling=polling)
    await on.gather(count)
    await on.begin(*on.people)
    await on.announce(on.people[0], "53")
    await on.turn(on.people[1], "Glauben")
    await on.tg.until(lambda: _tidy(on), "old cards closed, so that nothing is on its way")
    return on.people


async def _tidy(on: Stage) -> bool | None:
    buttons = [message.labels for message in await on.shown() if message.labels]
    return True if len([labels for labels in buttons if "Tisch eröffnen" not in labels[0]]) == 1 else None


def refusal(code: int, description: str) -> Json:
    """Write an error as Telegram does."""
    return {"ok": False, "error_code": code, "description": description}


async def tried(on: Stage, chat: int, since: int = 0) -> list[Json]:
    """List every call about a chat, whatever became of it, but the first `since`."""
    return [call for call in await on.tg.calls() if call["params"].get("chat_id") == str(chat)][since:]


def unheard(on: Stage, happening: Callable[[], T]) -> tuple[T, list[Update]]:
    """Let something happen that the bot is not told yet; returns what it made, and the updates held back."""
    backlog = on.telegram.world.backlog
    before = set(backlog.pending)
    made = happening()
    return made, [backlog.pending.pop(number) for number in list(backlog.pending) if number not in before]


async def told(on: Stage, update: Update) -> None:
    """Tell the bot at last, and wait until it has heard."""
    on.telegram.world.backlog.add(update.kind, update.body, queue=update.queue, chat_id=update.chat_id)
    await on.tg.quiet()


async def greetings(on: Stage) -> int:
    """Count how often the bot has said hello, in all chats."""
    messages = [message for chat in on.telegram.world.chats.values() for message in chat.messages.values()]
    return sum("Servus" in str(message.body.get("text", "")) and message.chat_id < 0 for message in messages)


async def until_silent(on: Stage, who: Person, label: str = "Glauben", toast: str = MUTED) -> None:
    """Press until the toast says that the bot may not write."""
    toasts = [await on.press(who, label)]
    while toasts[-1] != toast and len(toasts) < MOST_PRESSES:
        toasts.append(await on.press(who, label))
    assert toasts[-1] == toast, toasts[-1]
