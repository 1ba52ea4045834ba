"""A press of an inline button, and how it was answered."""

import secrets
from dataclasses import dataclass, field

from tgbot.demo.wire import Json


def invent_id() -> str:
    """Make a query id: a long decimal string, as Telegram's are."""
    return str(10**18 + secrets.randbelow(8 * 10**18))


@dataclass(slots=True)
class Query:
    """One press. ``born`` is a time of the clock; ``answers`` holds every accepted answer in order."""

    user_id: int
    chat_id: int
    message_id: int
    data: str
    born: float
    id: str = field(default_factory=invent_id)
    answers: list[Json] = field(default_factory=list)
