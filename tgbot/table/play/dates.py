"""Telegram's own dates: a command that was typed before the newest game was opened does not mean that game.

They are compared with each other alone, so no clock of ours matters; of the same second, a command counts.
"""

from dataclasses import replace
from typing import Final

from tgbot.table.decisions.decision import Decision
from tgbot.table.intents.updates import Commanded, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.state.table import Table

_CHANGE_A_GAME: Final = frozenset({Word.END, Word.EVENING, Word.PAUSE, Word.GET_UP, Word.KICK, Word.HOST})


def means_an_earlier_game(table: Table, said: Commanded) -> bool:
    """Whether a command that would end or change the open game is older than it, as far as that is known."""
    return said.word in _CHANGE_A_GAME and table.playing and 0 < said.date < table.opened_date


def dating(before: Table, decision: Decision, opened: Commanded | Tapped) -> Decision:
    """Note when a game was opened: not before the command, or the message with the button, that opened it."""
    if decision.table.games == before.games:
        return decision
    date = max(opened.date, before.opened_date)
    return replace(decision, table=replace(decision.table, opened_date=date))
