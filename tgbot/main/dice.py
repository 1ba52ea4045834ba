"""The dice cup: the operating system's generator."""

import secrets

from tgbot.game.roll import Dice

_FACES = 6


class SystemCup:
    """Uniform and independent dice; nothing is drawn ahead."""

    def throw(self, count: int) -> Dice:
        """Throw `count` dice."""
        return tuple(secrets.randbelow(_FACES) + 1 for _ in range(count))
