"""Callback data read without the bot's own reader: `a53.-11i4ey5n2o.0.3.h`."""

import re
from dataclasses import dataclass

_DATA = re.compile(r"([A-Za-z])([1-6]*)\.(-?[0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)(?:\..*)?")


@dataclass(frozen=True, slots=True)
class Offer:
    """A button somebody sees. `moment` is its game and step."""

    message: int
    data: str
    action: str
    value: str
    table: int
    moment: tuple[int, int]


def offer(message: int, data: str) -> Offer | None:
    """Read a button; None for a link, or what is none of the bot's."""
    read = _DATA.fullmatch(data)
    if read is None:
        return None
    action, value, home, _, game, step = read.groups()
    return Offer(message, data, action, value, int(home, 36), (int(game, 36), int(step, 36)))
