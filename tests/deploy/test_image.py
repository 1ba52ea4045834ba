"""The container image: small rights, exact packages, no secrets, a health check."""

import json
import re
from pathlib import Path

import pytest


@pytest.fixture
def steps(root: Path) -> list[tuple[str, str]]:
    """The Dockerfile's instructions with their arguments, continued lines joined."""
    text = (root / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    words = [line.split(maxsplit=1) for line in lines if line.strip()]
    return [(word, rest) for word, rest in words]


def told(steps: list[tuple[str, str]], word: str) -> list[str]:
    """The arguments of every instruction called `word`."""
    return [rest for name, rest in steps if name == word]


def test_two_stages_and_no_root(steps: list[tuple[str, str]]) -> None:
    """The last stage runs as a numbered user who is not root."""
    *_, user = told(steps, "USER")

    assert len(told(steps, "FROM")) == 2
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)


def test_packages_come_by_hash(steps: list[tuple[str, str]]) -> None:
    """Nothing is installed but what the lock file names."""
    installs = [rest for rest in told(steps, "RUN") if "pip install" in rest]

    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert "--no-deps --no-build-isolation" in installs[1]


def test_environment_is_settings(steps: list[tuple[str, str]], settings: set[str]) -> None:
    """What the image sets is understood by the bot, and none of it is secret."""
    names = set(re.findall(r"([A-Z_]+)=", told(steps, "ENV")[-1]))

    assert names - {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"} <= settings
    assert names & {"TELEGRAM_BOT_TOKEN", "WEBHOOK_SECRET", "REDIS_URL"} == set()


def test_the_bot_gets_the_signal_itself(steps: list[tuple[str, str]]) -> None:
    """No shell stands between the container's stop and the bot."""
    assert told(steps, "STOPSIGNAL") == ["SIGTERM"]
    assert json.loads(told(steps, "ENTRYPOINT")[0]) == ["tgbot"]
    assert json.loads(told(steps, "CMD")[0]) == ["run"]


def test_health_check_is_a_program_that_compiles(steps: list[tuple[str, str]]) -> None:
    """The check asks whether the bot is alive, in Python, as the image has no curl."""
    (check,) = told(steps, "HEALTHCHECK")
    python, dash_c, program = json.loads(check.split("CMD", maxsplit=1)[1])

    compile(program, "HEALTHCHECK", "exec")
    assert (python, dash_c) == ("python", "-c")
    assert "/health/live" in program


def test_only_named_files_reach_the_build(root: Path, steps: list[tuple[str, str]]) -> None:
    """A token in `.env` cannot get into a layer: everything is ignored but what the image copies."""
    lines = (root / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = {name for rest in told(steps, "COPY") if "--from" not in rest for name in rest.split()[:-1]}

    assert "*" in lines
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == copied
    assert [name for name in copied if not (root / name).exists()] == []
