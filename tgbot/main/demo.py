"""`tgbot demo`: a local Telegram, and the bot in it by webhook. One person plays all seats in the browser."""

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import SecretStr

from tgbot.demo.config import DemoConfig
from tgbot.demo.server import DemoServer
from tgbot.main.serve import worker
from tgbot.main.stores import CannotRun
from tgbot.settings import Settings

PAGE_PORT = 8081
_PORTS = 20

_HOW_TO = """
  Mäxchen, the demo: no token is set, so Telegram is played by this machine.

    Open   {page}   and play all seats yourself.

  For the real thing: write to @BotFather on Telegram, send /newbot, and put the token it
  gives you into the file .env as  TELEGRAM_BOT_TOKEN=…  Then `make run` again.
  Stop with Ctrl-C.
"""


async def play_demo(settings: Settings) -> int:
    """Run the demo until SIGTERM or Ctrl-C.

    Raises:
        CannotRun: as `run`, or no port is free for the page.

    """
    stop = asyncio.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signum, stop.set)
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(
            DemoServer(DemoConfig(port=await _free_port(PAGE_PORT), seeded=True))
        )
        # Its world begins anew with every start, so its games do too.
        data = stack.enter_context(TemporaryDirectory(prefix="tgbot-demo-"))
        port = await _free_port(settings.listen_port)
        running = await stack.enter_async_context(worker(_in_demo(settings, telegram, port, Path(data))))
        print(_HOW_TO.format(page=telegram.url), flush=True)  # noqa: T201 -- for whoever typed the command
        await running.until(stop)
    return 0


def _in_demo(settings: Settings, telegram: DemoServer, port: int, data: Path) -> Settings:
    """Point the bot at the demo, far from any real game."""
    return settings.model_copy(
        update={
            "telegram_bot_token": SecretStr(telegram.token),
            "telegram_api_url": telegram.url,
            "public_url": f"http://127.0.0.1:{port}",
            "listen_host": "127.0.0.1",
            "listen_port": port,
            "redis_url": None,
            "data_dir": data,
        }
    )


async def _free_port(first: int) -> int:
    for port in range(first, first + _PORTS):
        try:
            server = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", port)
        except OSError:
            continue
        server.close()
        await server.wait_closed()
        return port
    raise CannotRun(f"No port from {first} to {first + _PORTS - 1} is free for the demo.")
