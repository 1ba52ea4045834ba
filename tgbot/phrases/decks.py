"""The task decks that come with the bot, for whatever is told of them."""

from functools import cache

from tgbot.decks.deck import Deck
from tgbot.decks.loading import load_decks


@cache
def decks() -> tuple[Deck, ...]:
    """List the decks a group may choose from; what is wrong with others is said at the start."""
    return load_decks().decks
