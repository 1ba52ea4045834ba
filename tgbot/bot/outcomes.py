"""What can become of a call of the Bot API, in the few kinds the game has to tell apart."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sent:
    """A new message stands in the chat; `photo` is Telegram's name for the picture it shows."""

    message: int
    photo: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """The call did what it should."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The message says that already; editing counts it as done."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The message (or the query, or the file) the call was about is no more: send anew, or let it be."""


@dataclass(frozen=True, slots=True)
class NoThread:
    """The forum thread was deleted: send without it."""


@dataclass(frozen=True, slots=True)
class Flooded:
    """Too much for this chat: not done, and nothing may go there for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Migrated:
    """The group has become the supergroup `chat`: not done, and the old id is dead for good."""

    chat: int


@dataclass(frozen=True, slots=True)
class ChatClosed:
    """The bot may not write in this group (kicked, muted, topic closed): not done, and trying again is no use.

    `swept`: it may, but another bot deletes it at once.
    """

    swept: bool = False


@dataclass(frozen=True, slots=True)
class DoorClosed:
    """The user's private chat is shut (never started, blocked, a bot): not done, as above. `gone`: his account is no more."""

    gone: bool = False


@dataclass(frozen=True, slots=True)
class NotSent:
    """Telegram did not get it, or did not do it: trying again later is safe."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """The answer was lost: perhaps done."""


class Fault(Enum):
    """What is wrong with a request of ours."""

    MARKUP = "markup"
    LENGTH = "length"
    KIND = "kind"  # the group takes messages, but none of this kind
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Faulty:
    """Our request is wrong: not done, and the same request will never do."""

    fault: Fault = Fault.OTHER


@dataclass(frozen=True, slots=True)
class Contested:
    """Somebody else receives this bot's updates: a webhook is set (`webhook`), or another poller runs."""

    webhook: bool = False


@dataclass(frozen=True, slots=True)
class TokenRefused:
    """Telegram does not know the token: not done."""


Failure: TypeAlias = (
    Unchanged
    | Gone
    | NoThread
    | Flooded
    | Migrated
    | ChatClosed
    | DoorClosed
    | NotSent
    | Unsure
    | Faulty
    | Contested
    | TokenRefused
)

ForLater: TypeAlias = NotSent | Flooded | Unsure | TokenRefused
"""A private chat has nothing to do with these: the same message may do in a while."""

Hopeless: TypeAlias = Faulty | Unchanged | Gone | NoThread | DoorClosed
"""In a group: the same request would be answered the same for ever."""
