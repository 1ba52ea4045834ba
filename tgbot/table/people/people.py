"""Commands and buttons that are about people: whose seat is given up, who is host, who is called."""

from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import Commanded, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.people.kick import ask_to_kick, press_kick
from tgbot.table.people.office import ask_to_hand_over, press_host
from tgbot.table.people.reminders import ask_for_reminder
from tgbot.table.state.table import Table


def obey_about_people(table: Table, said: Commanded, moment: Moment) -> Decision:
    """Hear one of these commands."""
    if said.word is Word.REMIND:
        return ask_for_reminder(table, said, moment)
    obey = ask_to_kick if said.word is Word.KICK else ask_to_hand_over
    return obey(table, said, moment)


def press_about_people(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    """Press one of these buttons."""
    press = press_kick if tapped.tap.action is Action.KICK else press_host
    return press(table, tapped.who, tapped.tap, tapped.query, moment)
