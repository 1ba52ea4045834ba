"""The scan finds what it looks for: one roll let slip on purpose, in one place at a time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
import structlog

from tests.e2e.truth import Truth
from tests.e2e.wild import found
from tests.e2e.wiretap import wiretapped
from tgbot.game.roll import Roll
from tgbot.game.rules.presets import WIRTSHAUS
from tgbot.game.state import Announcing
from tgbot.game.view import Phase, View
from tgbot.phrases import card as cards
from tgbot.phrases import keyboards, press
from tgbot.phrases.message import Button, Keyboard, Message
from tgbot.phrases.turn import turn_keyboard
from tgbot.store import tables
from tgbot.table import decide
from tgbot.table.decisions.decision import Decision
from tgbot.table.identity import Language
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.replies import RollShown
from tgbot.table.scene import Scene
from tgbot.table.service import TableService
from tgbot.web.metrics import Metrics

pytestmark = pytest.mark.redis

Leak: TypeAlias = Callable[[pytest.MonkeyPatch, Truth], None]


def hidden(truth: Truth) -> Roll | None:
    """Look under the newest cup; only one table plays."""
    return next((roll for place in truth.rounds.values() for roll in reversed(place.hidden)), None)


def in_a_group_text(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """The card draws the dice."""
    made = cards.card

    def card(scene: Scene, lost: Any = ()) -> Message:
        message = made(scene, lost)
        roll = hidden(truth)
        return message if roll is None else replace(message, text=f"{message.text}\n{'-'.join(map(str, roll.digits))}")

    patch.setattr(cards, "card", card)


def in_callback_data(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """A button of the card says what it will show."""
    made = press.encode
    patch.setattr(
        press, "encode", lambda tap: made(replace(tap, value=hidden(truth)) if tap.action is Action.PEEK else tap)
    )


def in_foreign_callback_data(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """A button's data has something behind its end."""
    made = press.encode

    def encode(tap: Tap) -> str:
        return f"{made(tap)}.{hidden(truth)}" if tap.action is Action.PEEK else made(tap)

    patch.setattr(press, "encode", encode)


def on_a_keyboard(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """The group's announcement buttons mark the true one, as the private ones do."""
    made = keyboards.announcing
    patch.setattr(
        "tgbot.phrases.turn.announcing",
        lambda buttons, legal, action=Action.ANNOUNCE: made(buttons, legal, action, seen=hidden(truth)),
    )


def in_the_queue(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """What waits to be delivered knows the dice."""
    made = tables._entries

    def entries(change: Any) -> Iterator[tuple[str, bytes]]:
        hint = b""
        if isinstance(change.table.game, Announcing):
            dice = list(reversed(change.table.game.cup.roll.digits))
            hint = f'{{"thrown":{dice}}}'.encode()
        for name, value in made(change):
            yield name, value or hint

    patch.setattr(tables, "_entries", entries)


def in_the_log(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """A line of the log helps with debugging."""
    made = TableService.handle

    async def handle(self: TableService, intent: Any) -> Any:
        roll = hidden(truth)
        structlog.get_logger().debug("handling", under_the_cup=None if roll is None else roll.digits)
        return await made(self, intent)

    patch.setattr(TableService, "handle", handle)


def in_somebody_elses_answer(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """Whoever presses the button sees the dice."""

    def peek(table: Any, *_: Any) -> Decision:
        roll = hidden(truth)
        assert roll is not None
        return Decision(table=table, reply=RollShown(roll, None, language=Language.DE))

    patch.setattr(decide, "peek", peek)


def in_a_metric(patch: pytest.MonkeyPatch, truth: Truth) -> None:
    """A counter is kept per roll."""
    made = Metrics.commit
    patch.setattr(Metrics, "commit", lambda self, outcome: made(self, f"{outcome} {hidden(truth)}"))


@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (in_a_group_text, "group"),
        (in_callback_data, "group button"),
        (in_foreign_callback_data, "group button"),
        (on_a_keyboard, "group button"),
        (in_the_queue, "queue"),
        (in_the_log, "log"),
        (in_somebody_elses_answer, "answer"),
        (in_a_metric, "metrics"),
    ],
    ids=lambda value: "" if isinstance(value, str) else value.__name__,
)
async def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, where: str) -> None:
    """Each kind of leak is reported, where it is, and nowhere else."""
    async with wiretapped(tmp_path, monkeypatch, 5) as ears:
        group = await found(ears, WIRTSHAUS, 3, Random(5))  # noqa: S311 -- no secret
        leak(monkeypatch, ears.truth)
        await group.play(4)
        await ears.read_metrics()

    assert {found.where for found in ears.scan.leaks} == {where}


async def test_buttons_that_depend_on_the_dice_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button more for some rolls tells the group about them, though it names no roll."""
    async with wiretapped(tmp_path, monkeypatch, 5) as ears:
        group = await found(ears, WIRTSHAUS, 3, Random(5))  # noqa: S311 -- no secret

        def with_one_more(voice: Any, scene: Scene, view: View) -> Keyboard:
            roll = hidden(ears.truth)
            rows = turn_keyboard(voice, scene, view)
            more = Button("?", Tap(scene.table, view.number, view.step, Action.RULES))
            return (*rows, (more,)) if view.phase is Phase.ROLLED and roll is not None and roll.digits[1] < 3 else rows

        monkeypatch.setattr(cards, "turn_keyboard", with_one_more)
        await group.play(4)

    assert ears.scan.uneven_keyboards() != []
