"""A stored format never grows unnoticed: the schema is a file, and a change of it says what the change takes.

Fields with a default are read by every release. Having added one, write the file anew with

    SNAPSHOTS=write .venv/bin/python -m pytest tests/store/test_schema.py
"""

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.schema import Schema, harmful, harmless, schema
from tgbot.store.codec import FORMAT, READS

GOLDEN = Path(__file__).parent / "golden" / f"schema-{READS}.json"
WRITE = os.environ.get("SNAPSHOTS") == "write"

_GROWN = """The stored schema has new fields with defaults, which every release reads (one that does not know them drops them):
{changes}
Write it down: SNAPSHOTS=write .venv/bin/python -m pytest tests/store/test_schema.py"""
_BROKEN = """What is stored has changed so that releases which read format {reads} would misread each other:
{changes}
It takes two releases: the first raises READS in tgbot/store/codec.py, can read it and does not write it yet; the next
raises FORMAT and writes it. As long as no release has written format {reads}, delete tests/store/golden/{file} and write it anew."""


def verdict(before: Schema, after: Schema) -> str:
    """Tell what a change of the schema takes; empty where there is none."""
    if changes := harmful(before, after):
        return _BROKEN.format(changes="\n".join(changes), reads=before["format"], file=GOLDEN.name)
    if changes := harmless(before, after):
        return _GROWN.format(changes="\n".join(changes))
    return "" if before == after else _GROWN.format(changes="(in classes that are new)")


def test_the_stored_schema_is_the_one_that_is_written_down() -> None:
    """A new field, a new notice, a new kind of deadline: whoever adds one reads here what it takes."""
    now = schema()
    if not GOLDEN.exists() or (WRITE and not harmful(json.loads(GOLDEN.read_bytes()), now)):
        assert WRITE, f"{GOLDEN.name} is missing: SNAPSHOTS=write makes it"
        GOLDEN.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    said = verdict(json.loads(GOLDEN.read_bytes()), now)

    assert not said, said


def test_a_release_reads_what_it_writes() -> None:
    """A format is read before it is written."""
    assert FORMAT <= READS


def a_field(grown: Schema) -> None:
    """Add one with a default."""
    grown["fields"]["Table"]["music"] = "str = ''"


def a_bare_field(grown: Schema) -> None:
    """Add one without."""
    grown["fields"]["Table"]["music"] = "str"


def a_new_type(grown: Schema) -> None:
    """Change what a field holds."""
    grown["fields"]["Seat"]["units"] = "str = '0'"


def a_default(grown: Schema) -> None:
    """Change what is meant by a field that is missing."""
    grown["fields"]["Seat"]["units"] = "int = 1"


def a_loss(grown: Schema) -> None:
    """Take a field away."""
    del grown["fields"]["Seat"]["units"]


def a_value(grown: Schema) -> None:
    """Add an enum's value."""
    grown["names"]["Presence"].append("asleep")


def a_notice(grown: Schema) -> None:
    """Add something that a post can tell."""
    kind = next(name for name in grown["names"] if "CupLifted" in grown["names"][name])
    grown["names"][kind].append("JukeboxStarted")


def another_first(grown: Schema) -> None:
    """Make another effect the one that has no name."""
    kind = next(name for name in grown["names"] if "Seated" in grown["names"][name])
    grown["names"][kind].reverse()


def a_deadline(grown: Schema) -> None:
    """Add a kind."""
    grown["texts"]["deadlines"].append("sunrise")


def a_surface(grown: Schema) -> None:
    """Add one."""
    grown["texts"]["surfaces"].append("jukebox")


@pytest.mark.parametrize(
    ("grow", "takes"),
    [
        (a_field, "SNAPSHOTS=write"),
        (a_bare_field, "two releases"),
        (a_new_type, "two releases"),
        (a_default, "two releases"),
        (a_loss, "two releases"),
        (a_value, "two releases"),
        (a_notice, "two releases"),
        (another_first, "two releases"),
        (a_deadline, "two releases"),
        (a_surface, "two releases"),
    ],
)
def test_a_change_says_what_it_takes(grow: Callable[[Schema], None], takes: str) -> None:
    """A field with a default is written down; all else takes two releases."""
    before = schema()
    grown = copy.deepcopy(before)
    grow(grown)

    assert takes in verdict(before, grown)
    assert verdict(before, before) == ""
