"""Keys: complete, in their slots, and nowhere else."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.store.samples import BIG, HOME
from tgbot.store import keys
from tgbot.table.identity import TableId

STORE = Path(keys.__file__).parent


def test_a_tables_keys_share_its_partitions_slot() -> None:
    """Whatever one script touches for a table has one hash tag."""
    partition = keys.partition_of(HOME)
    of_table = [keys.state(HOME), keys.outbox(HOME), keys.mark(HOME, 1)]
    of_partition = [make(partition) for make in (keys.out, keys.due, keys.deadlines, keys.beat, keys.lease, keys.fence)]

    assert {re.findall(r"\{(.*?)\}", key)[0] for key in of_table + of_partition} == {f"p{partition}"}


def test_the_partition_of_a_table_never_changes() -> None:
    """Another partition for a known table would lose it: these values are for ever. Threads follow their group."""
    homes = (-1001234567890123, -4012345678, 4503599627370495, 1)

    assert [keys.partition_of(TableId(home)) for home in homes] == [1, 42, 36, 55]
    assert keys.partition_of(TableId(-4012345678, 77)) == keys.partition_of(TableId(-4012345678))


def test_partitions_are_even() -> None:
    """Of ten thousand groups no partition gets more than twice its share."""
    shares = Counter(keys.partition_of(TableId(-1_001_000_000_000 - 7 * number)) for number in range(10_000))

    assert len(shares) == keys.PARTITIONS
    assert max(shares.values()) < 2 * 10_000 / keys.PARTITIONS


@pytest.mark.parametrize("table", [HOME, TableId(-5, 7), TableId(BIG)], ids=str)
def test_a_table_reads_back(table: TableId) -> None:
    """A table's id survives being a member of a set."""
    assert keys.parse_table(keys.table_text(table)) == table


def test_no_key_is_written_elsewhere() -> None:
    """Only `keys.py` knows the prefix, and its table names every kind of key it makes."""
    sources = [path for path in STORE.rglob("*") if path.suffix in (".py", ".lua") and path.name != "keys.py"]
    kinds = set(re.findall(r"mx:\{[^`]*?\}?\}:([a-z]+)", (STORE / "keys.py").read_text()))

    assert len(sources) > 25
    assert [path.name for path in sources if "mx:" in path.read_text()] == []
    assert all(f":{kind}" in (keys.__doc__ or "") for kind in kinds)
