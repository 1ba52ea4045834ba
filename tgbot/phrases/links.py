"""Links into Telegram: a table's private door, a group's invitation with or without house rules, one message of a group."""

import re

from tgbot.phrases.base36 import base36
from tgbot.table.identity import SUPERGROUPS, TableId, is_supergroup

_PAYLOAD = re.compile(r"t(-?[0-9a-z]{1,13})(?:_([0-9a-z]{1,13}))?", re.ASCII)
_REMINDER = "r"
_CODE = re.compile(r"h([0-9A-Za-z]{1,63})", re.ASCII)


def link_payload(table: TableId) -> str:
    """Write a table into the parameter of `/start`: at most 64 of the characters A-Z a-z 0-9 _ and -."""
    thread = f"_{base36(table.thread)}" if table.thread else ""
    return f"t{base36(table.home)}{thread}"


def table_of_payload(text: str) -> TableId | None:
    """Read the parameter of `/start` back; None for whatever `link_payload` would not have written."""
    match = _PAYLOAD.fullmatch(text)
    if match is None:
        return None
    table = TableId(int(match[1], 36), int(match[2] or "0", 36))
    return table if link_payload(table) == text else None


def reminder_link(bot: str, table: TableId) -> str:
    """Lead to the private chat, where a reminder for this table is noted."""
    return f"https://t.me/{bot}?start={_REMINDER}{link_payload(table)}"


def reminder_of_payload(text: str) -> TableId | None:
    """Read the parameter of a reminder's link back; None where it is none."""
    return table_of_payload(text.removeprefix(_REMINDER)) if text.startswith(_REMINDER) else None


def code_of_payload(text: str) -> str | None:
    """Read a share code of house rules out of the parameter of `/start`; None where there is none."""
    match = _CODE.fullmatch(text)
    return None if match is None else match[1]


def private_link(bot: str, table: TableId) -> str:
    """Lead from a table to the private chat with the bot."""
    return f"https://t.me/{bot}?start={link_payload(table)}"


def chat_link(bot: str) -> str:
    """Lead to the private chat with the bot, about nothing in particular."""
    return f"https://t.me/{bot}"


def group_link(bot: str) -> str:
    """Let somebody choose a group and take the bot there."""
    return f"https://t.me/{bot}?startgroup=true"


def house_link(bot: str, code: str) -> str:
    """Let somebody choose a group and bring it these house rules."""
    return f"https://t.me/{bot}?startgroup=h{code}"


def message_link(chat: int, message: int, thread: int = 0) -> str | None:
    """Lead to a message of a supergroup; other chats, and messages nobody knows, have no links."""
    if not is_supergroup(chat) or message <= 0:
        return None
    topic = f"{thread}/" if thread else ""
    return f"https://t.me/c/{SUPERGROUPS - chat}/{topic}{message}"
