"""The map of what can go wrong: every row has a test that exists, or a reason why it needs none."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
CATALOGUE = ROOT.parent / "shared" / "facts" / "failures.md"
BLOCKING = {"requests", "httpx", "urllib", "sqlite3", "subprocess", "redis.client"}


def rows(text: str) -> Iterator[list[str]]:
    """Find the rows of all tables, cell by cell."""
    for line in text.splitlines():
        if re.match(r"\| F\d+ \|", line):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def named(text: str) -> list[tuple[str, str]]:
    """Find the tests that are named: file and function."""
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)


def functions(path: Path) -> set[str]:
    """Name the functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_is_named_exists() -> None:
    """A test that is renamed takes its row along."""
    missing = [
        f"{file}::{name}"
        for file, name in named(MAP)
        if not (ROOT / file).exists() or name not in functions(ROOT / file)
    ]
    assert missing == []


def test_every_row_that_touches_the_game_has_a_test() -> None:
    """S1 in any case; the others unless they cannot touch this bot at all."""
    touching, untouched = MAP.split("## Rows that cannot touch this bot")
    bare = [row[0] for row in rows(touching) if not named(" ".join(row))]
    assert bare == []
    assert {row[2] for row in rows(untouched)} <= {"S2", "S3"}
    numbers = [row[0] for row in rows(MAP)]
    assert len(numbers) == len(set(numbers))


def test_no_row_is_forgotten() -> None:
    """Each has the severity it has in the catalogue they come from, where that is at hand."""
    if not CATALOGUE.exists():
        pytest.skip("the catalogue is not at hand")
    known = {cells[0].lstrip("| "): cells[-1].rstrip("| ") for cells in rows(CATALOGUE.read_text(encoding="utf-8"))}
    assert {row[0].lstrip("| "): row[2] for row in rows(MAP)} == known


def test_nothing_in_the_event_loop_blocks() -> None:
    """F104: the linter's rules about blocking calls hold without exception, and no module brings one in by name."""
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "ALL" in ruff["select"]
    assert not [rule for rule in ruff.get("ignore", []) if rule.startswith("ASYNC")]
    for package in ("bot", "store", "web", "table"):
        for path in (ROOT / "tgbot" / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "noqa: ASYNC" not in text, path
            assert not BLOCKING & set(imported(text)), path


def imported(source: str) -> Iterator[str]:
    """Name the modules a program imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
