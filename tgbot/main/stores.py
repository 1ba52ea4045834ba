"""The store a worker uses: the one named in the settings, or the one that comes along."""

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import structlog
from redis.asyncio import Redis

from tgbot.settings import Settings
from tgbot.store.checks import ready
from tgbot.store.connection import StoreLoading, connect
from tgbot.store.embedded import DataDirInUse, EmbeddedServer
from tgbot.store.embedded_options import StoreDidNotStart, url_of
from tgbot.store.erasing import rewrite
from tgbot.store.predecessors import forget_predecessors
from tgbot.store.restore import half_restored
from tgbot.table.ports.tables import StoreUnavailable

_log = structlog.get_logger()

_AGAIN: Final = 1.0  # seconds


class CannotRun(Exception):  # noqa: N818 -- reads as what it says
    """The bot cannot run like this; the text says why, and what to do."""


class HalfRestored(CannotRun):
    """A restore was cut short."""

    def __init__(self) -> None:
        super().__init__("A restore was cut short, so this store is not whole. Run `tgbot restore` once more.")


async def open_store(settings: Settings, stack: AsyncExitStack) -> Redis:
    """Connect to the store, starting the embedded one if none is configured; the stack closes both.

    Raises:
        CannotRun: the data directory is in use, or the store does not come up.

    """
    redis = await bare_store(settings, stack)
    try:
        if await half_restored(redis):
            raise HalfRestored
        if settings.redis_url is None:
            await forget_predecessors(redis)
            await rewrite(redis)
    except StoreUnavailable as error:
        raise _no_writes(error) from None
    return redis


async def bare_store(settings: Settings, stack: AsyncExitStack) -> Redis:
    """Connect to the store to put something in, whatever state it is in; the stack closes what it opens.

    Raises:
        CannotRun: as `open_store`.

    """
    redis = connect(await _url(settings, stack))
    stack.push_async_callback(redis.aclose)
    try:
        await _loaded(redis)
    except StoreUnavailable as error:
        raise _no_writes(error) from None
    return redis


async def store_in_use(settings: Settings, stack: AsyncExitStack) -> Redis:
    """Connect to the store to read it, whether or not a bot is running on it; the stack closes what it opens.

    Raises:
        CannotRun: the store does not come up.

    """
    url = None if settings.redis_url is None else settings.redis_url.get_secret_value()
    if url is None:
        try:
            url = (await stack.enter_async_context(EmbeddedServer(settings.data_dir))).url
        except DataDirInUse:
            url = url_of(settings.data_dir)
    redis = connect(url, connections=1)
    stack.push_async_callback(redis.aclose)
    return redis


def _no_writes(error: StoreUnavailable) -> CannotRun:
    return CannotRun(f"The store does not take writes ({error}). Look at REDIS_URL, and at the server itself.")


async def _loaded(redis: Redis) -> None:
    """Wait for a store that is still reading its file: ending and starting again would not make it faster."""
    while True:
        try:
            return await ready(redis)
        except StoreLoading:
            _log.warning("store_is_loading", retry_in=_AGAIN)
            await asyncio.sleep(_AGAIN)


async def _url(settings: Settings, stack: AsyncExitStack) -> str:
    if settings.redis_url is not None:
        return settings.redis_url.get_secret_value()
    try:
        server = await stack.enter_async_context(EmbeddedServer(settings.data_dir))
    except (DataDirInUse, StoreDidNotStart) as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise CannotRun(
            f"DATA_DIR {settings.data_dir} cannot be used ({error.strerror}). Choose another one."
        ) from None
    _log.info("embedded_store", directory=str(settings.data_dir))
    return server.url
