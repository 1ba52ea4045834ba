"""The design's promises about the source itself: directions, sizes, and what may stand where."""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from typing import TypeAlias

import pytest
from importlinter.cli import lint_imports
from telegram import Bot, CallbackQuery, Chat, Message, User

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tgbot"
SOURCES = {
    path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))
}
TREES = {name: ast.parse(source) for name, source in SOURCES.items()}

LONGEST_FILE = 250
LONGEST_FUNCTION = 40
EVERYTHING_AND_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "const", "constants"}
SPEAK_GERMAN = ("phrases/", "demo/", "decks/")
CALL_TELEGRAM = ("bot/gateway.py", "bot/administration.py")

Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def api_methods(*kinds: type) -> set[str]:
    """Name the coroutines of Telegram's classes that call the Bot API."""
    families = ("answer", "ban", "copy", "create", "delete", "edit", "forward", "get", "leave", "pin", "promote", "reply",
                "restrict", "send", "set", "stop", "unban", "unpin", "do_api_request")  # fmt: skip
    return {name for kind in kinds for name in vars(kind) if name.split("_")[0] in families or name in families}


METHODS = api_methods(Bot)
SHORTCUTS = api_methods(CallbackQuery, Chat, Message, User) - METHODS - {"answer", "get"}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Find every function, methods and inner ones included."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def docstring(node: Documented) -> ast.Constant | None:
    """Find the docstring of a module, class or function."""
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str()) as text), *_]:
            return text
        case _:
            return None


def strings(tree: ast.AST) -> Iterator[str]:
    """Find the strings a program uses: all but free-standing ones, which are docstrings."""
    free = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in free:
            yield node.value


def body_length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count a function's lines without decorators and docstring."""
    said = docstring(function)
    comment = 0 if said is None or said.end_lineno is None else said.end_lineno - said.lineno + 1
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1 - comment


def receiver(call: ast.Call) -> str:
    """Name what a method is called on: `bot` in `context.bot.send_message()`."""
    match call.func:
        case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def telegram_calls(tree: ast.AST) -> Iterator[str]:
    """Find calls of the Bot API: a method of a bot, or a shortcut of a message, query, chat or user."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            on_a_bot = receiver(node).strip("_") in {"bot", "telegram"} and node.func.attr in METHODS
            if on_a_bot or node.func.attr in SHORTCUTS:
                yield f"{receiver(node)}.{node.func.attr}, line {node.lineno}"


def outside(*places: str) -> dict[str, ast.Module]:
    """Leave out the modules that may do what others may not."""
    return {name: tree for name, tree in TREES.items() if not name.startswith(places)}


def test_there_is_something_to_look_at() -> None:
    """The checks below cannot pass on an empty folder, nor look for names that Telegram does not have."""
    assert len(TREES) > 30
    assert {"send_message", "edit_message_text", "answer_callback_query", "set_webhook", "get_updates"} <= METHODS
    assert {"reply_text", "edit_text"} <= SHORTCUTS


def test_imports_go_one_way() -> None:
    """Each package imports only what the design lets it."""
    with chdir(ROOT):
        assert lint_imports() == 0


def test_a_module_says_what_it_is_for() -> None:
    """The first line of each module is its purpose."""
    assert [name for name, tree in TREES.items() if docstring(tree) is None] == []


def test_a_file_can_be_read_at_once() -> None:
    """No file is longer than a few screens."""
    lengths = {name: len(source.splitlines()) for name, source in SOURCES.items()}

    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_a_function_fits_a_screen() -> None:
    """No function is longer than a screen, its docstring apart."""
    lengths = {(name, found.name): body_length(found) for name, tree in TREES.items() for found in functions(tree)}

    assert {place: length for place, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_a_module_is_named_for_one_thing() -> None:
    """No module has a name that would let anything in."""
    assert [name for name in TREES if EVERYTHING_AND_NOTHING & set(Path(name).with_suffix("").parts)] == []


def test_german_stands_where_guests_are_addressed() -> None:
    """What players read is in `phrases` (and the demo's page), never in the middle of the code.

    The command line, which speaks English to hosts, may call the game by its name.
    """
    said = [(name, text) for name, tree in outside(*SPEAK_GERMAN).items() for text in strings(tree)]
    told = [(name, text.replace("Mäxchen", "") if name.startswith("main/") else text) for name, text in said]

    assert [(name, text) for name, text in told if re.search("[äöüÄÖÜß]", text)] == []


def test_keys_are_made_in_one_place() -> None:
    """A key of the store is written in `store/keys.py` only."""
    said = [(name, text) for name, tree in outside("store/keys.py").items() for text in strings(tree)]

    assert [(name, text) for name, text in said if "mx:" in text] == []


def test_scripts_of_the_store_get_their_keys() -> None:
    """A script names no key of its own, or it would leave its slot in a cluster."""
    scripts = list(PACKAGE.rglob("*.lua"))

    assert scripts
    assert [path.name for path in scripts if re.search(r"""["']mx:""", path.read_text(encoding="utf-8"))] == []


def test_one_place_talks_to_telegram() -> None:
    """Only the gateway calls the Bot API, so budgets, errors and order are kept there and nowhere else."""
    trees = outside(*CALL_TELEGRAM, "demo/")

    assert {name: calls for name, tree in trees.items() if (calls := list(telegram_calls(tree)))} == {}


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (telegram_calls, "await context.bot.send_message(1, 'x')"),
        (telegram_calls, "await self._bot.edit_message_text('x')"),
        (telegram_calls, "await update.message.reply_text('x')"),
        (strings, "say(f'Würfel {n}')"),
        (functions, "class A:\n    async def f(self): ..."),
    ],
)
def test_the_finders_find(find: Callable[[ast.AST], Iterator[object]], source: str) -> None:
    """Each search above finds what it is looking for where it is."""
    assert list(find(ast.parse(source)))
