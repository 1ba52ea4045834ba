"""Entities back to HTML, for people and tests that read a chat."""

from html import escape

from tgbot.demo.text import utf16
from tgbot.demo.wire import Json

_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
}


def to_html(text: str, entities: list[Json]) -> str:
    """Return the text with the entities the bot gave it as tags; what Telegram found by itself stays plain."""
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for entity in sorted(entities, key=lambda entity: (entity["offset"], -entity["length"])):
        tags = _tags(entity)
        if tags is not None:
            opening.setdefault(entity["offset"], []).append(tags[0])
            closing.setdefault(entity["offset"] + entity["length"], []).insert(0, tags[1])
    parts = []
    for offset, piece in utf16.pieces(text, {*opening, *closing}):
        parts += closing.get(offset, [])
        parts += opening.get(offset, [])
        parts.append(escape(piece, quote=False))
    return "".join(parts)


def _tags(entity: Json) -> tuple[str, str] | None:
    if entity["type"] == "text_link":
        return f'<a href="{escape(entity["url"])}">', "</a>"
    if entity["type"] == "text_mention":
        return f'<a href="tg://user?id={entity["user"]["id"]}">', "</a>"
    tag = _TAGS.get(entity["type"])
    return None if tag is None else (f"<{tag}>", f"</{tag}>")
