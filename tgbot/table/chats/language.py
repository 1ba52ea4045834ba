"""`/sprache`: which language the bot speaks in a group."""

from dataclasses import replace

from tgbot.table.decisions.authority import ask, is_host
from tgbot.table.decisions.decision import Decision
from tgbot.table.identity import Language, Person
from tgbot.table.intents.inquiry import Purpose
from tgbot.table.news.notices import LanguageChosen
from tgbot.table.news.replies import Note, Told
from tgbot.table.state.table import Table

LANGUAGE_PURPOSES = {Purpose.LANGUAGE_DE: Language.DE, Purpose.LANGUAGE_EN: Language.EN}


def ask_for_language(table: Table, who: Person, query: str, purpose: Purpose) -> Decision:
    """Choose the group's language: the host may; of others it is asked whether they are admins."""
    if is_host(table, who):
        return speak(table, LANGUAGE_PURPOSES[purpose])
    return ask(table, purpose, who, query)


def speak(table: Table, language: Language) -> Decision:
    """Speak this language from now on, on the open card too."""
    if table.language is language:
        return Decision(table=table, reply=Told(Note.DONE, language))
    recap = None if table.recap is None else replace(table.recap, photo="")  # the picture speaks the other language
    spoken = replace(table, language=language, recap=recap)
    return Decision(table=spoken, items=(LanguageChosen(),), reply=Told(Note.DONE, language))
