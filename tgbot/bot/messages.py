"""Messages: commands in groups, talk in private, and what service messages tell."""

from telegram import Message

from tgbot.bot.commands import START, WORDS, Command, command
from tgbot.bot.me import Me
from tgbot.bot.senders import Nobody, person, sender
from tgbot.game.seats import PlayerId
from tgbot.phrases.links import reminder_of_payload
from tgbot.phrases.press import code_of_payload, table_of_payload
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import (
    ChatUpgraded,
    Commanded,
    MemberGone,
    Place,
    SpokeInPrivate,
    UpdateMark,
    WritingAllowed,
)
from tgbot.table.intents.word import Word
from tgbot.table.limits import LONGEST_TEXT, LONGEST_TITLE


def place_of(message: Message) -> Place:
    """Say where a message stands. Reply chains carry a thread id too; only a forum's topic is a place of its own."""
    topical = bool(message.is_topic_message and message.chat.is_forum)
    thread = (message.message_thread_id or 0) if topical else 0
    return Place(message.chat.id, thread, (message.chat.title or "")[:LONGEST_TITLE], bool(message.chat.is_forum))


def in_group(message: Message, mark: UpdateMark, me: Me) -> Intent | None:
    """Read a message of a group; talk is nobody's business."""
    if message.chat.is_direct_messages:
        return None
    here = message.chat.id
    if message.migrate_to_chat_id:
        return ChatUpgraded(mark, here, message.migrate_to_chat_id)
    if message.migrate_from_chat_id:
        return ChatUpgraded(mark, message.migrate_from_chat_id, here)
    if message.forum_topic_reopened is not None:
        return WritingAllowed(mark, place_of(message))
    gone = message.left_chat_member
    if gone is not None:
        # The bot's own leaving comes as `my_chat_member` too, and there it says why.
        return None if gone.is_bot else MemberGone(mark, place_of(message), PlayerId(gone.id))
    return _commanded(message, mark, me) or _answered(message, mark, me)


def in_private(message: Message, mark: UpdateMark, me: Me) -> SpokeInPrivate | None:
    """Read a message of a private chat; service messages ask for no answer."""
    user = message.from_user
    if user is None or user.is_bot or not (message.text or message.effective_attachment):
        return None
    said = command(message, me.username) or Command("", (message.text or "")[:LONGEST_TEXT].strip())
    start = said.name == START
    code = code_of_payload(said.rest) if start else None
    if code is not None:
        return SpokeInPrivate(mark, person(user), start, None, Word.HOUSE, code)
    reminder = reminder_of_payload(said.rest) if start else None
    if reminder is not None:
        return SpokeInPrivate(mark, person(user), start, reminder, Word.REMIND)
    table = table_of_payload(said.rest) if start else None
    return SpokeInPrivate(mark, person(user), start, table, WORDS.get(said.name), said.rest)


def _commanded(message: Message, mark: UpdateMark, me: Me) -> Commanded | None:
    said = command(message, me.username)
    if said is None:
        return None
    word, rest = _started(said.rest) if said.name == START else (WORDS.get(said.name), said.rest)
    who = sender(message)
    if word is None or who is Nobody.OTHER:
        return None
    speaker, author = None if isinstance(who, Nobody) else who, _author(message)
    return Commanded(mark, place_of(message), word, speaker, rest, author, answers=_answers(message))


def _answers(message: Message) -> int:
    """Name the message this one answers; 0: none. In a topic every message answers the one that opened it."""
    to = message.reply_to_message
    return 0 if to is None or to.forum_topic_created is not None else to.message_id


def _author(message: Message) -> PlayerId | None:
    """Name the person whose message this one answers. In a topic every message answers the one that opened it."""
    to = message.reply_to_message
    if to is None or to.forum_topic_created is not None:
        return None
    author = sender(to)
    return None if isinstance(author, Nobody) else author.id


def _answered(message: Message, mark: UpdateMark, me: Me) -> Commanded | None:
    """Read an answer to a message of the bot; whether anybody asked for one, the table knows."""
    to, who = message.reply_to_message, sender(message)
    if to is None or to.from_user is None or to.from_user.id != me.id or isinstance(who, Nobody):
        return None
    text = (message.text or "")[:LONGEST_TEXT]
    if not text or text.startswith("/"):
        return None
    return Commanded(mark, place_of(message), Word.ANSWER, who, text, answers=_answers(message))


def _started(payload: str) -> tuple[Word | None, str]:
    """Read a group's `/start`: typed bare it asks for help, with a share code it brings house rules.

    "Add to group" types `/start true` itself, just after the greeting, and wants nothing more.
    """
    code = code_of_payload(payload)
    if code is not None:
        return Word.HOUSE, code
    return (None, "") if payload else (Word.HELP, "")
