"""A later release, made of the present one: it stores something the present one does not know.

This stands in for two releases side by side: a history to take an earlier one from need not be here.
"""

from collections.abc import Callable
from enum import Enum

import orjson

from tgbot.game.events import CupLifted
from tgbot.store import codec
from tgbot.table.news.notices import Post
from tgbot.table.state.table import Table

MORE = "jukebox"
"""The field that a later release keeps with a table."""


class Build(Enum):
    """What is new in a release."""

    FIELD = "a field with a default, under the same format number"
    NUMBER = "the format number"
    EVENT = "something that a post tells, though the number should have been raised for it"


def become(build: Build) -> None:
    """Let this process be that release."""
    _CHANGES[build]()


def _with_a_field() -> None:
    dump = codec.TABLES.dump

    def more(value: Table) -> bytes:
        written = orjson.loads(dump(value))
        written["v"][MORE] = "loud"
        return orjson.dumps(written)

    codec.TABLES.dump = more  # type: ignore[method-assign]


def _with_a_number() -> None:
    codec.READS += 1
    codec.FORMAT += 1


def _with_an_event() -> None:
    CupLifted.__name__ = "CupTurnedOver"
    codec._CONVERTER = codec._converter()
    vars(codec.POSTS).update(vars(codec.Codec(Post)))  # readers and writers know the names of when they were made


_CHANGES: dict[Build, Callable[[], None]] = {
    Build.FIELD: _with_a_field,
    Build.NUMBER: _with_a_number,
    Build.EVENT: _with_an_event,
}
