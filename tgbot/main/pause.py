"""Waiting a little before a contended commit is tried again."""

import asyncio
from random import SystemRandom

_FIRST = 0.002
_LONGEST = 0.25
_jitter = SystemRandom()


async def pause(attempt: int) -> None:
    """Wait before try number `attempt` (from 1): longer each time, and never in step with others."""
    await asyncio.sleep(_jitter.uniform(0, min(_LONGEST, _FIRST * 2**attempt)))
