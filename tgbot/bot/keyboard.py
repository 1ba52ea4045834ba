"""A message as Telegram wants it: buttons with their data, and a plain version of its text."""

import html
import re

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from tgbot.phrases import press
from tgbot.phrases.message import Button, Message

LONGEST = 4096
_TAG = re.compile(r"<[^<>]*>")


def markup(message: Message) -> InlineKeyboardMarkup | None:
    """Build the inline keyboard; None when there are no buttons, which takes an edited message's buttons away."""
    rows = [[_button(button) for button in row] for row in message.keyboard]
    return InlineKeyboardMarkup(rows) if rows else None


def plain(text: str) -> str:
    """Take the markup out of an HTML text and cut it to what Telegram accepts: better plain than not at all."""
    bare = html.unescape(_TAG.sub("", text))
    return bare if len(bare) <= LONGEST else bare[: LONGEST - 1] + "…"


def _button(button: Button) -> InlineKeyboardButton:
    if button.tap is not None:
        return InlineKeyboardButton(button.label, callback_data=press.encode(button.tap))
    return InlineKeyboardButton(button.label, url=button.url)
