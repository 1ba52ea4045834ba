"""Where chance comes from."""

from typing import Protocol

from tgbot.game.roll import Dice


class DiceCup(Protocol):
    """The only source of chance."""

    def throw(self, count: int) -> Dice:
        """Throw `count` dice (2 or 3): uniform, independent, after the decision they follow."""
        ...
