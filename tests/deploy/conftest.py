"""Where the deployment files lie, and what they may set."""

from pathlib import Path

import pytest

from tgbot.settings import Settings


@pytest.fixture
def root() -> Path:
    """The project's folder."""
    return Path(__file__).parents[2]


@pytest.fixture
def settings() -> set[str]:
    """The names of all settings, as the environment spells them."""
    return {name.upper() for name in Settings.model_fields}
