"""The store's scripts: one file each in `lua/`, its keys and arguments at its head."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files
from typing import Any, TypeAlias, cast

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from tgbot.store.connection import store_errors

Arg: TypeAlias = str | bytes | int | float
"""What a script takes. Ids of chats and users go as text: Lua's numbers would not hold all of them."""


@dataclass(frozen=True, slots=True)
class Script:
    """One script. The server keeps it by its digest; a server that has forgotten it is sent the text."""

    text: str
    digest: str

    async def run(self, redis: Redis, keys: Sequence[str], *args: Arg) -> Any:
        """Run the script and return its answer.

        Raises:
            StoreUnavailable: the store is away.

        """
        with store_errors():
            try:
                return await _answer(redis.evalsha(self.digest, len(keys), *keys, *_texts(args)))
            except NoScriptError:
                return await _answer(redis.eval(self.text, len(keys), *keys, *_texts(args)))

    async def run_all(self, redis: Redis, calls: Sequence[tuple[Sequence[str], Sequence[Arg]]]) -> list[Any]:
        """Run the script once per call, in one round trip (of a cluster to each node), and return the answers in order."""
        if not calls:
            return []
        with store_errors():
            try:
                return await self._pipelined(redis, calls)
            except NoScriptError:
                # No call has run where the script is not known. In a cluster others may have: those run twice, and
                # what they took the first time lapses by itself.
                await _answer(redis.script_load(self.text))
                return await self._pipelined(redis, calls)

    async def _pipelined(self, redis: Redis, calls: Sequence[tuple[Sequence[str], Sequence[Arg]]]) -> list[Any]:
        async with redis.pipeline(transaction=False) as pipeline:
            for keys, args in calls:
                # By its plain name: a cluster's pipeline offers no scripts, and carries them.
                pipeline.execute_command("EVALSHA", self.digest, len(keys), *keys, *args)
            return await pipeline.execute()


def _texts(args: Sequence[Arg]) -> Sequence[str]:
    return cast("Sequence[str]", args)  # redis-py asks for str and takes any of Arg


async def _answer(call: Awaitable[Any] | Any) -> Any:
    """Await a command; redis-py types it as if it might be a synchronous client's."""
    return await cast("Awaitable[Any]", call)


_FOLDER = files(__package__) / "lua"
_PRELUDE = (_FOLDER / "prelude.lua").read_text(encoding="utf-8")


def _script(name: str) -> Script:
    text = f"{_PRELUDE}\n{(_FOLDER / f'{name}.lua').read_text(encoding='utf-8')}"
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


ACQUIRE = _script("acquire")
ADMIT = _script("admit")
ANEW = _script("anew")
ARM = _script("arm")
BUDGET = _script("budget")
CHARGE = _script("charge")
CLAIM = _script("claim")
COMMIT = _script("commit")
COUNT = _script("count")
DUE = _script("due")
EDIT = _script("edit")
EXPORT = _script("export")
FINISH = _script("finish")
HOLD = _script("hold")
HOME = _script("home")
LATER = _script("later")
LOAD = _script("load")
PASSED = _script("passed")
PENDING = _script("pending")
PLAYED = _script("played")
PURSE = _script("purse")
READY = _script("ready")
RELEASE = _script("release")
RENEW = _script("renew")
RETRACT = _script("retract")
SCRUB = _script("scrub")
SEAT = _script("seat")
SHOW = _script("show")
TICK = _script("tick")
WORKERS = _script("workers")
