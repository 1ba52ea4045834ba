"""The service of a Linux machine: few rights, its own folder, a clean stop."""

from collections import defaultdict
from pathlib import Path

import pytest

from tgbot.main import WRONG_CONFIGURATION


@pytest.fixture
def unit(root: Path) -> dict[str, dict[str, list[str]]]:
    """Sections, keys and their values; a key may be given more than once, which configparser cannot tell."""
    sections: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in (root / "deploy" / "tgbot.service").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), defaultdict(list))
        elif line and not line.startswith("#"):
            key, value = line.split("=", maxsplit=1)
            section[key].append(value)
    return sections


def test_it_runs_the_bot(unit: dict[str, dict[str, list[str]]]) -> None:
    """The service is `tgbot run`, started with the machine and again after a crash."""
    assert unit["Service"]["ExecStart"][0].endswith("/tgbot run")
    assert unit["Service"]["Restart"] == ["on-failure"]
    assert unit["Service"]["RestartPreventExitStatus"] == [str(WRONG_CONFIGURATION)]
    assert unit["Install"]["WantedBy"] == ["multi-user.target"]


def test_environment_is_settings(unit: dict[str, dict[str, list[str]]], settings: set[str]) -> None:
    """What the unit sets is understood by the bot; secrets come from a file of root's."""
    names = {value.split("=")[0] for value in unit["Service"]["Environment"]}

    assert names - {"PYTHONUNBUFFERED"} <= settings
    assert unit["Service"]["EnvironmentFile"] == ["/etc/tgbot.env"]


def test_data_lies_where_the_service_may_write(unit: dict[str, dict[str, list[str]]]) -> None:
    """Everything is read-only but the state folder, and the embedded store is in it."""
    service = unit["Service"]

    assert service["ProtectSystem"] == ["strict"]
    assert f"DATA_DIR=/var/lib/{service['StateDirectory'][0]}" in service["Environment"]


@pytest.mark.parametrize("key", ["NoNewPrivileges", "DynamicUser", "PrivateDevices", "ProtectHome", "PrivateTmp"])
def test_rights_are_few(unit: dict[str, dict[str, list[str]]], key: str) -> None:
    """The service cannot gain what it was not given."""
    assert unit["Service"][key] == ["yes"]


def test_its_program_by_hand_is_the_services_own(root: Path, unit: dict[str, dict[str, list[str]]]) -> None:
    """`as-service` has the user, the folder and the settings of the unit, or files would belong to somebody else."""
    script = (root / "deploy" / "as-service").read_text(encoding="utf-8")
    given = [part.removeprefix("--property=") for part in script.split() if part.startswith("--property=")]
    service = unit["Service"]
    same = ("DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask", "WorkingDirectory", "EnvironmentFile")

    assert {f"{key}={service[key][0]}" for key in same} <= set(given)
    assert f"Environment={service['Environment'][0]}" in given
    assert "User=tgbot" in given  # the name of the unit, which is the user it gets
    assert service["ExecStart"][0].removesuffix(" run") in script.split()
    assert (root / "deploy" / "as-service").stat().st_mode & 0o111


def test_a_stop_is_the_bots_to_finish(unit: dict[str, dict[str, list[str]]]) -> None:
    """Only the bot hears the stop, has time for it, and stops its embedded store itself."""
    assert unit["Service"]["KillMode"] == ["mixed"]
    assert int(unit["Service"]["TimeoutStopSec"][0]) >= 20
