"""Whether players had to call for a card although nothing had gone wrong lately: then the table was stuck by itself."""

from collections.abc import Iterator
from itertools import chain

from tests.chaos.excuses import Harms
from tests.chaos.tape import Line
from tgbot.demo.api.faults import Harm

_QUIET = 0.75
"""The part of the players' patience without any harm to a process or to the table's calls, which has to be enough."""
_OFTEN = 0.1
"""Calls for a card in proportion to moves, beyond which the night was no good one, whatever the weather."""
_FEW = 10
_AGAIN = (
    5.0  # seconds after which what was perhaps sent is sent again, twice as long each time (`docs/reliability.md`, F63)
)
_CLOSED = ("not enough rights", "kicked", "blocked")


def check_calls_for_cards(cards: list[Line], calls: dict[str, list[Line]], harms: Harms, moves: int) -> Iterator[str]:
    """Find calls after a quiet time, and too many of them."""
    if len(cards) > _OFTEN * moves + _FEW:
        yield f"{len(cards)} times somebody had to call for a card, in {moves} moves"
    processes = [(first, last) for spans in harms.spans.values() for _, first, last in spans]
    for card in cards:
        end, begin = card["t"], card["t"] - card["lost"]
        group = calls[str(card["table"])]
        private = [calls[str(who)] for who in card["people"]]
        troubles = [*processes, *_closed(group, end), *chain(*map(_doubted, (group, *private)))]
        quiet = _longest(begin, end, troubles)
        if quiet > _QUIET * card["lost"]:
            yield f"{card['table']}: a card was called for after {quiet:.1f} quiet seconds at {end:.1f}"


def _doubted(chat: list[Line]) -> Iterator[tuple[float, float]]:
    """List what went wrong with a chat's calls: one in a moment, several in a row until the next try."""
    doubts = 0
    for call in chat:
        if not call["harm"]:
            doubts = 0 if call["done"] else doubts
            continue
        doubts += call["harm"] != Harm.FLOOD
        yield call["t"], call["t"] + (_AGAIN * 2 ** (doubts - 1) if doubts > 1 else 0)


def _closed(group: list[Line], end: float) -> Iterator[tuple[float, float]]:
    """List the spans in which the bot had been told that it may not write here."""
    since: float | None = None
    for call in group:
        if call["t"] > end:
            break
        if call["harm"] and any(word in str(call["why"]) for word in _CLOSED):
            since = call["t"] if since is None else since
        elif call["done"] and since is not None:
            yield since, call["t"]
            since = None
    if since is not None:
        yield since, end


def _longest(begin: float, end: float, troubles: list[tuple[float, float]]) -> float:
    """Measure the longest stretch between two moments without trouble."""
    longest, free = 0.0, begin
    for first, last in sorted(troubles):
        if last < begin or first > end:
            continue
        longest, free = max(longest, first - free), max(free, last)
    return max(longest, end - free)
