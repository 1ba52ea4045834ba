"""The stand-in as one web application: Bot API, control API, page."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from tgbot.demo.api.connections import Connections
from tgbot.demo.api.flood import Flood
from tgbot.demo.api.gateway import Gateway
from tgbot.demo.api.http import BotApi
from tgbot.demo.api.reply import executor
from tgbot.demo.config import DemoConfig
from tgbot.demo.control.desk import Desk
from tgbot.demo.control.routes import control_routes
from tgbot.demo.delivery.postman import Postman
from tgbot.demo.delivery.subscription import Subscription
from tgbot.demo.delivery.twists import Twists
from tgbot.demo.world.world import World

PAGE = Path(__file__).parent / "page"


def build_app(world: World, config: DemoConfig, connections: Connections | None = None) -> Starlette:
    """Put the parts together. Updates are delivered while the application's lifespan runs.

    ``connections`` lets faults hang up on callers; without it they are answered with 500 instead.
    """
    subscription = Subscription(world.backlog.bell)
    gateway = Gateway(world, Flood(world.clock, config.limits), subscription)
    postman = Postman(
        world.backlog, subscription, Twists(), executor(gateway), config.retry_scale, config.webhook_patience
    )
    desk = Desk(world, gateway, postman, connections or Connections())

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        delivering = asyncio.create_task(postman.run())
        yield
        delivering.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await delivering

    routes = [
        *BotApi(gateway, desk.connections).routes(),
        control_routes(desk),
        Mount("/", StaticFiles(directory=PAGE, html=True)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.subscription = subscription
    return app
