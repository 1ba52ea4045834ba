"""The command menus, registered per scope and language when they have changed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

import orjson
import structlog
from telegram import BotCommandScope, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from tgbot.bot.administration import Administration
from tgbot.bot.outcomes import Done, Faulty, Flooded, TokenRefused
from tgbot.bot.patience import Patience
from tgbot.phrases.commands import Menu, commands
from tgbot.table.identity import Language
from tgbot.table.ports.workers import Notes

_log = structlog.get_logger()

_NOTE: Final = "menus"
_Entry: TypeAlias = tuple[Menu, BotCommandScope, str | None]


@dataclass(frozen=True, slots=True)
class Menus:
    """What Telegram shows beside the text field. Registering twice does no harm, so nobody is kept from it.

    `doubt` tells that Telegram refuses the token.
    """

    administration: Administration
    notes: Notes
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    doubt: Callable[[], None] = lambda: None

    async def register(self) -> None:
        """Register all menus unless exactly these were registered before."""
        entries = tuple(_entries())
        digest = _digest(self.administration.account, entries)
        if await self.notes.read(_NOTE) == digest:
            return
        for entry in entries:
            if not await self._register(entry):
                return
        await self.notes.write(_NOTE, digest)
        _log.info("menus_registered", count=len(entries))

    async def _register(self, entry: _Entry) -> bool:
        patience = Patience()
        while True:
            outcome = await self.administration.name_commands(*entry)
            match outcome:
                case Done():
                    return True
                case TokenRefused():
                    self.doubt()
                    return False
                case Faulty():
                    _log.error("menu_refused", outcome=type(outcome).__name__)
                    return False
                case Flooded(seconds=seconds):
                    await self.sleep(seconds)
                case _:
                    await self.sleep(patience.lose())


def _entries() -> Iterator[_Entry]:
    """German for everybody, and beside it every language for those whose Telegram speaks it."""
    for code, language in ((None, Language.DE), *((language.value, language) for language in Language)):
        menus = commands(language)
        yield menus.group, BotCommandScopeAllGroupChats(), code
        yield menus.private, BotCommandScopeAllPrivateChats(), code


def _digest(account: str, entries: tuple[_Entry, ...]) -> str:
    facts: list[object] = [account, *([menu, scope.type, code] for menu, scope, code in entries)]
    return sha256(orjson.dumps(facts)).hexdigest()
