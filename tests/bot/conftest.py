"""What the bot's tests share."""

import pytest


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have python-telegram-bot give waits as timedeltas, as `Client.build` does."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
