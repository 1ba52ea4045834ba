"""Every message of the bot as text, to be read as well as compared.

A changed sentence changes a snapshot. Write them anew with

    SNAPSHOTS=write .venv/bin/python -m pytest tests/phrases/test_snapshots.py

and read the difference before committing it.
"""

import os
from pathlib import Path

import pytest

from tests.phrases.gallery import everything
from tests.phrases.scenes import roll
from tgbot.game.refusals import Refusal
from tgbot.phrases.commands import commands
from tgbot.phrases.message import Button, Message
from tgbot.phrases.toasts import toast
from tgbot.table.identity import Language
from tgbot.table.news.replies import Barred, Note, RollShown, Told

SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("SNAPSHOTS") == "write"


def drawn(message: Message) -> str:
    """Draw a message as a reader sees it, markup included."""
    rows = ["".join(f"[ {_label(button)} ]" for button in row) for row in message.keyboard]
    return "\n".join([message.text.replace("\u2068", "").replace("\u2069", ""), *rows])


def _label(button: Button) -> str:
    return button.label if button.url is None else f"{button.label} -> {button.url}"


def album(language: Language, page: str) -> str:
    """Draw all messages of one kind."""
    shown = [f"== {name}\n{drawn(render(language))}\n" for name, render in everything() if name.startswith(f"{page}:")]
    return "\n".join(shown)


def spoken(language: Language) -> str:
    """Write down every toast, and the menus of commands."""
    toasts = [f"{type(what).__name__}.{what.name}: {_toast(what, language)}" for what in (*Refusal, *Barred, *Note)]
    menus = commands(language)
    words = [f"/{word}: {text}" for word, text in (*menus.group, *menus.private)]
    own = [toast(RollShown(roll("64"), bar, language)).text for bar in (None, roll("53"), roll("66"))]
    own.append(toast(RollShown(roll("64"), roll("66"), language, said=roll("66"))).text)
    return "\n".join([*toasts, "", *own, "", *words, ""])


def _toast(what: Refusal | Barred | Note, language: Language) -> str:
    """Show the plain sentence, and the detailed one if there is one."""
    plain = toast(Told(what, language)).text
    detailed = toast(Told(what, language, "Clara", roll("53"), 3)).text.replace("\u2068", "").replace("\u2069", "")
    return plain if plain == detailed else f"{plain}\n    {detailed}"


PAGES = sorted({name.split(":")[0] for name, _ in everything()})


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", Language)
def test_messages_read_as_they_did(language: Language, page: str) -> None:
    """No sentence, button or order of lines changes unnoticed."""
    path = SNAPSHOTS / f"{page}.{language.value}.txt"
    _compare(path, album(language, page))


@pytest.mark.parametrize("language", Language)
def test_toasts_read_as_they_did(language: Language) -> None:
    """No toast and no command changes unnoticed."""
    _compare(SNAPSHOTS / f"toast.{language.value}.txt", spoken(language))


def _compare(path: Path, text: str) -> None:
    if WRITE:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_no_snapshot_is_left_over() -> None:
    """Every snapshot belongs to messages that still exist."""
    expected = {f"{page}.{language.value}.txt" for page in (*PAGES, "toast") for language in Language}
    assert {path.name for path in SNAPSHOTS.glob("*.txt")} == expected
