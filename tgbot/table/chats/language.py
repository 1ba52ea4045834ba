"""`/sprache`: which language the bot speaks in a group."""

from dataclasses import replace

from tgbot.table.decisions.authority import ask, is_host
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import chosen
from tgbot.table.identity import Language, Person
from tgbot.table.intents.inquiry import Purpose
from tgbot.table.news.notices import LanguageChosen
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.state.table import Table

LANGUAGE_PURPOSES = {Purpose.LANGUAGE_DE: Language.DE, Purpose.LANGUAGE_EN: Language.EN}


def ask_for_language(table: Table, who: Person, query: str, purpose: Purpose, moment: Moment) -> Decision:
    """Choose the group's language: the host may; of others it is asked whether they are admins."""
    if is_host(table, who):
        return speak(table, LANGUAGE_PURPOSES[purpose], moment)
    return ask(table, purpose, who, query)


def speak(table: Table, language: Language, moment: Moment) -> Decision:
    """Speak this language from now on, on the open card too."""
    if table.language is language:
        return Decision(table=table, reply=Told(Note.DONE, language))
    counted = chosen(table, moment)
    if counted is None:
        return refused(table, Barred.SLOWLY)
    recap = None if table.recap is None else replace(table.recap, photo="")  # the picture speaks the other language
    spoken = replace(counted, language=language, recap=recap)
    return Decision(table=spoken, items=(LanguageChosen(),), reply=Told(Note.DONE, language))
