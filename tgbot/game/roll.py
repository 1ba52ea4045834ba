"""A roll: dice read high die first. What lies under the cup and what is announced are read alike."""

from dataclasses import dataclass
from typing import Self, TypeAlias

PIPS = 6

Dice: TypeAlias = tuple[int, ...]
"""Single dice in the order thrown, two or three numbers of 1..6."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Two or three dice with the higher die first (`rules.md` §2), so 5-3 and 3-5 are the same roll."""

    digits: tuple[int, ...]

    @classmethod
    def of(cls, dice: Dice) -> Self:
        """Read thrown dice.

        Raises:
            ValueError: not two or three dice, or a die outside 1..6.

        """
        if len(dice) not in (2, 3) or not all(1 <= die <= PIPS for die in dice):
            raise ValueError("a roll is two or three dice of 1 to 6")
        return cls(tuple(sorted(dice, reverse=True)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an announcement written as its digits, `"53"` or `"421"`.

        Raises:
            ValueError: not two or three digits of 1..6 with the high one first.

        """
        if not text.isascii() or not text.isdigit():
            raise ValueError("an announcement is written in digits")
        roll = cls.of(tuple(int(digit) for digit in text))
        if str(roll) != text:
            raise ValueError("the high die is named first")
        return roll

    def __str__(self) -> str:
        return "".join(str(digit) for digit in self.digits)
