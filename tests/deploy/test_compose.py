"""The small server: bot, store and TLS, with nothing reachable that need not be."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml


@pytest.fixture
def text(root: Path) -> str:
    """The compose file."""
    return (root / "docker-compose.yml").read_text(encoding="utf-8")


@pytest.fixture
def services(text: str) -> dict[str, Any]:
    """Its services."""
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def test_three_services(services: dict[str, Any]) -> None:
    """The bot, its store and the TLS in front, each watched."""
    assert set(services) == {"bot", "redis", "caddy"}
    assert [name for name, service in services.items() if name != "bot" and "healthcheck" not in service] == []


def test_the_bot_is_told_settings_only(services: dict[str, Any], settings: set[str]) -> None:
    """Every variable of the bot is one of its settings, the shared store among them."""
    environment = services["bot"]["environment"]

    assert set(environment) <= settings
    assert environment["REDIS_URL"] == "redis://redis:6379/0"


def test_secrets_come_from_outside(text: str, services: dict[str, Any], settings: set[str]) -> None:
    """Token and address are asked of the host's `.env`, with a word on what is missing."""
    asked = set(re.findall(r"\$\{(\w+):\?", text))

    assert services["bot"]["env_file"] == ".env"
    assert asked == {"TELEGRAM_BOT_TOKEN", "PUBLIC_URL"}
    assert asked <= settings


def test_the_store_keeps_its_data(services: dict[str, Any]) -> None:
    """The store reads our configuration and writes into a volume."""
    store = services["redis"]

    assert "./deploy/redis.conf:/etc/tgbot/redis.conf:ro" in store["volumes"]
    assert "store:/data" in store["volumes"]
    assert store["command"][:2] == ["valkey-server", "/etc/tgbot/redis.conf"]


def test_only_caddy_is_reachable(text: str, services: dict[str, Any]) -> None:
    """The store publishes no port and lives on a network that leads nowhere."""
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert services["redis"]["networks"] == ["back"]
    assert yaml.safe_load(text)["networks"]["back"] == {"internal": True}


def test_caddy_finds_the_bot(services: dict[str, Any]) -> None:
    """The port that the proxy calls is the port that the bot listens on."""
    assert services["caddy"]["environment"]["BOT_HOST"] == "bot"
    assert services["caddy"]["environment"]["BOT_PORT"] == services["bot"]["environment"]["LISTEN_PORT"]


def test_no_log_fills_the_disk(services: dict[str, Any]) -> None:
    """Every container keeps a few files of bounded size."""
    options = [service["logging"] for service in services.values()]

    assert options == [{"driver": "json-file", "options": {"max-size": "10m", "max-file": "3"}}] * 3


def test_files_that_are_mounted_exist(root: Path, services: dict[str, Any]) -> None:
    """No mount makes an empty folder where a file should be."""
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])]
    files = [source for source in mounted if source.startswith("./")]

    assert len(files) == 2
    assert [name for name in files if not (root / name).is_file()] == []
