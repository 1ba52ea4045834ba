"""Which command a message is. German first, English beside it."""

from dataclasses import dataclass
from typing import Final

from telegram import Message, MessageEntity

from tgbot.table.intents.word import Word
from tgbot.table.limits import LONGEST_TEXT

START: Final = "start"

WORDS: Final = {
    "neu": Word.NEW,
    "new": Word.NEW,
    "tisch": Word.TABLE,
    "table": Word.TABLE,
    "ende": Word.END,
    "end": Word.END,
    "regeln": Word.RULES,
    "rules": Word.RULES,
    "hilfe": Word.HELP,
    "help": Word.HELP,
    "sprache": Word.LANGUAGE,
    "language": Word.LANGUAGE,
    "hausordnung": Word.HOUSE,
    "hausregeln": Word.HOUSE,
    "house": Word.HOUSE,
    "aufgabe": Word.TASK,
    "task": Word.TASK,
    "aufgaben": Word.TASKS,
    "tasks": Word.TASKS,
    "einsatz": Word.STAKES,
    "stakes": Word.STAKES,
    "fairplay": Word.FAIRPLAY,
    "ich": Word.PURSE,
    "me": Word.PURSE,
    "rechner": Word.ODDS,
    "odds": Word.ODDS,
    "stand": Word.STAND,
    "standings": Word.STAND,
    "abend": Word.EVENING,
    "evening": Word.EVENING,
    "statistik": Word.STATISTICS,
    "stats": Word.STATISTICS,
    "meinedaten": Word.MY_DATA,
    "mydata": Word.MY_DATA,
    "datenschutz": Word.PRIVACY,
    "privacy": Word.PRIVACY,
    "pause": Word.PAUSE,
    "raus": Word.GET_UP,
    "leave": Word.GET_UP,
    "dabei": Word.SIT_DOWN,
    "joinin": Word.SIT_DOWN,
    "rauswurf": Word.KICK,
    "kick": Word.KICK,
    "gastgeber": Word.HOST,
    "host": Word.HOST,
    "erinnern": Word.REMIND,
    "remind": Word.REMIND,
}


@dataclass(frozen=True, slots=True)
class Command:
    """A command's name in lower case, without slash and bot, and the text behind it."""

    name: str
    rest: str = ""


def command(message: Message, username: str) -> Command | None:
    """Read a command to this bot: only one that opens a fresh text counts.

    Captions, edits and forwards are not asked for anything: they were meant for other eyes.
    """
    text = (message.text or "")[:LONGEST_TEXT]
    if not text or message.forward_origin is not None or message.is_automatic_forward:
        return None
    opening = next((entity for entity in message.entities if _opens(entity)), None)
    if opening is None:
        return None
    # Entities count UTF-16 units, but a command is ASCII and stands first, so here they are characters.
    name, _, addressee = text[1 : opening.length].partition("@")
    if addressee and addressee.lower() != username.lower():
        return None
    return Command(name.lower(), text[opening.length :].strip())


def _opens(entity: MessageEntity) -> bool:
    return entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0
