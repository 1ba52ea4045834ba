"""The task decks a worker plays with; those with a fault are named, and the bot runs without them."""

import structlog

from tgbot.decks.deck import Deck
from tgbot.decks.loading import load_decks

_log = structlog.get_logger()


def usable_decks() -> tuple[Deck, ...]:
    """Load the decks, and say of each one left out what is wrong with it, by file and line."""
    loaded = load_decks()
    for fault in loaded.faults:
        _log.warning("deck_left_out", file=fault.file, line=fault.line, reason=fault.what)
    return loaded.decks
