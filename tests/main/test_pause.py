"""What many workers at one table wait before they try again: some time, more each time, and never in step."""

import pytest

from tgbot.main.pause import pause


async def test_contended_commits_are_tried_again_later_each_time_and_out_of_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F116: twelve tries take three seconds at most, while whoever pressed still looks at his button."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("tgbot.main.pause.asyncio.sleep", sleep)
    for attempt in (1, 11):
        for _ in range(200):
            await pause(attempt)
    early, late = waits[:200], waits[200:]

    assert len(set(waits)) > 300, "with jitter"
    assert 0 < sum(early) < sum(late) / 10
    assert 11 * max(late) < 3
