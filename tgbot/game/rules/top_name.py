"""What the highest roll is called at this table (seeds 000 and 003 Mäxchen, 002 Mäxle, 003 variation 3 Meier)."""

from enum import Enum


class TopName(Enum):
    """The word alone; it changes no rule. With three dice the top is always Schock aus."""

    MAEXCHEN = "maexchen"
    MAEXLE = "maexle"
    MEIER = "meier"
