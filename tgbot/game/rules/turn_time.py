"""How long a turn may take. The game itself knows no clock: the table's deadlines follow this."""

from enum import Enum


class TurnTime(Enum):
    """The group's patience. Without a limit nobody is played for; whoever waits too long may end the game."""

    OFF = "off"
    HALF_MINUTE = "30"
    MINUTE = "60"
    TWO_MINUTES = "120"
    COSY = "cosy"


USUAL = TurnTime.TWO_MINUTES

_SECONDS = {TurnTime.HALF_MINUTE: 30, TurnTime.MINUTE: 60, TurnTime.TWO_MINUTES: 120, TurnTime.COSY: 600}


def seconds(turn_time: TurnTime) -> int | None:
    """How many seconds a turn may take; None: as long as it takes."""
    return _SECONDS.get(turn_time)
