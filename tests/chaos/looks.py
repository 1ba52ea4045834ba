"""Looks at the chats and at the store at moments when nothing moves, and writes down what is there."""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.facts import digest, facts
from tests.chaos.players import Players
from tests.chaos.stores import AnyStore
from tests.chaos.tape import Line, Tape
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.world import World
from tgbot.store import keys, scripts
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId

_STARTING = 60.0
_RECENT = 8
_PRIVATE = 40  # messages of a private chat: who sits at two tables, and looks away from one, has its cup far up
_RETRY = 3.0  # seconds after which what was tried may be tried again


@dataclass
class Looks:
    """The eyes of the run. After `silence` seconds without a word all is quiet; `patience` is how long they wait."""

    world: World
    store: AnyStore
    folder: Path
    silence: float
    patience: float
    tape: Tape = field(init=False)

    def __post_init__(self) -> None:
        self.tape = Tape(self.folder / "looks.jsonl")

    async def first_games(self) -> None:
        """Wait until half of the groups have had a word from the bot."""
        groups = [chat for chat in self.world.chats.values() if not chat.is_private]
        spoken: set[int] = set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_STARTING):
                async for event in self.world.journal.watch():
                    spoken |= {event["chat"]} if event["kind"] == "call" and event["chat"] else set()
                    if len(spoken) >= len(groups) / 2:
                        return

    async def games(self, count: int) -> None:
        """Wait until so many games have ended, as the groups were told."""
        ended = 0
        async for event in self.world.journal.watch():
            if event["kind"] == "message":
                message = self.world.chats[event["chat"]].messages[event["message"]]
                ended += "Das war's" in message.text
            if ended >= count:
                return

    async def quiet(self) -> None:
        """Wait until nobody has said or changed anything for a while."""
        end, since, before = time.monotonic() + self.patience, time.monotonic(), -1
        while time.monotonic() < min(end, since + self.silence):
            now = self._said()
            if now != before or self.world.backlog.pending:
                since, before = time.monotonic(), now
            await asyncio.sleep(0.2)

    def _said(self) -> int:
        """Count what was said, changed and answered so far."""
        return self.world.journal._number

    async def all_over(self, playing: Sequence["asyncio.Task[None]"]) -> None:
        """Wait for every table's last game to end; when no table gets there for long, the rest is stuck."""
        left = set(playing)
        while left:
            done, left = await asyncio.wait(left, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                return

    async def look(self, when: str, tables: Sequence[Players]) -> None:
        """Write down what every chat shows and what the store keeps."""
        async with connect(self.store.url, connections=2) as redis:
            for table in tables:
                home = TableId(table.chat.id)
                due = await redis.zscore(keys.out(keys.partition_of(home)), keys.table_text(home))
                state, *_ = await scripts.LOAD.run(redis, [keys.state(home)])
                stored = (await RedisTables(redis).load(home)).table
                self.tape.note(
                    look=when,
                    table=table.chat.id,
                    over=table.over,
                    still=min(_RETRY, 0.9 * self.silence),
                    waits=due is not None and due <= time.time() * 1000,
                    version=0 if stored is None else stored.version,
                    digest=digest(state),
                    facts={} if stored is None else facts(stored),
                    group=_shown(table.chat),
                    started=[who for who in table.people if self.world.users[who].started],
                    private={who: _shown(self.world.chats[who], _PRIVATE) for who in table.people},
                )


def _shown(chat: Chat, recent: int = _RECENT) -> list[Line]:
    """List the newest messages, newest first, as they stand."""
    shown = [message for message in chat.messages.values() if not message.deleted][-recent:]
    return [
        {
            "message": message.id,
            "text": message.text,
            "mentions": [
                entity["user"]["id"] for entity in message.body.get("entities", []) if entity["type"] == "text_mention"
            ],
            "buttons": [[button["text"], button.get("callback_data", "")] for button in message.buttons],
        }
        for message in reversed(shown)
    ]
