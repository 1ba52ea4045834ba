"""Every place that lists the settings lists all of them, and no others."""

import re
from pathlib import Path


def test_env_example_names_every_setting(root: Path, settings: set[str]) -> None:
    """`.env.example` offers each setting once, and nothing the bot would ignore."""
    offered = re.findall(r"^#?([A-Z_]+)=", (root / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(settings) == sorted(offered)


def test_env_example_holds_no_secret(root: Path) -> None:
    """What can be copied from the example is no token and no password."""
    text = (root / ".env.example").read_text(encoding="utf-8")

    assert "TELEGRAM_BOT_TOKEN=\n" in text
    assert "WEBHOOK_SECRET=\n" in text


def test_readme_explains_every_setting(root: Path, settings: set[str]) -> None:
    """The table of settings in the README has one row for each."""
    rows = re.findall(r"^\| `([A-Z_]+)` \|", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(settings) == sorted(rows)
