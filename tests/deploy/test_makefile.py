"""`make` explains itself in one line where a machine lacks something."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make to ask")

WITHOUT_VENV = (
    "import importlib.util as u; all_specs = u.find_spec; u.find_spec = lambda n: n != 'ensurepip' and all_specs(n)"
)
TOO_OLD = "import sys; sys.version_info = (3, 10, 9)"


def make(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Call make as a person would, even if these tests were started by make."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", *words]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


def python(folder: Path, prelude: str) -> Path:
    """A Python that runs `prelude` before what it is told to run."""
    path = folder / "python"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{prelude}\n$2"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("prelude", "told"),
    [(WITHOUT_VENV, "apt install python3-venv"), (TOO_OLD, "Python 3.10 is too old, 3.11 or newer is needed")],
    ids=["Debian without python3-venv", "Python too old"],
)
def test_a_lacking_python_is_one_line(root: Path, tmp_path: Path, prelude: str, told: str) -> None:
    """Whoever types `make run` reads what to do, and nothing else; nothing is left half made."""
    outcome = make(root, "run", f"VENV={tmp_path / 'venv'}", f"PYTHON={python(tmp_path, prelude)}")

    assert outcome.returncode != 0
    assert outcome.stdout == ""
    assert len(outcome.stderr.splitlines()) == 1
    assert told in outcome.stderr
    assert not (tmp_path / "venv").exists()


def test_no_python_is_one_line(root: Path, tmp_path: Path) -> None:
    """A machine without Python is told both packages to install."""
    outcome = make(root, "run", f"VENV={tmp_path / 'venv'}", "PYTHON=no-such-python")

    assert len(outcome.stderr.splitlines()) == 1
    assert "apt install python3 python3-venv" in outcome.stderr


def test_a_good_python_is_accepted(root: Path, tmp_path: Path) -> None:
    """The Python that runs these tests would get its environment."""
    outcome = make(root, "--dry-run", "run", f"VENV={tmp_path / 'venv'}", f"PYTHON={sys.executable}")

    assert outcome.returncode == 0
    assert "-m venv" in outcome.stdout
    assert "tgbot run" in outcome.stdout


def test_make_alone_lists_its_words(root: Path) -> None:
    """The words a newcomer needs are told without arguments."""
    told = make(root).stdout

    assert [
        word for word in ("run", "demo", "setup", "check", "test", "chaos", "image") if f"make {word} " not in told
    ] == []


def stand_in(venv: Path, name: str, code: int = 0) -> None:
    """A program of the virtual environment that says its name and ends with a code."""
    path = venv / "bin" / name
    path.write_text(f"#!/bin/sh\necho {name} says {code}\nexit {code}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(("tests", "types"), [(0, 0), (1, 0), (5, 0), (0, 1), (2, 2)])
def test_a_fault_of_the_tests_or_of_the_types_fails(root: Path, tmp_path: Path, tests: int, types: int) -> None:
    """Both are told to their ends, whatever the other says; no test at all (5) is a fault, too."""
    (tmp_path / "bin").mkdir()
    for name in ("pip", "ruff", "lint-imports"):
        stand_in(tmp_path, name)
    stand_in(tmp_path, "python", tests)
    stand_in(tmp_path, "mypy", types)
    (tmp_path / ".ready-to-test").touch()

    outcome = make(root, "test", f"VENV={tmp_path}")

    assert (outcome.returncode != 0) == bool(tests or types)
    assert f"python says {tests}\n" in outcome.stdout
    assert f"mypy says {types}\n" in outcome.stdout
    assert ("The tests failed." in outcome.stderr) == bool(tests)
    assert ("The types are wrong." in outcome.stderr) == bool(types)
    assert ("all tests passed" in outcome.stdout) == (not tests and not types)


def test_the_build_server_calls_make_test_and_a_minute_of_chaos(root: Path) -> None:
    """`.ci/run` is a script that can be started, ends at the first failure, and keeps its exit code."""
    script = root / ".ci" / "run"

    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert lines[-2:] == ["make test", "exec make chaos-short"]
