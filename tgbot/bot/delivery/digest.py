"""Whether two messages look the same."""

from hashlib import blake2b

import orjson

from tgbot.phrases import press
from tgbot.phrases.message import Button, Message


def digest(message: Message) -> str:
    """Name a message's text and buttons in 16 characters."""
    rows = [[_fields(button) for button in row] for row in message.keyboard]
    return blake2b(orjson.dumps([message.text, rows]), digest_size=8).hexdigest()


def _fields(button: Button) -> tuple[str, str | None]:
    return button.label, button.url if button.tap is None else press.encode(button.tap)
