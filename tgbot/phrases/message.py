"""What leaves for Telegram: a text in Telegram's HTML and its buttons."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.table.intents.taps import Tap


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button: a tap, or a link."""

    label: str
    tap: Tap | None = None
    url: str | None = None


Row: TypeAlias = tuple[Button, ...]
Keyboard: TypeAlias = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message to send or to edit. `text` is Telegram HTML."""

    text: str
    keyboard: Keyboard = ()
