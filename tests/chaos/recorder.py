"""Listens inside a worker: what it commits, what it throws, and which post it is about to send. It changes nothing."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import Random
from typing import Any

from redis.asyncio import Redis

from tests.chaos.facts import described, digest, facts
from tests.chaos.putting import put
from tests.chaos.tape import Line, Tape
from tgbot.bot.gateway import Gateway
from tgbot.bot.outcomes import Failure, Sent
from tgbot.game.roll import Dice
from tgbot.phrases.message import Message
from tgbot.store import replicas, scripts
from tgbot.store.outbox import RedisOutbox
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.intents.intent import Intent
from tgbot.table.news.replies import Reply
from tgbot.table.ports.outbox import Lease
from tgbot.table.ports.tables import Change, Loaded, Outcome, StoreUnavailable
from tgbot.table.service import TableService


@dataclass
class Thought:
    """What a worker is deciding right now. `number`: of the commit that it has sent to the store last."""

    intent: Line
    number: int = -1
    base: str = ""
    at: tuple[int, int] = (0, 0)
    dice: list[Dice] = field(default_factory=list)
    change: Change | None = None


_thought: ContextVar[Thought | None] = ContextVar("_thought", default=None)
_STATE = 5
"""Which of the commit script's arguments is the state."""


@dataclass
class SeededCup:
    """Throws the same dice for the same version of the same table, in every worker and every run of a seed."""

    seed: int

    def throw(self, count: int) -> Dice:
        """Throw `count` dice, and remember them with what is being decided."""
        thought = _thought.get()
        assert thought is not None
        random = Random(f"{self.seed}:{thought.at}:{len(thought.dice)}")  # noqa: S311 -- no secret
        dice = tuple(random.randint(1, 6) for _ in range(count))
        thought.dice.append(dice)
        return dice


def record(tape: Tape) -> None:
    """Put the ears around the product's parts, for the rest of this process."""
    _hear_intents()
    _hear_tables(tape)
    _hear_scripts(tape)
    _hear_posts(tape)
    _hear_calls(tape)


def _hear_intents() -> None:
    made = TableService.handle

    async def handle(self: TableService, intent: Intent) -> Reply:
        token = _thought.set(Thought(described(intent)))
        try:
            return await made(self, intent)
        finally:
            _thought.reset(token)

    put(TableService, "handle", handle)


def _hear_tables(tape: Tape) -> None:
    loads, commits = RedisTables.load, RedisTables.commit

    async def load(self: RedisTables, table: TableId) -> Loaded:
        loaded = await loads(self, table)
        if (thought := _thought.get()) is not None:
            thought.at = (table.home, 0 if loaded.table is None else loaded.table.version)
            thought.dice = []
        return loaded

    async def commit(self: RedisTables, change: Change) -> Outcome:
        if (thought := _thought.get()) is None:
            return await commits(self, change)
        thought.change = change
        try:
            return await commits(self, change)
        except StoreUnavailable:  # whatever the store has said: nobody is told so
            tape.note(do="unanswered", n=thought.number)
            raise

    put(RedisTables, "load", load)
    put(RedisTables, "commit", commit)


def _hear_scripts(tape: Tape) -> None:
    runs, copies = scripts.Script.run, replicas._on_one_connection
    numbers = itertools.count()

    async def run(self: scripts.Script, redis: Redis, keys: Sequence[str], *args: scripts.Arg) -> Any:
        thought = _thought.get()
        if thought is None or self not in (scripts.LOAD, scripts.COMMIT):
            return await runs(self, redis, keys, *args)
        if self is scripts.LOAD:
            answer = await runs(self, redis, keys, *args)
            thought.base = digest(answer[0])
            return answer
        if (number := _about_to_commit(tape, thought, args, numbers)) is None:
            return await runs(self, redis, keys, *args)
        answer = await runs(self, redis, keys, *args)
        tape.note(do="committed", n=number, outcome=answer.decode(), copies=0)
        return answer

    async def copied(
        script: scripts.Script, redis: Redis, keys: Sequence[str], args: Sequence[scripts.Arg]
    ) -> list[Any]:
        thought = _thought.get()
        committing = script is scripts.COMMIT and thought is not None
        number = _about_to_commit(tape, thought, args, numbers) if committing and thought is not None else None
        answer, count = await copies(script, redis, keys, args)
        if number is not None and not isinstance(answer, Exception):
            tape.note(do="committed", n=number, outcome=answer.decode(), copies=count if isinstance(count, int) else 0)
        return [answer, count]

    put(scripts.Script, "run", run)
    put(replicas, "_on_one_connection", copied)


def _about_to_commit(
    tape: Tape, thought: Thought, args: Sequence[scripts.Arg], numbers: "itertools.count[int]"
) -> int | None:
    """Note what is about to be committed to a group's table; returns the note's number."""
    if thought.change is None or thought.change.table.id.private:
        return None
    number = thought.number = next(numbers)
    tape.note(do="commit", n=number, digest=digest(args[_STATE]), **_said(thought, thought.change))
    return number


def _said(thought: Thought, change: Change) -> Line:
    return {
        "table": change.table.id.home,
        "expected": change.expected,
        "version": change.table.version,
        "base": thought.base,
        "mark": None if change.mark is None else change.mark.id,
        "intent": thought.intent,
        "dice": thought.dice,
        "posts": [[post.id, [type(item).__name__ for item in post.items]] for post in change.posts],
        "facts": facts(change.table) if change.table.version != change.expected else {},
    }


def _hear_posts(tape: Tape) -> None:
    """Hear what becomes of a post: each note about to be made in the store, and whether it was."""
    attempts, retracts, settles = RedisOutbox.attempt, RedisOutbox.retract, RedisOutbox.settle

    async def attempt(self: RedisOutbox, lease: Lease, table: TableId, post: str) -> None:
        with _noted(tape, "attempt", table, post):
            await attempts(self, lease, table, post)

    async def retract(self: RedisOutbox, lease: Lease, table: TableId, post: str) -> None:
        with _noted(tape, "retract", table, post):
            await retracts(self, lease, table, post)

    async def settle(self: RedisOutbox, lease: Lease, table: TableId, post: str, *, lost: bool = False) -> None:
        with _noted(tape, "settle", table, post, lost=lost):
            await settles(self, lease, table, post, lost=lost)

    put(RedisOutbox, "attempt", attempt)
    put(RedisOutbox, "retract", retract)
    put(RedisOutbox, "settle", settle)


@contextmanager
def _noted(tape: Tape, do: str, table: TableId, post: str, **more: object) -> Iterator[None]:
    tape.note(do=do, table=table.home, post=post, **more)
    try:
        yield
    except Exception as error:
        tape.note(do=f"{do} failed", table=table.home, post=post, why=type(error).__name__)
        raise
    tape.note(do=f"{do} made", table=table.home, post=post)


def _hear_calls(tape: Tape) -> None:
    """Hear the moment at which a worker has asked everything and sends something to a group."""
    sends, pictures = Gateway.send, Gateway.send_photo

    async def send(
        self: Gateway, chat: int, message: Message, thread: int = 0, *, silent: bool = False
    ) -> Sent | Failure:
        if chat < 0:
            tape.note(do="send", table=chat)
        return await sends(self, chat, message, thread, silent=silent)

    async def send_photo(
        self: Gateway, chat: int, photo: bytes | str, caption: str, thread: int = 0, *, silent: bool = False
    ) -> Sent | Failure:
        tape.note(do="send", table=chat)
        return await pictures(self, chat, photo, caption, thread, silent=silent)

    put(Gateway, "send", send)
    put(Gateway, "send_photo", send_photo)
