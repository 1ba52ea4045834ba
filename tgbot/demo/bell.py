"""A bell: whoever waits is woken by the next ring, and ringing needs no await."""

import asyncio


class Bell:
    """Wakes every waiter at each ring. A ring without waiters is forgotten, so look before you wait."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Wake all who wait now."""
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait for the next ring, at most that many seconds; False when none came."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            await asyncio.wait_for(waiter, seconds)
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(waiter)
        return True
