"""Commands typed in the group."""

from dataclasses import replace
from typing import assert_never

from tgbot.game.state import Over
from tgbot.table.decision import Decision, Moment
from tgbot.table.ending import ask_to_end
from tgbot.table.identity import Language, Person
from tgbot.table.intents import LANGUAGE_PURPOSES, Commanded, Inquiry, Purpose, Word
from tgbot.table.lobby import open_lobby, refused
from tgbot.table.notices import HelpGiven, LanguageAsked, LanguageChosen, NoTableHere, Notice, RulesTold
from tgbot.table.replies import Barred, Note, Told
from tgbot.table.surfaces import Card
from tgbot.table.table import Table


def obey(table: Table, said: Commanded, moment: Moment) -> Decision:
    """Do what a group command asks for."""
    match said.word:
        case Word.NEW:
            return _new(table, said.who, moment)
        case Word.TABLE:
            return repost(table, moment) if playing(table) else tell(table, NoTableHere(), moment)
        case Word.END:
            return ask_to_end(table, said.who, moment)
        case Word.RULES:
            return tell(table, RulesTold(), moment)
        case Word.HELP:
            return tell(table, HelpGiven(), moment)
        case Word.LANGUAGE:
            return tell(table, LanguageAsked(), moment)
        case _ as unknown:
            assert_never(unknown)


def playing(table: Table) -> bool:
    """Whether a lobby is open or a game runs."""
    return table.game is not None and not isinstance(table.game, Over)


def _new(table: Table, who: Person | None, moment: Moment) -> Decision:
    return repost(table, moment) if playing(table) else open_lobby(table, who, moment)


def repost(table: Table, moment: Moment) -> Decision:
    """Have the card sent afresh at the bottom, but not again and again."""
    if moment.now - table.reposted_at < moment.timing.repost:
        return Decision(table=table)
    return Decision(table=replace(table, repost=table.repost + 1, reposted_at=moment.now), dirty=(Card(),))


def tell(table: Table, notice: Notice, moment: Moment) -> Decision:
    """Post an answer to a question; the next one within a few seconds is swallowed, so that nobody floods the group."""
    if moment.now - table.told_at < moment.timing.tell:
        return Decision(table=table)
    return Decision(table=replace(table, told_at=moment.now), items=(notice,))


def ask_for_language(table: Table, who: Person, query: str, purpose: Purpose) -> Decision:
    """Choose the group's language: the host may; of others it is asked whether they are admins."""
    if who.id == table.host and playing(table):
        return speak(table, LANGUAGE_PURPOSES[purpose])
    return Decision(table=table, inquiries=(Inquiry(purpose, who, table.games, query),))


def speak(table: Table, language: Language) -> Decision:
    """Speak this language from now on, on the open card too."""
    if table.language is language:
        return Decision(table=table, reply=Told(Note.DONE, language))
    spoken = replace(table, language=language)
    return Decision(table=spoken, items=(LanguageChosen(),), reply=Told(Note.DONE, language))


def tell_by_button(table: Table, notice: Notice, moment: Moment) -> Decision:
    """Post an answer a button asked for."""
    return tell(table, notice, moment).replying(Told(Note.DONE, table.language))


def not_admin(table: Table) -> Decision:
    """Refuse a setting to somebody who is no admin."""
    return refused(table, Barred.ADMIN_ONLY)
