"""The proxy lets Telegram's call through, and nothing else."""

import re
from pathlib import Path

import pytest


@pytest.fixture
def lines(root: Path) -> list[str]:
    """What the Caddyfile says, without comments."""
    text = (root / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def test_blocks_are_closed(lines: list[str]) -> None:
    """As many blocks end as begin."""
    assert len([line for line in lines if line.endswith("{")]) == lines.count("}")


def test_the_address_is_the_bots_own(lines: list[str]) -> None:
    """The certificate is for PUBLIC_URL, so host and webhook cannot disagree."""
    assert lines[0] == "{$PUBLIC_URL} {"


def test_only_the_webhook_is_public(lines: list[str]) -> None:
    """Of all paths only POST /telegram is handed on; health and metrics are for the inside."""
    assert [line for line in lines if line.startswith(("path ", "method "))] == ["method POST", "path /telegram"]
    assert [line for line in lines if line.startswith("handle")] == ["handle @telegram {", "handle {"]
    assert len([line for line in lines if line.startswith("reverse_proxy")]) == 1
    assert lines[lines.index("handle {") + 1] == "respond 404"


def test_large_bodies_stop_here(lines: list[str]) -> None:
    """Nobody can make the bot read without end."""
    assert lines[lines.index("request_body {") + 1] == "max_size 1MB"


def test_variables_have_a_source(lines: list[str], settings: set[str]) -> None:
    """Each variable is a setting, or has a default for a bot on the same machine."""
    used = re.findall(r"\{\$(\w+)(:?)", "\n".join(lines))

    assert used
    assert [name for name, default in used if not default and name not in settings] == []
