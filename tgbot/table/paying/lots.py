"""Drawing one of many with dice: the cup is the table's only source of chance."""

from typing import Final

from tgbot.game.roll import PIPS
from tgbot.table.ports.dice import DiceCup

_AT_ONCE: Final = 3
"""Dice in a cup; so many sixfold choices are made by one throw."""


def lot(cup: DiceCup, count: int) -> int:
    """Draw a number below `count`, all equally likely. One alone needs no dice."""
    faces = 1
    throws = 0
    while faces < count:
        faces *= PIPS**_AT_ONCE
        throws += 1
    fair = faces - faces % count
    while True:
        drawn = 0
        for _ in range(throws):
            for die in cup.throw(_AT_ONCE):
                drawn = drawn * PIPS + die - 1
        if drawn < fair:  # what is left over would favour the first ones
            return drawn % count
