"""The lock files decide what is installed: exactly, by hash, and from wherever the host's package index is."""

import re
import tomllib
from pathlib import Path

import pytest

LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(lock: Path) -> dict[str, str]:
    """Each locked package and its version."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", lock.read_text(encoding="utf-8"), re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    """The packages asked for, without versions and extras."""
    return {re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0].lower() for line in requirements}


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes(root: Path, name: str) -> None:
    """A package whose bytes changed is not installed."""
    entries = re.split(r"^(?=[a-z0-9-]+==)", (root / name).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]

    assert len(entries) > 30
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_belongs_to_no_machine_and_no_index(root: Path, name: str) -> None:
    """No address and no path of the machine that made the lock is in it."""
    text = (root / name).read_text(encoding="utf-8")

    assert re.findall(r".*(?:://|--index|--find-links|\s/\w).*", text) == []


def test_what_the_project_asks_for_is_locked(root: Path) -> None:
    """A new dependency without `make lock` is noticed here, not on a host's machine."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    run, dev = (pins(root / name).keys() for name in LOCKS)

    assert names(project["project"]["dependencies"]) | names(groups["build"]) <= run
    assert names(groups["tests"]) | names(groups["lint"]) | names(groups["typing"]) <= dev


def test_tests_run_on_what_hosts_run(root: Path) -> None:
    """The developers' lock holds the very versions of the hosts' lock."""
    run, dev = (pins(root / name) for name in LOCKS)

    assert run == {name: version for name, version in dev.items() if name in run}
