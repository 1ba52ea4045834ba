"""The bot's desk in a private chat: it only talks there. It speaks the user's language, not the group's."""

from dataclasses import replace

from tgbot.table.decision import Decision
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents import SpokeInPrivate, Word
from tgbot.table.notices import DeskGreeted, DeskHelped, DeskRules, Notice
from tgbot.table.table import Table


def new_desk(who: Person) -> Table:
    """Set up a desk for somebody who has never spoken to the bot."""
    return Table(id=TableId(who.id), chat=who.id, language=Language.of(who.language))


def at_desk(desk: Table, who: Person, notice: Notice | None) -> Decision:
    """Say something at the desk, or (None) only note that a message was seen."""
    desk = replace(desk, language=Language.of(who.language))
    return Decision(table=desk, items=() if notice is None else (notice,))


def answer(spoken: SpokeInPrivate) -> Notice:
    """Pick the answer to a private message that came without a table's link."""
    if spoken.start:
        return DeskGreeted()
    return DeskRules() if spoken.word is Word.RULES else DeskHelped()
