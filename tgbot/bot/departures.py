"""Leaving channels: nobody can play there."""

from dataclasses import dataclass, field

from tgbot.bot.gateway import Gateway
from tgbot.bot.me import Me
from tgbot.bot.tasks import Tasks
from tgbot.phrases import posts
from tgbot.table.identity import TableId
from tgbot.table.news.notices import DeskHelped, Post
from tgbot.table.scene import scene
from tgbot.table.state.table import Table


@dataclass(frozen=True, slots=True)
class Departures:
    """Says where the game lives and goes, in the background: handling an update never waits for Telegram.

    A worker that dies over it leaves the bot in the channel, where it hears nothing and says nothing.
    """

    gateway: Gateway
    tasks: Tasks = field(default_factory=Tasks)

    def leave(self, channel: int, me: Me) -> None:
        """Begin to leave a channel."""
        self.tasks.start(self._leave(channel, me))

    async def _leave(self, channel: int, me: Me) -> None:
        nowhere = scene(Table(id=TableId(channel), chat=channel), None, me.username)
        message = posts.post(nowhere, Post("channel", 0, 0, (DeskHelped(),)))
        if message is not None:
            await self.gateway.send(channel, message)
        await self.gateway.leave(channel)
