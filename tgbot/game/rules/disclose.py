"""What happens to dice that were never lifted (`rules.md` §9)."""

from enum import Enum


class Disclose(Enum):
    """The group's wish; while a round runs, nothing is ever told."""

    NEVER = "never"
    AFTER_GAME = "after_game"
    AFTER_ROUND = "after_round"


def told_at_the_end(disclose: Disclose) -> bool:
    """Whether the end of a game may tell what lay under a believed cup."""
    return disclose is not Disclose.NEVER
