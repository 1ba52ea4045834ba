"""The whole table pauses or sleeps until somebody who sits there taps Weiter geht's."""

from dataclasses import replace
from typing import Final

from tgbot.game.refusals import Refusal
from tgbot.table.decisions.authority import ask, denied, is_host
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.seats import PauseNotAllowed, TablePaused
from tgbot.table.news.surfaces import Card
from tgbot.table.people.breaks import come_back, stay_away, step_away
from tgbot.table.people.comings import Items
from tgbot.table.people.places import refuse_wish
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Lap, Table

_WHOLE_TABLE: Final = frozenset({"tisch", "table"})


def pause(table: Table, who: Person | None, rest: str, moment: Moment) -> Decision:
    """Hear `/pause`: of the own seat, or behind it the word for the whole table."""
    if not table.running:
        return refuse_wish(table, who, Refusal.NOT_STARTED, moment)
    if rest.strip().lower() in _WHOLE_TABLE:
        return _ask_to_pause(table, who, moment)
    if who is None:
        return refuse_wish(table, who, Refusal.NOT_SEATED, moment)
    decision = step_away(table, who, moment)
    return refuse_wish(table, who, decision, moment) if isinstance(decision, Refusal) else decision


def _ask_to_pause(table: Table, who: Person | None, moment: Moment) -> Decision:
    """Stop the table for the host, or an anonymous admin (None); of others it is asked whether they are admins."""
    if who is None or is_host(table, who):
        return _stopped(table, who, moment)
    return ask(table.knowing(who), Purpose.PAUSE, who)


def pause_if_admin(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Stop the table for an admin, unless that game is over meanwhile; others are told what they can do."""
    if not table.running or inquiry.game != table.games:
        return Decision(table=table)
    if finding is Finding.YES:
        return _stopped(table, inquiry.who, moment)
    return denied(table, finding, PauseNotAllowed(inquiry.who.id), moment)


def _stopped(table: Table, who: Person | None, moment: Moment) -> Decision:
    if table.paused:
        return Decision(table=table, dirty=(Card(),))
    known = table if who is None else table.knowing(who)
    stopped = replace(known, paused=True, asleep=False, lap=Lap(), moved_at=moment.now)
    return Decision(table=stopped, items=(TablePaused(None if who is None else who.id),))


def press_pause(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Do what a button about a pause says: be back, stay away, or go on with the whole table."""
    match tap.action:
        case Action.COME_BACK:
            return come_back(table, who, moment)
        case Action.STAY_AWAY:
            return stay_away(table, who)
        case _:
            return _wake(table, who)


def halted(before: Table, after: Table, told: Items, moment: Moment) -> Table:
    """Have the card sent anew when the table pauses or goes on; soon after such a one, and untold, it is rewritten."""
    soon = moment.now - before.halted_at < moment.timing.repost
    if before.paused == after.paused or (soon and not any(isinstance(item, TablePaused) for item in told)):
        return after
    return replace(after, halts=after.halts + 1, halted_at=moment.now)


def _wake(table: Table, who: Person) -> Decision:
    """Go on at the same turn; whoever sits there may say so."""
    if not (table.asleep or table.paused):
        return refused(table, Barred.NOT_ASLEEP)
    if who.id not in seated(table.game):
        return refused(table, Refusal.NOT_SEATED)
    awake = replace(table, asleep=False, paused=False, lap=Lap())
    return Decision(table=awake, reply=Told(Note.WOKEN, table.language), actor=who)
