"""Whether what was read of an update is what its types promise. JSON promises nothing, and neither does the library."""

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from tgbot.bot.reflexes import LeaveChannel, Reflex, TurnedAway
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    ChatUpgraded,
    Commanded,
    DoorChanged,
    MemberGone,
    SpokeInPrivate,
    Tapped,
    WritingAllowed,
    WritingForbidden,
)

LARGEST_ID: Final = 2**52
"""Telegram's ids have at most 52 bits."""
_LONGEST_QUERY: Final = 64  # characters of a callback query's id

_Check = Callable[[Any], bool]


def well_formed(read: Intent | Reflex) -> bool:
    """Whether every number is one, and no larger than Telegram's; every text a text; every chat of its kind."""
    if isinstance(read, TurnedAway):
        return isinstance(read.query, str)
    kind: Any = type(read)
    return _check_of(kind)(read) and _placed(read)


def _placed(read: Intent | LeaveChannel) -> bool:
    """Whether people have positive ids, and groups negative ones."""
    match read:
        case Tapped(who=who, query=query):
            return who.id > 0 and len(query) <= _LONGEST_QUERY
        case SpokeInPrivate(who=who) | DoorChanged(who=who):
            return who.id > 0
        case ChatUpgraded(old=old, new=new):
            return old < 0 and new < 0 and old != new
        case MemberGone(place=place, player=player):
            return place.chat < 0 < player
        case LeaveChannel(chat=chat):
            return chat < 0
        case Commanded(place=place, who=who):
            return place.chat < 0 <= place.thread and (who is None or who.id > 0)
        case (
            BotAdded(place=place)
            | BotRemoved(place=place)
            | WritingAllowed(place=place)
            | WritingForbidden(place=place)
        ):
            return place.chat < 0
        case _:
            return False


@cache
def _check_of(hint: Hashable) -> _Check:
    kind: Any = getattr(hint, "__supertype__", hint)
    if get_origin(kind) is tuple:  # dice, which are parsed from text
        return lambda value: isinstance(value, tuple)
    if get_args(kind):
        checks = tuple(map(_check_of, get_args(kind)))
        return lambda value: any(check(value) for check in checks)
    if kind is NoneType:
        return lambda value: value is None
    if kind is int:
        return lambda value: type(value) is int and -LARGEST_ID < value < LARGEST_ID
    if isinstance(kind, type) and is_dataclass(kind) and not issubclass(kind, Enum):
        return _check_of_fields(kind)
    return lambda value: isinstance(value, kind)


def _check_of_fields(kind: Any) -> _Check:
    hints = get_type_hints(kind)
    parts = tuple((field.name, _check_of(hints[field.name])) for field in fields(kind))
    return lambda value: isinstance(value, kind) and all(check(getattr(value, name)) for name, check in parts)
