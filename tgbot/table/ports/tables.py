"""Tables as they are kept, and the one atomic write that changes them."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.news.notices import Post
from tgbot.table.news.surfaces import Surface
from tgbot.table.ports.effects import Effect
from tgbot.table.state.table import Table


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as stored (None: never seen, or expired), the store's time in ms, and the name of the commit that wrote it.

    `since`: people have been heard here without a gap since then, in ms.
    """

    table: Table | None
    now: int
    by: str = ""
    since: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One atomic write. `table` carries the new version; `expected` is the version it was decided on (0: none stored).

    `upon` names the commit that wrote that version: after a setback of the store another may have its number.

    With `table.version == expected` the state is left as it is and only the mark, posts, marks and inquiries are written.
    `deadlines` None leaves the game's deadlines alone, `nights` None the evening's; a tuple replaces them all.
    """

    table: Table
    expected: int
    mark: UpdateMark | None = None
    posts: tuple[Post, ...] = ()
    dirty: tuple[Surface, ...] = ()
    deadlines: tuple[Deadline, ...] | None = None
    inquiries: tuple[Inquiry, ...] = ()
    effects: tuple[Effect, ...] = ()
    nights: tuple[Deadline, ...] | None = None
    upon: str = ""


class Outcome(Enum):
    """What became of a commit."""

    DONE = "done"
    STALE = "stale"  # somebody else committed first: load again
    DUPLICATE = "duplicate"  # this update was committed before: do nothing


class TableStore(Protocol):
    """Tables and the one atomic commit. Raises `StoreUnavailable` when the store cannot be reached or cannot write."""

    async def home_of(self, chat: int) -> int:
        """Return the home id of a chat: itself, unless it grew out of another."""
        ...

    async def adopt(self, old: int, new: int) -> None:
        """Note that chat `new` grew out of chat `old`; idempotent."""
        ...

    async def admit(self, table: TableId) -> bool:
        """Whether a chat may have this table too: it has it already, or not too many others."""
        ...

    async def topics_of(self, home: int) -> tuple[TableId, ...]:
        """List the tables of a chat's topics, those long gone among them."""
        ...

    async def load(self, table: TableId) -> Loaded:
        """Read a table."""
        ...

    async def commit(self, change: Change) -> Outcome:
        """Write all of a change or nothing."""
        ...

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """List the tables a player sits at, oldest first."""
        ...

    async def card_message(self, table: TableId) -> int | None:
        """Return the message id of the table's card as Telegram shows it, for a link back to the group."""
        ...


class StoreUnavailable(Exception):  # noqa: N818 -- reads as the state it names
    """The store cannot be reached, is loading, is out of memory or is read-only. Nothing was written."""


class NewerFormat(Exception):  # noqa: N818 -- as above
    """A newer release wrote this state; this worker must leave it alone."""
