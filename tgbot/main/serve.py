"""One worker of the bot, run until told to stop."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import structlog

from tgbot.bot.polling import PollingImpossible
from tgbot.main.logs import configure_logs
from tgbot.main.parts import Chance, Parts, assemble
from tgbot.main.stores import CannotRun, open_store
from tgbot.settings import Settings, SettingsFault
from tgbot.store.bot_state import webhook_secret
from tgbot.store.endings import end

_log = structlog.get_logger()


async def run(settings: Settings) -> int:
    """Run the bot until SIGTERM or Ctrl-C. Finishes the request at hand; the rest stays in the store.

    Raises:
        CannotRun: the port or the data directory is taken, or the store does not start.
        SettingsFault: polling is impossible with these settings.

    """
    stop = asyncio.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signum, stop.set)
    async with worker(settings) as running:
        _log.info("running", port=running.port, updates="webhook" if settings.webhook_url else "polling")
        await running.until(stop)
    return 0


@dataclass(slots=True)
class Running:
    """A worker at work. `port` is where its web service listens; `failed` ends when a part gives up for good."""

    port: int
    failed: asyncio.Task[None]

    async def until(self, stop: asyncio.Event) -> None:
        """Wait for the stop, or raise what made a part give up."""
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({stopping, self.failed}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if self.failed.done():
            self.failed.result()


@asynccontextmanager
async def worker(settings: Settings, chance: Chance | None = None) -> AsyncIterator[Running]:
    """Start a worker of the bot and stop it gracefully.

    Raises:
        CannotRun: as `run`.

    """
    async with AsyncExitStack() as stack:
        redis = await open_store(settings, stack)
        chosen = settings.webhook_secret
        secret = chosen.get_secret_value() if chosen is not None else await webhook_secret(redis)
        configure_logs(settings, secret)
        parts = await assemble(settings, redis, secret, chance or Chance(), stack)
        try:
            port = parts.web.listen(settings.listen_host, settings.listen_port)
        except OSError as error:
            raise CannotRun(
                f"Port {settings.listen_port} on {settings.listen_host} is not free ({error.strerror}). "
                "Set LISTEN_PORT to another one."
            ) from error
        async with _at_work(parts) as failed:
            yield Running(port, failed)


@asynccontextmanager
async def _at_work(parts: Parts) -> AsyncIterator[asyncio.Task[None]]:
    """Let all parts run, and stop them in order: no new requests, the calls at hand finished, the rest left in the store."""
    serving = asyncio.create_task(parts.web.serve(), name="web")
    starting = asyncio.create_task(parts.startup.keep(), name="startup")
    delivering = asyncio.create_task(parts.delivery.run(), name="delivery")
    polling = asyncio.create_task(parts.poller.run(), name="polling") if parts.poller else None
    failed = asyncio.create_task(_first_failure(serving, delivering, *([polling] if polling else [])))
    try:
        yield failed
    finally:
        failed.cancel()
        parts.web.stop()
        parts.delivery.stop()
        if parts.poller is not None:
            parts.poller.stop()
        await end(starting)
        await asyncio.gather(
            serving, starting, delivering, failed, *([polling] if polling else []), return_exceptions=True
        )


async def _first_failure(*tasks: asyncio.Task[None]) -> None:
    """End when one of the parts does, which none should; raises what ended it."""
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        try:
            task.result()
        except PollingImpossible as error:
            raise SettingsFault(str(error)) from error
