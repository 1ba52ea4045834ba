"""Mischief with deliveries that are all right: late, twice, elsewhere too, or after others that came later."""

import itertools
from dataclasses import dataclass, field

from tgbot.demo.delivery.backlog import Update


@dataclass(slots=True)
class Twist:
    """One rule for the next ``times`` updates of ``kind`` ("" is any) in ``chat_id`` (None is any).

    ``delay`` seconds pass first; ``after`` later updates of other queues go first; ``copies`` extra deliveries follow
    the first at once, to ``copy_to`` or, when that is "", to the same address; ``beside`` sends the copies at the same
    moment as the first.
    """

    kind: str = ""
    chat_id: int | None = None
    times: int = 1
    delay: float = 0.0
    after: int = 0
    copies: int = 0
    copy_to: str = ""
    beside: bool = False
    id: int = 0

    def takes(self, update: Update) -> bool:
        """Count an update; True when this rule twists it."""
        if self.times <= 0 or self.kind not in {"", update.kind} or self.chat_id not in {None, update.chat_id}:
            return False
        self.times -= 1
        return True


@dataclass(slots=True)
class Twists:
    """All rules, oldest first; the first that takes an update counts."""

    rules: dict[int, Twist] = field(default_factory=dict)
    _ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def add(self, twist: Twist) -> Twist:
        """Put a rule behind the others."""
        twist.id = next(self._ids)
        self.rules[twist.id] = twist
        return twist

    def taking(self, update: Update) -> Twist:
        """Return the rule for this update; one that changes nothing when no other takes it."""
        return next((rule for rule in self.rules.values() if rule.takes(update)), Twist())
