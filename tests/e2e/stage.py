"""A stage for whole evenings over HTTP: the strict Telegram, a real store, and any number of workers of the bot."""

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from tests.telegram_client import WITHIN, Json, Message, Person, Room, TelegramClient
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer
from tgbot.main.dice import SystemCup
from tgbot.main.parts import Chance
from tgbot.main.serve import Running, worker
from tgbot.settings import Settings
from tgbot.store.budget import Window
from tgbot.store.embedded import EmbeddedServer
from tgbot.store.leases import LeaseTiming
from tgbot.table.clock.timing import Timing
from tgbot.table.limits import Rate, Rates
from tgbot.table.ports.dice import DiceCup

ROOMY = Window(1_000, 1_000)
"""A budget that holds nobody up, for tests that are not about budgets."""
TIRELESS = Rates(*[Rate(10**9, 10)] * 5)
"""Limits that nobody reaches, for people who play faster than people do."""

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
    address: str | None = None

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
        self,
        cup: DiceCup | None = None,
        timing: Timing | None = None,
        *,
        polling: bool = False,
        registers: bool = True,
        chance: Chance | None = None,
    ) -> Running:
        """Start one more worker. Telegram calls the first; one that does not `register` hears what a test sends it.

        `chance` goes before `cup` and `timing`.
        """
        port = 0 if polling else free_port()
        if registers and not polling:
            self.address = f"http://127.0.0.1:{port}"
        public = {} if polling or registers else {"public_url": self.address}
        settings = self.settings(port=port, polling=polling, **public)
        return await self.stack.enter_async_context(
            worker(settings, chance or Chance(cup or SystemCup(), timing or Timing(), rates=TIRELESS))
        )

    async def gather(self, count: int = 4, *, started: int | None = None) -> Room:
        """Bring people into a new group with the bot; the first `started` (default: all) have its private chat open."""
        opened = count if started is None else started
        self.people = [await self.tg.user(name, started=number < opened) for number, name in enumerate(NAMES[:count])]
        self.group = await self.tg.group("Stammtisch Freitag", self.people)
        await self.tg.wait_button(self.group, "Tisch eröffnen")
        return self.group

    async def seat(self, *people: Person) -> Message:
        """Open the table and seat everybody; returns the lobby."""
        host, *guests = people
        await self.tg.say(host, self.group, "/neu")
        await self.tg.wait_button(self.group, "Mitspielen")
        for guest in guests:
            await self.press(guest, "Mitspielen")
        return await self.tg.wait_for(self.group, f"({len(people)})")

    async def press(self, who: Person, label: str, message: int | None = None) -> str:
        """Press a button in the group, the newest with this label; returns the toast."""
        return (await self.tg.answer(await self.tg.press(who, self.group, label, message))).text

    async def begin(self, *people: Person) -> None:
        """Open the table, seat everybody, and start."""
        host = people[0]
        await self.seat(*people)
        label = "Los geht's" if len(people) > 2 else "Trotzdem spielen"
        await self.tg.wait_button(self.group, label)
        await self.press(host, label)

    async def announce(self, who: Person, value: str) -> None:
        """Announce in the private chat."""
        await self.tg.wait_button(who, value)
        await self.tg.answer(await self.tg.press(who, who, value))

    async def turn(self, who: Person, label: str, within: float = WITHIN) -> Message:
        """Wait for the card that mentions somebody and has this button."""

        async def look() -> Message | None:
            cards = [message for message in await self.shown() if any(label in button for button in message.labels)]
            return cards[-1] if cards and f"user?id={who.id}" in cards[-1].html else None

        return await self.tg.until(look, f"{who.name}'s turn with {label!r}", within)

    async def tap(self, who: Person, label: str) -> str:
        """Wait for the own turn's card and press its button; returns the toast."""
        card = await self.turn(who, label)
        return (await self.tg.answer(await self.tg.press(who, self.group, label, card.id))).text

    async def shown(self) -> list[Message]:
        """The bot's messages in the group, oldest first."""
        return [message for message in await self.tg.messages(self.group) if message.from_bot]

    async def calls_to(self, chat: int) -> list[Json]:
        """Sends and edits to a chat, oldest first."""
        return [call for call in await self.tg.calls() if call["params"].get("chat_id") == str(chat) and _writes(call)]

    async def refused(self) -> list[str]:
        """Tell what Telegram refused so far, and why."""
        return [
            f"{call['method']}: {call['answer']['description']}" for call in await self.tg.calls() if _refused(call)
        ]

    async def check(self, expected: Sequence[str] = ()) -> None:
        """Every press was answered exactly once, and Telegram refused nothing but what was `expected`."""
        queries = self.telegram.world.queries.values()

        async def answered() -> bool | None:
            return True if all(query.answers for query in queries) else None

        await self.tg.until(answered, "an answer to every press")
        twice = [query.data for query in queries if len(query.answers) != 1]
        assert not twice, f"answered more than once: {twice}"
        # What is not modified is right already: a worker that takes over, or a store that went back, asks once more.
        allowed = (*expected, "message is not modified")
        wrong = [call for call in await self.refused() if not any(text in call for text in allowed)]
        assert not wrong, f"refused: {wrong}"


def _writes(call: Json) -> bool:
    return call["method"] in {"sendMessage", "editMessageText"}


def _refused(call: Json) -> bool:
    return (call["status"] or 0) >= 400


def swift(cup: DiceCup | None = None, timing: Timing | None = None) -> Chance:
    """Let a worker write as fast as it can and look at everything all the time."""
    looks = LeaseTiming(renew=0.1)
    return Chance(
        cup or SystemCup(),
        timing or Timing(),
        group=ROOMY,
        private=ROOMY,
        everywhere=ROOMY,
        leases=looks,
        sweep=0.05,
        rates=TIRELESS,
    )


def free_port() -> int:
    """A port nobody listens on right now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@asynccontextmanager
async def stage(
    tmp_path: Path, config: DemoConfig | None = None, *, store_url: str | None = None
) -> AsyncIterator[Stage]:
    """Set the stage: nothing on it outlives the test. Without `store_url` it has the store that comes along."""
    async with AsyncExitStack() as stack:
        if store_url is None:
            store_url = (await stack.enter_async_context(EmbeddedServer(tmp_path / "store"))).url
        telegram = await stack.enter_async_context(DemoServer(config or DemoConfig(limits=UNLIMITED, retry_scale=0.02)))
        tg = await stack.enter_async_context(await TelegramClient.connect(telegram.url))
        yield Stage(telegram, tg, store_url, stack, tmp_path / "data")


@asynccontextmanager
async def evening(
    tmp_path: Path,
    config: DemoConfig | None = None,
    *,
    refused: Sequence[str] = (),
    store_url: str | None = None,
) -> AsyncIterator[Stage]:
    """Set the stage and, when all went well, check the traffic as `Stage.check` does."""
    async with stage(tmp_path, config, store_url=store_url) as on:
        yield on
        await on.check(refused)
