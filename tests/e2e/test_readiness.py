"""What a worker says of itself while Telegram has its own mind about the webhook."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.readiness import until_ready
from tests.e2e.stage import Stage, stage, swift
from tests.e2e.weather import refusal
from tests.telegram_client import WITHIN

pytestmark = pytest.mark.redis

_REFUSED = "not ready: Telegram refuses the webhook: see PUBLIC_URL, then restart"


async def said(on: Stage) -> str:
    """Ask the worker whether it is ready."""
    async with aiohttp.ClientSession() as session, session.get(f"{on.address}/health/ready") as answer:
        return await answer.text()


async def test_a_worker_whose_webhook_telegram_will_never_take_is_not_ready(tmp_path: Path) -> None:
    """No update would ever come: it says where to look. Alive it is, for a restart alone helps nothing."""
    async with stage(tmp_path) as on:
        error = refusal(400, "Bad Request: bad webhook: HTTPS url must be provided for webhook")
        await on.tg.fault("error", "setWebhook", times=None, error=error)
        await on.bot(chance=swift())
        await on.tg.until(lambda: _tried(on), "a try to register")
        async with asyncio.timeout(WITHIN):
            while await said(on) != _REFUSED:  # noqa: ASYNC110 -- a probe asks again and again
                await asyncio.sleep(0.02)
        async with aiohttp.ClientSession() as session, session.get(f"{on.address}/health/live") as answer:
            assert answer.status == 200


async def test_a_worker_whose_webhook_waits_for_telegram_is_ready(tmp_path: Path) -> None:
    """Where updates are delivered to may stand there since the last start, and nobody else could do better."""
    async with stage(tmp_path) as on:
        await on.tg.fault("error", "setWebhook", times=None, error=refusal(502, "Bad Gateway"))
        await on.bot(chance=swift())
        await on.tg.until(lambda: _tried(on), "a try to register")
        await until_ready(on)
        assert await said(on) == "ready"


async def _tried(on: Stage) -> bool | None:
    return True if await on.tg.calls("setWebhook") else None
