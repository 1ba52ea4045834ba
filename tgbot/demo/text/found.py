"""Entities that Telegram finds by itself in plain text: commands, mentions, hashtags, links."""

import re

from tgbot.demo.text import utf16
from tgbot.demo.wire import Json

_PATTERNS = {
    "bot_command": re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])"),
    "mention": re.compile(r"(?<![\w/@])@[A-Za-z0-9_]{2,32}(?!\w)"),
    "hashtag": re.compile(r"(?<![\w/#])#\w*[^\W\d_]\w*"),
    "url": re.compile(
        r"(?<![\w@/.])(?:https?://[^\s<>\"]+|(?:[\w-]+\.)+(?:de|com|org|net|me|io|at|ch)(?:/[^\s<>\"]*)?)"
    ),
}


def found_in(text: str, taken: list[Json]) -> list[Json]:
    """Return the entities of plain text, leaving out those that would cut across one already taken."""
    offsets = utf16.offsets(text)
    found: list[Json] = []
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            start, end = offsets[match.start()], offsets[match.end()]
            if not any(_clashes(entity, start, end) for entity in (*taken, *found)):
                found.append({"offset": start, "length": end - start, "type": kind})
    return sorted((*taken, *found), key=lambda entity: (entity["offset"], -entity["length"]))


_ENCLOSING = frozenset(
    {"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote"}
)


def _clashes(entity: Json, start: int, end: int) -> bool:
    first, last = entity["offset"], entity["offset"] + entity["length"]
    if last <= start or end <= first:
        return False
    around = first <= start and end <= last
    within = start <= first and last <= end
    return entity["type"] not in _ENCLOSING or not (around or within)
