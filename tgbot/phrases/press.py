"""Buttons as callback data: at most 64 bytes of ASCII, readable back in exactly one way.

`a53.-11i4ey5n2o.0.3.h` is an action with its value, then the table's home and thread, the game and the step, in base 36;
a sixth part is the tap's detail.
"""

import re

from tgbot.game.roll import Roll
from tgbot.phrases.base36 import base36
from tgbot.phrases.links import (
    code_of_payload,
    group_link,
    house_link,
    link_payload,
    message_link,
    private_link,
    table_of_payload,
)
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap

__all__ = [
    "code_of_payload",
    "decode",
    "encode",
    "group_link",
    "house_link",
    "link_payload",
    "message_link",
    "private_link",
    "table_of_payload",
]

MOST_BYTES = 64

_DATA = re.compile(
    r"([A-Za-z])([1-6]*)\.(-?[0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)(?:\.([0-9A-Za-z_-]+))?", re.ASCII
)
_ACTIONS = {action.value: action for action in Action}


def encode(tap: Tap) -> str:
    """Write a button's meaning into callback data."""
    numbers = (tap.table.home, tap.table.thread, tap.game, tap.step)
    return ".".join((f"{tap.action.value}{tap.value or ''}", *map(base36, numbers), *filter(None, [tap.detail])))


def decode(data: str) -> Tap | None:
    """Read callback data back. None for whatever `encode` would not have written: data comes from outside."""
    match = _DATA.fullmatch(data) if len(data) <= MOST_BYTES else None
    if match is None or match[1] not in _ACTIONS:
        return None
    home, thread, game, step = (int(number, 36) for number in match.groups()[2:6])
    try:
        value = Roll.parse(match[2]) if match[2] else None
    except ValueError:
        return None
    tap = Tap(TableId(home, thread), game, step, _ACTIONS[match[1]], value, match[7] or "")
    return tap if encode(tap) == data else None
