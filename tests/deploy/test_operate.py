"""What hosts are told to type: all of it has been typed by a test, and nothing else stands in the page's blocks."""

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from tests.e2e.operating import PAGE, sections
from tgbot.store.leases import LeaseTiming
from tgbot.store.restore import OLD

TESTS = sorted((Path(__file__).parents[1] / "e2e").glob("test_operate_*.py"))


def worked_through() -> Iterator[str]:
    """Name the sections that tests work through; `section` fails a test that leaves a line of one out."""
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="section"), args=[_, ast.Constant(value=str() as title)]):
                    yield title
                case _:
                    continue


def test_every_command_of_the_page_is_run_by_a_test() -> None:
    """A section with commands has a test, and no test works through one that is no more."""
    with_commands = [title for title, commands in sections().items() if commands]

    assert sorted(with_commands) == sorted(worked_through())


def test_blocks_hold_commands_and_nothing_else() -> None:
    """Each line is one command, and each block says that it is for a shell."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for _, block in blocks for line in block.splitlines()]

    assert {kind for kind, _ in blocks} == {"console"}
    assert [line for line in lines if not line.startswith("$ ")] == []
    assert sum(map(len, sections().values())) == len(lines)


def test_every_command_of_the_bot_is_one() -> None:
    """What follows `tgbot` on the page is in the README's table of commands."""
    words = {command.split()[1] for commands in sections().values() for command in commands if "tgbot " in command[:6]}
    readme = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")

    assert words == {word for word in words if re.search(rf"^\|.*`tgbot {word}\b", readme, re.MULTILINE)}


def test_the_readme_leads_there() -> None:
    """Whoever sets a bot up finds how to look after it."""
    assert "(docs/operate.md)" in (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_page_tells_the_times_as_they_are() -> None:
    """Hosts plan a restart by the first, and explain a silent backup by the second."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())

    assert f"After more than {LeaseTiming().gap:.0f} seconds away every turn has its whole time again." in page
    assert timedelta(milliseconds=OLD) == timedelta(minutes=10)
    assert "Messages older than ten minutes are not sent any more." in page
