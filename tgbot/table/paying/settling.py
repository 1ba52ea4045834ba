"""The buttons under a debt: Erledigt, Andere Aufgabe, Lieber nicht for the payer; applause and thumbs down for the others.

Nothing is judged and nothing is told: whichever way a debt is settled, the next round begins.
"""

from dataclasses import replace

from tgbot.game.refusals import Refusal
from tgbot.game.rules.payment import Payment
from tgbot.table.books.books import changed, chosen, postponed, settled
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.identity import Person
from tgbot.table.intents.taps import Tap
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.paying.drawing import asks_for_a_sip
from tgbot.table.ports.effects import Charged
from tgbot.table.state.debts import Debt, Settling, open_debt
from tgbot.table.state.evening import Form
from tgbot.table.state.seats import including, seated
from tgbot.table.state.table import Table

_BY_OTHERS = (Settling.CLAP, Settling.BAN, Settling.KEEP)


def press_debt(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Settle, swap, applaud. Authority comes from the debt and the seat, never from the button."""
    debt = open_debt(table.game, table.debts)
    if table.paused:
        return refused(table, Barred.PAUSED)
    if debt is None or tap.step != debt.number or tap.game != table.games:
        return refused(table, Barred.OLD_DEBT)
    settling = next((known for known in Settling if known.value == tap.detail), None)
    if settling is None:
        return refused(table, Barred.NO_SUCH_BUTTON)
    table = table.knowing(who) if table.member(who.id) else table
    if settling in _BY_OTHERS:
        return _from_the_others(table, debt, who, settling)
    if debt.player != who.id:
        return refused(table, Barred.NOT_YOUR_DEBT)
    decision = _by_payer(table, debt, settling, moment)
    return replace(decision, actor=who)


def put_off(table: Table, moment: Moment) -> Decision:
    """Book everything that is owed as postponed, without a word: the others want to play on."""
    return Decision(table=postponed(table, table.debts, moment.now))


def _from_the_others(table: Table, debt: Debt, who: Person, settling: Settling) -> Decision:
    if who.id == debt.player:
        return refused(table, Barred.OWN_DEBT)
    if who.id not in seated(table.game):
        return refused(table, Refusal.NOT_SEATED)
    if debt.payment is not Payment.TASKS:
        return refused(table, Barred.NO_SUCH_BUTTON)
    if settling is Settling.BAN:
        banned = replace(table, box=table.box.banning(debt.task))
        return Decision(table=banned, reply=Told(Note.BANNED, table.language))
    if settling is Settling.KEEP:
        kept = replace(table, box=table.box.allowing(debt.task))
        return Decision(table=kept, reply=Told(Note.TASK_BACK, table.language))
    applauded = changed(table, replace(debt, claps=including(debt.claps, who.id)))
    return Decision(table=applauded, reply=Told(Note.CLAPPED, table.language))


def _by_payer(table: Table, debt: Debt, settling: Settling, moment: Moment) -> Decision:
    if (debt.payment is Payment.MIXED) != (settling in (Settling.TASK, Settling.SIPS)):
        return refused(table, Barred.NO_SUCH_BUTTON)
    match settling:
        case Settling.TASK:
            return _done(chosen(table, debt, Payment.TASKS), Note.DONE)
        case Settling.SIPS:
            return _done(chosen(table, debt, Payment.SIPS), Note.PAID)
        case Settling.OTHER if debt.swapped:
            return refused(table, Barred.SWAPPED)
        case Settling.OTHER:
            return _done(changed(table, replace(debt, task="", text="", swapped=True, claps=())), Note.SWAPPED)
        case Settling.SKIP:
            instead = Told(Note.DECLINED, table.language, equal=table.paying.equal)
            return Decision(table=settled(table, debt, Form.NEUTRAL, moment.now), reply=instead)
        case _:
            done = _done(settled(table, debt, Form.TASK, moment.now), Note.PAID)
            charged = Charged(debt.player, debt.number, debt.units * table.paying.sips)
            return replace(done, effects=(charged,)) if asks_for_a_sip(debt, moment) else done


def _done(table: Table, note: Note) -> Decision:
    return Decision(table=table, reply=Told(note, table.language))
