"""From what the bot sent to what is stored: parsed, trimmed, measured, and with the entities Telegram adds."""

import unicodedata
from dataclasses import dataclass

from tgbot.demo.errors import bad_request
from tgbot.demo.text import html, markdown, utf16
from tgbot.demo.text.found import found_in
from tgbot.demo.wire import Json, loads

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
RAW_LIMIT = 32_768
_ENTITY_TYPES = frozenset(
    {"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote", "code", "pre"}
    | {"text_link", "text_mention", "custom_emoji"}
)
_BLANK = " \t\r\n\v\f\0\xa0"


@dataclass(frozen=True, slots=True)
class Formatted:
    """Text with the entities that dress it."""

    text: str
    entities: tuple[Json, ...] = ()


def formatted(raw: str, parse_mode: str, entities: str) -> Formatted:
    """Parse the text of a message. Raises ApiError in the order and words of the Bot API."""
    if not raw:
        raise bad_request("message text is empty")
    parsed = _parsed(raw, parse_mode, entities)
    if not _visible(parsed.text):
        raise bad_request("text must be non-empty")
    if len(parsed.text) > TEXT_LIMIT:
        raise bad_request("message is too long")
    return parsed


def caption(raw: str, parse_mode: str, entities: str) -> Formatted:
    """Parse the words below a picture or file; none is fine. Raises ApiError."""
    if not raw:
        return Formatted("")
    parsed = _parsed(raw, parse_mode, entities)
    if len(parsed.text) > CAPTION_LIMIT:
        raise bad_request("message caption is too long")
    return parsed


def spoken(text: str) -> Formatted:
    """Return what a person typed, with the entities Telegram finds in it."""
    return Formatted(text, tuple(found_in(text, [])))


def _parsed(raw: str, parse_mode: str, entities: str) -> Formatted:
    if len(raw.encode("utf-8", "surrogatepass")) > RAW_LIMIT:
        raise bad_request("text is too long")
    match parse_mode.lower():
        case "" | "none":
            text, marked = raw, _given(entities, raw)
        case "html":
            text, marked = html.parse(raw)
        case "markdown":
            text, marked = markdown.parse_legacy(raw)
        case "markdownv2":
            text, marked = markdown.parse_v2(raw)
        case _:
            raise bad_request("unsupported parse_mode")
    text, marked = _trimmed(text, marked)
    return Formatted(text, tuple(found_in(text, marked)))


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Cut blanks at both ends; entities shrink with the text, and empty ones go."""
    kept = text.rstrip(_BLANK)
    lead = len(kept) - len(kept.lstrip(_BLANK))
    shift = utf16.length(kept[:lead])
    kept = kept[lead:]
    total = utf16.length(kept)
    moved = []
    for entity in entities:
        start = max(0, entity["offset"] - shift)
        end = min(total, entity["offset"] + entity["length"] - shift)
        if end > start:
            moved.append(entity | {"offset": start, "length": end - start})
    return kept, moved


def _visible(text: str) -> bool:
    return any(unicodedata.category(character) not in {"Cf", "Cc", "Zs", "Zl", "Zp"} for character in text)


def _given(entities: str, raw: str) -> list[Json]:
    if not entities:
        return []
    try:
        items = loads(entities)
    except ValueError:
        raise bad_request("can't parse entities JSON object") from None
    if not isinstance(items, list):
        raise bad_request("expected an Array of MessageEntity")
    checked = [_checked(item) for item in items]
    total = utf16.length(raw)
    if any(entity["offset"] + entity["length"] > total for entity in checked):
        raise bad_request("entity beginning or end is outside of the text")
    return sorted(checked, key=lambda entity: (entity["offset"], -entity["length"]))


def _checked(item: object) -> Json:
    if not isinstance(item, dict):
        raise bad_request("can't parse MessageEntity: expected an Object")
    for name in ("offset", "length"):
        if name not in item:
            raise bad_request(f"can't parse MessageEntity: Can't find field \"{name}\"")
        if not isinstance(item[name], int) or item[name] < 0:
            raise bad_request(f'can\'t parse MessageEntity: Field "{name}" must be a valid Number')
    if item.get("type") not in _ENTITY_TYPES:
        raise bad_request("can't parse MessageEntity: Unsupported type specified")
    return item
