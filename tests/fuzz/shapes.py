"""Whether an update is one Telegram could send, as far as the bot reads it: told by names and types, with nothing of the bot.

An update that is, and that the library can read, must not be dropped as unreadable: then the fault is ours.
"""

import json
from collections.abc import Iterator
from typing import Any

from telegram import Update

_KINDS = ("message", "callback_query", "my_chat_member", "chat_member")
_NUMBERS = frozenset({"update_id", "message_id", "date", "offset", "length", "message_thread_id", "migrate_to_chat_id", "migrate_from_chat_id"})  # fmt: skip
_TEXTS = frozenset({"text", "data", "title", "first_name", "last_name", "username", "language_code", "type", "status", "chat_instance"})  # fmt: skip
_FLAGS = frozenset({"is_bot", "is_forum", "is_topic_message", "is_automatic_forward", "is_member", "can_send_messages", "is_direct_messages"})  # fmt: skip
_PARTS = frozenset({*_KINDS, "from", "chat", "user", "sender_chat", "reply_to_message", "old_chat_member", "new_chat_member", "left_chat_member", "forward_origin"})  # fmt: skip
_PERSON, _CHANGE = ("id", "is_bot", "first_name"), ("chat", "from", "date", "old_chat_member", "new_chat_member")
_ALWAYS = {
    "message": ("message_id", "date", "chat"),
    "reply_to_message": ("message_id", "date", "chat"),
    "callback_query": ("id", "from"),
    **dict.fromkeys(("my_chat_member", "chat_member"), _CHANGE),
    **dict.fromkeys(("old_chat_member", "new_chat_member"), ("status", "user")),
    **dict.fromkeys(("from", "user", "left_chat_member"), _PERSON),
    **dict.fromkeys(("chat", "sender_chat"), ("id", "type")),
    "entities": ("type", "offset", "length"),
}
"""What is never missing."""
_GROUPS = frozenset({"group", "supergroup", "channel"})
_CHATS = _GROUPS | {"private"}
_LARGEST, _LATEST, _LONGEST_QUERY = 2**52, 2**32, 64


def excused(body: bytes | None) -> bool:
    """Whether an update may be dropped as unreadable."""
    if body is None:
        return False
    update = json.loads(body)
    needed = {name: update[name] for name in ("update_id", *_KINDS) if name in update}
    query = needed.get("callback_query")
    if isinstance(query, dict) and isinstance(message := query.get("message"), dict):
        kept = {name: message[name] for name in ("message_id", "date", "chat") if name in message}
        needed["callback_query"] = {**query, "message": kept}
    return any(_faults("", needed)) or not _reads(needed)


def _reads(update: Any) -> bool:
    try:
        Update.de_json(update, None)
    except Exception:  # noqa: BLE001 -- whatever the library trips over
        return False
    return True


def _faults(name: str, value: Any) -> Iterator[str]:
    """Name what Telegram would not write where it stands."""
    if not isinstance(value, dict):
        yield name
        return
    if any(value.get(key) is None for key in _ALWAYS.get(name, ())):
        yield name
    for key, part in value.items():
        if part is None:
            continue
        if key in _PARTS:
            yield from _faults(key, part)
        elif not _fits(name, key, part):
            yield f"{name}.{key}"
    if name in {"chat", "sender_chat"} and not _is_chat(value):
        yield name


def _fits(where: str, key: str, part: Any) -> bool:
    if key in _NUMBERS or (key == "id" and where != "callback_query"):
        return type(part) is int and abs(part) < (_LATEST if key == "date" else _LARGEST) and _signed(where, key, part)
    if key == "id":
        return isinstance(part, str) and len(part) <= _LONGEST_QUERY and _written(part)
    if key in _FLAGS:
        return isinstance(part, bool)
    if key == "entities":
        return isinstance(part, list) and all(not any(_faults(key, entity)) for entity in part)
    return key not in _TEXTS or (isinstance(part, str) and _written(part))


def _signed(where: str, key: str, number: int) -> bool:
    """Whether people have positive ids, and groups negative ones."""
    if key in {"migrate_to_chat_id", "migrate_from_chat_id"}:
        return number < 0
    return number > 0 if where in {"from", "user", "left_chat_member"} and key == "id" else key == "id" or number >= 0


def _is_chat(chat: Any) -> bool:
    number, kind = chat.get("id"), chat.get("type")
    return kind in _CHATS and isinstance(number, int) and (number < 0) == (kind in _GROUPS)


def _written(text: str) -> bool:
    """Whether a text can be written as UTF-8: half a pair of surrogates is none."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
