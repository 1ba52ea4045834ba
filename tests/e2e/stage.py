"""A stage for whole evenings over HTTP: the strict Telegram, a real store, and any number of workers of the bot."""

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from tests.telegram_client import Message, Person, Room, TelegramClient
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer
from tgbot.main.dice import SystemCup
from tgbot.main.parts import Chance
from tgbot.main.serve import Running, worker
from tgbot.settings import Settings
from tgbot.store.embedded import EmbeddedServer
from tgbot.table.ports import DiceCup
from tgbot.table.timing import Timing

NAMES = ("Anna", "Bert", "Clara", "Dieter", "Emil", "Fritzi", "Gustl", "Hanna")


@dataclass
class Stage:
    """Telegram and a store, with people in one group; workers are started on it."""

    telegram: DemoServer
    tg: TelegramClient
    store_url: str
    stack: AsyncExitStack
    data: Path
    people: list[Person] = field(default_factory=list)
    group: Room = field(default_factory=lambda: Room(0))

    def settings(self, *, port: int = 0, polling: bool = False, **more: object) -> Settings:
        """Settings of a worker on this stage. A webhook needs its port to be known beforehand."""
        return Settings(_env_file=None).model_copy(  # type: ignore[call-arg]
            update={
                "telegram_bot_token": SecretStr(self.telegram.token),
                "telegram_api_url": self.telegram.url,
                "public_url": None if polling else f"http://127.0.0.1:{port}",
                "listen_host": "127.0.0.1",
                "listen_port": port,
                "redis_url": SecretStr(self.store_url),
                "data_dir": self.data,
                "log_level": "WARNING",
                **more,
            }
        )

    async def bot(
        self, cup: DiceCup | None = None, timing: Timing | None = None, *, polling: bool = False, registers: bool = True
    ) -> Running:
        """Start one more worker. Only one that `registers` names its address to Telegram."""
        port = 0 if polling else free_port()
        public = {} if registers else {"public_url": None}
        settings = self.settings(port=port, polling=polling, **public)
        return await self.stack.enter_async_context(worker(settings, Chance(cup or SystemCup(), timing or Timing())))

    async def gather(self, count: int = 4, *, started: int | None = None) -> Room:
        """Bring people into a new group with the bot; the first `started` (default: all) have its private chat open."""
        opened = count if started is None else started
        self.people = [await self.tg.user(name, started=number < opened) for number, name in enumerate(NAMES[:count])]
        self.group = await self.tg.group("Stammtisch Freitag", self.people)
        await self.tg.wait_button(self.group, "Tisch eröffnen")
        return self.group

    async def begin(self, *people: Person) -> None:
        """Open the table, seat everybody, and start."""
        host, *guests = people
        await self.tg.say(host, self.group, "/neu")
        await self.tg.wait_button(self.group, "Mitspielen")
        for guest in guests:
            await self.tg.answer(await self.tg.press(guest, self.group, "Mitspielen"))
        label = "Los geht's" if len(people) > 2 else "Trotzdem spielen"
        await self.tg.wait_button(self.group, label)
        await self.tg.answer(await self.tg.press(host, self.group, label))

    async def announce(self, who: Person, value: str) -> None:
        """Announce in the private chat."""
        await self.tg.wait_button(who, value)
        await self.tg.answer(await self.tg.press(who, who, value))

    async def turn(self, who: Person, label: str) -> Message:
        """Wait for the card that mentions somebody and has this button."""

        async def look() -> Message | None:
            cards = [message for message in await self.shown() if any(label in button for button in message.labels)]
            return cards[-1] if cards and f"user?id={who.id}" in cards[-1].html else None

        return await self.tg.until(look, f"{who.name}'s turn with {label!r}")

    async def tap(self, who: Person, label: str) -> str:
        """Wait for the own turn's card and press its button; returns the toast."""
        card = await self.turn(who, label)
        return (await self.tg.answer(await self.tg.press(who, self.group, label, card.id))).text

    async def shown(self) -> list[Message]:
        """The bot's messages in the group, oldest first."""
        return [message for message in await self.tg.messages(self.group) if message.from_bot]


def free_port() -> int:
    """A port nobody listens on right now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@asynccontextmanager
async def stage(tmp_path: Path, config: DemoConfig | None = None) -> AsyncIterator[Stage]:
    """Set the stage: nothing on it outlives the test."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(EmbeddedServer(tmp_path / "store"))
        telegram = await stack.enter_async_context(DemoServer(config or DemoConfig(limits=UNLIMITED, retry_scale=0.02)))
        tg = await stack.enter_async_context(await TelegramClient.connect(telegram.url))
        yield Stage(telegram, tg, store.url, stack, tmp_path / "data")
