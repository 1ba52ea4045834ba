"""The command menus Telegram shows beside the text field."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.phrases.language import speaking
from tgbot.table.identity import Language

Menu: TypeAlias = tuple[tuple[str, str], ...]

_GROUP = (
    "new",
    "table",
    "sit_down",
    "pause",
    "get_up",
    "end",
    "rules",
    "house",
    "odds",
    "stakes",
    "task",
    "tasks",
    "fairplay",
    "stand",
    "evening",
    "help",
    "language",
    "privacy",
    "kick",
    "host",
    "remind",
)
_PRIVATE = ("start", "purse", "rules", "odds", "statistics", "my_data", "privacy", "help")


@dataclass(frozen=True, slots=True)
class Commands:
    """Commands with their descriptions, for groups and for private chats."""

    group: Menu
    private: Menu


def commands(language: Language) -> Commands:
    """List the commands in one language's own words."""
    texts = speaking(language)

    def menu(words: tuple[str, ...]) -> Menu:
        return tuple((texts.say(f"commands.{word}.word"), texts.say(f"commands.{word}.text")) for word in words)

    return Commands(group=menu(_GROUP), private=menu(_PRIVATE))
