"""What the tags of Telegram's HTML mean, and the characters an HTML entity stands for."""

import re

from tgbot.demo.wire import Json

STYLES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "blockquote": "blockquote",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_CHARACTER = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]*)|#(?P<dec>[0-9]*)|(?P<name>[A-Za-z]*));?")
_LONGEST_REFERENCE = 10
_LAST_CHARACTER = 0x10FFFF
_USER_LINK = re.compile(r"tg://(?:user\?id=|openmessage\?user_id=)(?P<id>\d+)$", re.IGNORECASE)
_WEB_LINK = re.compile(r"(?:https?://|tg://|ton://|mailto:)?[^\s/?#]+(?:[/?#]\S*)?$", re.IGNORECASE)


def character_at(text: str, position: int) -> tuple[str, int] | None:
    """Return the character that the reference at this ``&`` means, and where the text goes on; None when it is none."""
    match = _CHARACTER.match(text, position)
    if match is None:
        return None
    if match["name"] is not None:
        named = _NAMED.get(match["name"])
        return None if named is None else (named, match.end())
    code = int(match["hex"] or "0", 16) if match["hex"] is not None else int(match["dec"] or "0")
    digits_end = match.end() - match[0].endswith(";")
    if not 0 < code < _LAST_CHARACTER or digits_end - position >= _LONGEST_REFERENCE:
        return None
    return chr(code), match.end()


def entity_of(tag: str, argument: str, offset: int, length: int, inner: str) -> Json | None:
    """Return the entity a closed tag leaves behind, or None when Telegram silently drops it (a link to nowhere)."""
    entity: Json = {"offset": offset, "length": length, "type": STYLES[tag]}
    match STYLES[tag]:
        case "text_link":
            return _link(entity, argument or inner)
        case "pre" | "code" if argument:
            return entity | {"language": argument}
        case "blockquote" if argument:
            return entity | {"type": "expandable_blockquote"}
        case "custom_emoji":
            return entity | {"custom_emoji_id": argument}
        case _:
            return entity


def _link(entity: Json, url: str) -> Json | None:
    if user := _USER_LINK.match(url):
        return entity | {"type": "text_mention", "user": {"id": int(user["id"])}}
    if not _WEB_LINK.match(url) or ("." not in url and "://" not in url):
        return None
    return entity | {"url": url if "://" in url else f"http://{url}/"}
