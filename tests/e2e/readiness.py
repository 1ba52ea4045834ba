"""What a worker says of itself."""

import asyncio

import aiohttp

from tests.e2e.stage import Stage

_WITHIN = 30.0


async def readiness(on: Stage) -> int:
    """Ask the first worker whether it is ready; returns the status."""
    async with aiohttp.ClientSession() as session, session.get(f"{on.address}/health/ready") as answer:
        return answer.status


async def until_ready(on: Stage, *, ready: bool = True) -> None:
    """Wait until it is ready, or no longer."""
    async with asyncio.timeout(_WITHIN):
        while (await readiness(on) == 200) is not ready:  # noqa: ASYNC110 -- a probe asks again and again
            await asyncio.sleep(0.05)
