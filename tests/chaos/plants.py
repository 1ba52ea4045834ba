"""Faults put into a worker on purpose, to see that the checker finds them."""

import itertools
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from telegram.error import TelegramError

from tests.chaos.putting import put
from tgbot.bot import gateway
from tgbot.bot.errors import read_error
from tgbot.bot.gateway import Gateway
from tgbot.bot.outcomes import ChatClosed, Done, Failure, Flooded, Sent, Unsure
from tgbot.game.state import Announcing
from tgbot.phrases import card as cards
from tgbot.phrases.message import Message
from tgbot.store import replicas, scripts
from tgbot.store.tables import RedisTables
from tgbot.table.clock.clockwork import step_of
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import Tapped
from tgbot.table.news.replies import Reply
from tgbot.table.service import TableService

_MOVE, _POST = 10, 2  # every so many go wrong
_AFTER = 8  # versions, in which a table comes to its first game

ARMED, STOPPED = "armed", "stopped"
"""Files in a run's folder: the next card's worker is to stop itself (at a `send` or an `edit`); it has (its process)."""


class Plant(Enum):
    """What is wrong with the worker."""

    APPLIES_TWICE = "a press that is delivered once moves twice"
    FORGETS_MOVES = "a move is answered and not kept"
    POSTS_TWICE = "a post is sent twice"
    LOSES_POSTS = "a post is noted as sent and never is"
    KEEPS_OLD_CARDS = "a card is noted as rewritten and never is"
    LEAKS = "the card tells the dice"
    TAKES_FLOODS_FOR_SENT = "a flood wait is taken for an answer that was lost"
    DROPS_AT_CLOSED_DOORS = "what a group does not take is taken for sent, perhaps"
    STOPS_ON_THE_WAY = "the worker stops itself before it sends or rewrites a card, once that is armed"


def plant(fault: Plant) -> None:
    """Put a fault into this process. Whoever records comes after it, and hears what the fault makes of things."""
    _PLANTS[fault]()


def _applies_twice() -> None:
    made = TableService.handle

    async def handle(self: TableService, intent: Intent) -> Reply:
        reply = await made(self, intent)
        if isinstance(intent, Tapped):
            table = (await self.store.load(intent.tap.table)).table
            if table is not None:
                _, step = step_of(table.game)
                again = replace(
                    intent, mark=replace(intent.mark, id=-intent.mark.id), tap=replace(intent.tap, step=step)
                )
                await made(self, again)
        return reply

    put(TableService, "handle", handle)


def _forgets_moves() -> None:
    made, copied, counted = scripts.Script.run, replicas._on_one_connection, itertools.count(1)

    def forgets(script: scripts.Script, args: Sequence[scripts.Arg]) -> bool:
        expected, version = args[3:5] if script is scripts.COMMIT else (0, 0)
        return int(version) > max(_AFTER, int(expected)) and next(counted) % _MOVE == 0

    async def run(self: scripts.Script, redis: Redis, keys: Sequence[str], *args: scripts.Arg) -> Any:
        return b"DONE" if forgets(self, args) else await made(self, redis, keys, *args)

    async def on_one_connection(
        script: scripts.Script, redis: Redis, keys: Sequence[str], args: Sequence[scripts.Arg]
    ) -> list[Any]:
        return [b"DONE", 1] if forgets(script, args) else await copied(script, redis, keys, args)

    put(scripts.Script, "run", run)
    put(replicas, "_on_one_connection", on_one_connection)


def _sends(each: Callable[[Gateway, int, Message, int, bool], Any]) -> None:
    made, counted = Gateway.send, itertools.count(1)

    async def send(
        self: Gateway, chat: int, message: Message, thread: int = 0, *, silent: bool = False
    ) -> Sent | Failure:
        if chat < 0 and silent and next(counted) % _POST == 0:
            spoiled = await each(self, chat, message, thread, silent)
            if spoiled is not None:
                return Sent(1)
        return await made(self, chat, message, thread, silent=silent)

    put(Gateway, "send", send)


def _posts_twice() -> None:
    made = Gateway.send

    async def once_more(self: Gateway, chat: int, message: Message, thread: int, silent: bool) -> None:
        await made(self, chat, message, thread, silent=silent)

    _sends(once_more)


def _loses_posts() -> None:
    async def nothing(*_: Any) -> bool:
        return True

    _sends(nothing)


def _keeps_old_cards() -> None:
    made = Gateway.edit

    async def edit(self: Gateway, chat: int, message_id: int, message: Message) -> Done | Failure:
        return Done() if chat < 0 else await made(self, chat, message_id, message)

    put(Gateway, "edit", edit)


def _leaks() -> None:
    made = cards.card

    def card(scene: Any, lost: Any = ()) -> Message:
        message: Message = made(scene, lost)
        roll = _seen.get(scene.table.home)
        return message if roll is None else replace(message, text=f"{message.text}\n{roll}")

    loads = RedisTables.commit

    async def commit(self: RedisTables, change: Any) -> Any:
        game = change.table.game
        _seen[change.table.id.home] = str(game.cup.roll) if isinstance(game, Announcing) else None
        return await loads(self, change)

    put(RedisTables, "commit", commit)
    put(cards, "card", card)


def _misreads(kind: type) -> Callable[[], None]:
    def misread() -> None:
        def misreading(error: TelegramError, *, private: bool) -> Failure:
            outcome = read_error(error, private=private)
            return Unsure() if isinstance(outcome, kind) else outcome

        put(gateway, "read_error", misreading)

    return misread


def _stops_on_the_way() -> None:
    sends, edits = Gateway.send, Gateway.edit

    def stop(way: str, chat: int, message: Message) -> None:
        armed = Path(ARMED)
        if chat < 0 and message.keyboard and armed.exists() and armed.read_text(encoding="utf-8") == way:
            Path(ARMED).unlink()
            Path(STOPPED).write_text(str(os.getpid()), encoding="utf-8")
            os.kill(os.getpid(), signal.SIGSTOP)

    async def send(
        self: Gateway, chat: int, message: Message, thread: int = 0, *, silent: bool = False
    ) -> Sent | Failure:
        stop("send", chat, message)
        return await sends(self, chat, message, thread, silent=silent)

    async def edit(self: Gateway, chat: int, message_id: int, message: Message) -> Done | Failure:
        stop("edit", chat, message)
        return await edits(self, chat, message_id, message)

    put(Gateway, "send", send)
    put(Gateway, "edit", edit)


_seen: dict[int, str | None] = {}
_PLANTS: dict[Plant, Callable[[], None]] = {
    Plant.APPLIES_TWICE: _applies_twice,
    Plant.FORGETS_MOVES: _forgets_moves,
    Plant.POSTS_TWICE: _posts_twice,
    Plant.LOSES_POSTS: _loses_posts,
    Plant.KEEPS_OLD_CARDS: _keeps_old_cards,
    Plant.LEAKS: _leaks,
    Plant.TAKES_FLOODS_FOR_SENT: _misreads(Flooded),
    Plant.DROPS_AT_CLOSED_DOORS: _misreads(ChatClosed),
    Plant.STOPS_ON_THE_WAY: _stops_on_the_way,
}
