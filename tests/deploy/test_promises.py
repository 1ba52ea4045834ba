"""The table of promises is whole, and every promise is shown by a test that exists."""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.chaos.promises import LOST
from tests.chaos.promises import STORES as CHAOS
from tgbot.store.replicas import WAIT_MS

STORES = ("built in", "`appendfsync always`", "`appendfsync everysec`", "Sentinel", "cluster")
EVENTS = ("the bot is killed", "the store is killed", "a power cut", "a failover")


@pytest.fixture
def rows(root: Path) -> dict[tuple[str, str], str]:
    """What shows each promise, by store and event."""
    text = (root / "docs" / "promises.md").read_text(encoding="utf-8").partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return {(store, event): shown for store, event, _, shown in cells[2:]}


def test_every_store_promises_something_for_every_event(rows: dict[tuple[str, str], str]) -> None:
    """No cell is missing, and none is there twice."""
    assert sorted(product(STORES, EVENTS)) == sorted(rows)


def test_every_promise_is_shown_by_a_test(root: Path, rows: dict[tuple[str, str], str]) -> None:
    """The named tests stand in the named files."""
    for cell in rows.values():
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", cell)
        assert named, cell
        for file, test in named:
            assert f"async def {test}(" in (root / "tests" / file).read_text(encoding="utf-8").replace(
                "\ndef", "\nasync def"
            )


def test_the_chaos_run_grants_what_is_promised_and_no_more(root: Path) -> None:
    """The numbers by which it judges are those of the table, for each store that `make chaos` knows."""
    text = (root / "docs" / "promises.md").read_text(encoding="utf-8")
    assert "up to two seconds are lost" in text
    assert LOST == 2.0
    assert "within a tenth of a second" in text
    assert WAIT_MS == 100
    assert all(f"`{store}`" in text.partition("## The chaos run")[2] for store in CHAOS)


def test_the_documents_lead_there(root: Path) -> None:
    """Who reads how it all fits, or how to run it, finds the promises."""
    assert "promises.md" in (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert "docs/promises.md" in (root / "README.md").read_text(encoding="utf-8")
