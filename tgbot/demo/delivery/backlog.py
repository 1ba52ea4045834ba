"""Updates that the bot has not taken yet."""

import itertools
import secrets
from dataclasses import dataclass, field

from tgbot.demo.bell import Bell
from tgbot.demo.clock import Clock
from tgbot.demo.journal import Journal
from tgbot.demo.wire import Json

DAY = 86_400.0
ALL_TYPES = frozenset(
    {
        "message",
        "edited_message",
        "channel_post",
        "edited_channel_post",
        "callback_query",
        "my_chat_member",
        "chat_member",
        "message_reaction",
        "message_reaction_count",
    }
)
DEFAULT_TYPES = ALL_TYPES - {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass(frozen=True, slots=True)
class Update:
    """One update. Updates of one ``queue`` are delivered one after the other; ``expires`` is a time of the clock."""

    id: int
    kind: str
    body: Json
    queue: int
    expires: float
    chat_id: int | None = None

    def wire(self) -> Json:
        """Return the ``Update`` object, its id first as Telegram writes it."""
        return {"update_id": self.id, self.kind: self.body}


def _first_id() -> int:
    return 100_000_000 + secrets.randbelow(800_000_000)


@dataclass(slots=True)
class Backlog:
    """Pending updates in the order of their ids, and the types that the bot allows."""

    clock: Clock
    journal: Journal
    allowed: frozenset[str] = DEFAULT_TYPES
    pending: dict[int, Update] = field(default_factory=dict)
    bell: Bell = field(default_factory=Bell)
    _ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(_first_id()))

    def wants(self, kind: str) -> bool:
        """Whether the bot asked for updates of that type."""
        return kind in self.allowed

    def add(self, kind: str, body: Json, *, queue: int, lifetime: float = DAY, chat_id: int | None = None) -> None:
        """Queue an update for ``lifetime`` seconds."""
        update = Update(next(self._ids), kind, body, queue, self.clock.now() + lifetime, chat_id)
        self.pending[update.id] = update
        self.bell.ring()

    def done(self, update_id: int) -> None:
        """Forget an update that was taken."""
        self.pending.pop(update_id, None)
        self.bell.ring()
        self.journal.note("taken", update=update_id)

    def confirm_before(self, update_id: int) -> None:
        """Forget all updates with a smaller id."""
        for key in [key for key in self.pending if key < update_id]:
            self.done(key)

    def holds(self, update: Update) -> bool:
        """Whether an update is still to be delivered."""
        return update.id in self.pending and update.expires > self.clock.now()

    def clear(self) -> None:
        """Forget everything."""
        self.pending.clear()

    def fresh(self) -> list[Update]:
        """Return the pending updates, oldest first, after dropping the expired ones silently."""
        now = self.clock.now()
        self.pending = {key: update for key, update in self.pending.items() if update.expires > now}
        return list(self.pending.values())
