"""What an update asks for that concerns no table: answered on the spot, nothing is stored."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.table.news.replies import Told


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A press that can be none of a player's: its query gets this answer and nothing else happens."""

    query: str
    told: Told


@dataclass(frozen=True, slots=True)
class LeaveChannel:
    """The bot was added to a channel, where nobody can play."""

    chat: int


Reflex: TypeAlias = TurnedAway | LeaveChannel
