"""What is on its way to Telegram, and who may deliver it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.news.notices import Post
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.effects import Effect
from tgbot.table.state.table import Table


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to deliver for one partition. `fence` grows with every new holder."""

    partition: int
    fence: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What Telegram shows of a surface.

    `anchor` names the turn it was sent for, `digest` its text and buttons, `closing` its last line (HTML); None: closed.
    `moment` is what a card asks for (`card_moment`).
    """

    chat: int
    message: int
    anchor: str
    digest: str
    closing: str | None = None
    moment: str = ""


@dataclass(frozen=True, slots=True)
class QueuedPost:
    """A post waiting to be sent. `attempted`: a send was begun and its outcome never noted, so it is not sent again."""

    post: Post
    attempted: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """Everything one table has to deliver; of very many posts the oldest.

    `lost` are posts whose answer was lost; the next card repeats their facts.

    `dirty` maps a surface to the number of its newest mark; `stale` are old cards (oldest first) still to be closed.
    `at` is when it is to be looked at (ms; 0: not at all); later than `now`, something holds it up.
    """

    table: Table
    now: int
    at: int = 0
    posts: tuple[QueuedPost, ...] = ()
    dirty: Mapping[Surface, int] = field(default_factory=dict)
    shown: Mapping[Surface, Shown] = field(default_factory=dict)
    stale: tuple[Shown, ...] = ()
    lost: tuple[Post, ...] = ()
    inquiries: tuple[Inquiry, ...] = ()
    effects: tuple[Effect, ...] = ()


class Outbox(Protocol):
    """The delivery side of the store. Every writing call checks the lease's fence and raises `LeaseLost` without it."""

    async def pending(self, table: TableId) -> Pending | None:
        """Read what a table has to deliver; None if the table is gone."""
        ...

    async def attempt(self, lease: Lease, table: TableId, post: str) -> None:
        """Mark a post as being sent, before the call.

        Raises:
            NotQueued: somebody has settled it.

        """
        ...

    async def retract(self, lease: Lease, table: TableId, post: str) -> None:
        """Take this lease's mark back, even where it has lapsed: the post certainly was not sent."""
        ...

    async def settle(self, lease: Lease, table: TableId, post: str, *, lost: bool = False) -> None:
        """Remove a post from the queue: sent, or `lost` (perhaps sent: never again)."""
        ...

    async def show(self, lease: Lease, table: TableId, surface: Surface, shown: Shown | None, mark: int | None) -> None:
        """Note what a surface shows now (None: nothing) and clear its dirty mark if it is still `mark`.

        A different message that was shown before and has a closing line joins `stale`. Showing the card clears `lost`.
        Without the lease the message is to be closed; if it may hide what the holder shows, that is sent anew.
        """
        ...

    async def close(self, lease: Lease, table: TableId, shown: Shown) -> None:
        """Note that an old card was turned into its closing line (or given up)."""
        ...

    async def answered(self, lease: Lease, table: TableId, inquiry: Inquiry) -> None:
        """Remove an inquiry."""
        ...

    async def apply(self, lease: Lease, table: TableId, effect: Effect) -> None:
        """Apply an effect to the user's own data, then remove it."""
        ...

    async def arm(self, lease: Lease, table: TableId, deadlines: tuple[Deadline, ...]) -> None:
        """Move deadlines forward to their moments: each only if it still waits for the same game and step, and never later."""
        ...

    async def later(self, lease: Lease, table: TableId, at: int, *, since: int | None = None) -> None:
        """Do not look at this table's deliveries before `at` (ms), unless a commit wakes it.

        `since` is the `now` of the `Pending` this rests on: a commit after it has woken the table already.
        """
        ...

    async def finish(self, lease: Lease, table: TableId) -> None:
        """Take the table off the delivery set if nothing is left to deliver."""
        ...

    async def holds(self, lease: Lease) -> bool:
        """Whether the lease still holds."""
        ...


class LeaseLost(Exception):  # noqa: N818 -- reads as the state it names
    """Another worker holds the partition now; stop at once."""


class NotQueued(Exception):  # noqa: N818 -- as above
    """The post is not in the queue: sending it now would send it twice, or tell of a move that is lost."""
