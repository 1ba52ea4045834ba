"""Faults that a test or a player asks for, and which of them meets a call."""

import itertools
from dataclasses import dataclass, field
from enum import StrEnum

from tgbot.demo.wire import Json


class Harm(StrEnum):
    """What goes wrong.

    ``drop_after`` carries out and then hangs up, ``drop_before`` hangs up at once, ``delay`` carries out and answers
    ``seconds`` later, ``truncate`` answers half the JSON, ``bad_gateway`` answers 502 with HTML, ``flood`` answers 429
    with ``retry_after`` (times ``growth`` at every further one), ``error`` answers any given error, ``silence`` never
    answers (hangs up after ``seconds``, 70 without a number).
    """

    DROP_AFTER = "drop_after"
    DROP_BEFORE = "drop_before"
    DELAY = "delay"
    TRUNCATE = "truncate"
    BAD_GATEWAY = "bad_gateway"
    FLOOD = "flood"
    ERROR = "error"
    SILENCE = "silence"


@dataclass(slots=True)
class Fault:
    """One rule.

    It meets calls of ``method`` ("" is any) in ``chat_id`` (None is any): not the first ``skip`` of them, and then
    ``times`` calls (None is all).
    """

    harm: Harm
    method: str = ""
    chat_id: int | None = None
    skip: int = 0
    times: int | None = 1
    seconds: float = 0.0
    retry_after: int = 1
    growth: int = 1
    error: Json = field(default_factory=dict)
    hits: int = 0
    id: int = 0

    def meets(self, method: str, chat_id: str) -> bool:
        """Count a call; True when this rule spoils it."""
        if self.method and self.method.lower() != method.lower():
            return False
        if self.chat_id is not None and str(self.chat_id) != chat_id:
            return False
        self.hits += 1
        seen = self.hits - self.skip
        return seen > 0 and (self.times is None or seen <= self.times)

    @property
    def wait(self) -> int:
        """The ``retry_after`` of the hit that just happened."""
        return int(self.retry_after * self.growth ** (self.hits - self.skip - 1))


@dataclass(slots=True)
class Faults:
    """All rules, oldest first; the first that meets a call counts."""

    rules: dict[int, Fault] = field(default_factory=dict)
    _ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def add(self, fault: Fault) -> Fault:
        """Put a rule behind the others."""
        fault.id = next(self._ids)
        self.rules[fault.id] = fault
        return fault

    def meeting(self, method: str, chat_id: str) -> Fault | None:
        """Return the rule that spoils this call, if any."""
        return next((rule for rule in self.rules.values() if rule.meets(method, chat_id)), None)
