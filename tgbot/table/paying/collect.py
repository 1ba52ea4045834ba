"""The second half of a decision in which somebody pays: it knows the payers' own settings, and draws tasks and dice.

A decision leaves raw debts; here sips are booked at once, the task whose turn it is is drawn, and the opener of the next
round throws as soon as nothing is owed. What a player has chosen for himself decides how his units are booked, and
nothing else that leaves the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tgbot.game.rules.payment import Payment
from tgbot.game.seats import PlayerId
from tgbot.table.books.books import paid, settled
from tgbot.table.decisions.decision import Decision, Moment, open_round
from tgbot.table.news.paying import BagReshuffled, FairplayTold, NoTaskFits, WaterRound
from tgbot.table.news.surfaces import PrivateBill
from tgbot.table.paying.drawing import draw
from tgbot.table.ports.effects import Charged
from tgbot.table.state.debts import Bill, Debt, open_debt
from tgbot.table.state.evening import Form
from tgbot.table.state.purse import Purse, Wish
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table
from tgbot.table.state.terms import sips_are_played

_UNPAID = (Form.COUNTED, Form.POSTPONED)


@dataclass(frozen=True, slots=True)
class Purses:
    """What the people at a table have chosen for themselves, as read for one decision."""

    by_player: Mapping[PlayerId, Purse]

    def of(self, player: PlayerId) -> Purse:
        """Return a player's purse; an empty one for whoever has chosen nothing."""
        return self.by_player.get(player, Purse())

    @property
    def wishes(self) -> frozenset[Wish]:
        """All wishes together: the strictest holds for everybody."""
        return frozenset(wish for purse in self.by_player.values() for wish in purse.wishes)


def payers(table: Table) -> tuple[PlayerId, ...]:
    """Name whose purses a decision needs before it is complete; nobody's if nothing is left to book or to draw."""
    if _to_draw(table) is None and all(debt.payment is not Payment.SIPS for debt in table.debts):
        return ()
    return tuple(dict.fromkeys((*seated(table.game), *(debt.player for debt in table.debts))))


def collect(before: Table, decision: Decision, purses: Purses, moment: Moment) -> Decision:
    """Complete a decision: book the sips, draw the task whose turn it is, or else let the next round begin.

    `before` is the table as it was: what has been paid since counts towards the water round.
    """
    for debt in decision.table.debts:
        if debt.payment is Payment.SIPS:
            decision = _drink(decision, debt, purses.of(debt.player), moment)
    while (waiting := _to_draw(decision.table)) is not None:
        decision = _task(decision, waiting, purses.wishes, moment)
    return open_round(_water(before, decision, moment), moment)


def _to_draw(table: Table) -> Debt | None:
    debt = open_debt(table.game, table.debts)
    return debt if debt is not None and debt.payment is Payment.TASKS and not debt.task else None


def _drink(decision: Decision, debt: Debt, purse: Purse, moment: Moment) -> Decision:
    each = decision.table.paying.sips
    allowed = debt.units if (left := _remaining(decision, debt, purse, moment)) is None else left // each
    sips = 0 if Wish.SOBER in purse.wishes else min(debt.units, allowed)
    soft = debt.units - sips
    table = paid(decision.table, debt.player, Form.SIPS, sips, moment.now)
    table = settled(table, replace(debt, units=soft), Form.SOFT, moment.now)
    bill = Bill(debt.player, debt.number, sips * each, soft * each)
    billed = _billed(replace(decision, table=table), bill)
    return replace(
        billed,
        effects=(*decision.effects, Charged(debt.player, debt.number, debt.units * each, table.paying.coin)),
    )


def _billed(decision: Decision, bill: Bill) -> Decision:
    others = tuple(known for known in decision.table.bills if known.player != bill.player)
    table = replace(decision.table, bills=(*others, bill))
    return replace(decision, table=table, dirty=(*decision.dirty, PrivateBill(bill.player)))


def _mannerly(decision: Decision) -> Decision:
    """Tell the table's manners if sips came in after its game had begun."""
    if decision.table.fairplay:
        return decision
    return replace(decision, table=replace(decision.table, fairplay=True)).telling(FairplayTold())


def _remaining(decision: Decision, debt: Debt, purse: Purse, moment: Moment) -> int | None:
    """Tell what is left of the limit, after what this very commit has already charged; it is about drinks alone."""
    left = purse.remaining(moment.now) if purse.drinks(decision.table.paying.coin) else None
    charged = (effect for effect in decision.effects if isinstance(effect, Charged) and effect.player == debt.player)
    return None if left is None else max(0, left - sum(effect.sips for effect in charged))


def _water(before: Table, decision: Decision, moment: Moment) -> Decision:
    """Count towards the table's water round where sips are played, and call it."""
    table, units = decision.table, _paid_units(decision.table) - _paid_units(before)
    if table.evening is None or table.game is None or units <= 0:
        return decision
    if not sips_are_played(table.game.rules.payment, table.paying, moment.decks):
        return decision
    since, after = table.evening.since_water + units, table.paying.water_after
    due = bool(after) and since >= after
    counted = replace(table, evening=replace(table.evening, since_water=0 if due else since))
    decision = replace(decision, table=counted)
    return decision.telling(WaterRound()) if due else decision


def _paid_units(table: Table) -> int:
    """Add up what has been paid tonight beside the count, in whatever form."""
    scores = () if table.evening is None else table.evening.scores
    return sum(units for score in scores for form, units in score.paid if form not in _UNPAID)


def _task(decision: Decision, debt: Debt, wishes: frozenset[Wish], moment: Moment) -> Decision:
    drawn = draw(decision.table, wishes, moment)
    if drawn is None:
        table = settled(decision.table, debt, Form.NEUTRAL, moment.now)
        return replace(decision, table=table).telling(NoTaskFits(debt.player))
    table = drawn.table
    given = replace(debt, task=drawn.task, text=drawn.text)
    debts = tuple(given if known.number == debt.number else known for known in table.debts)
    decision = replace(decision, table=replace(table, debts=debts))
    if drawn.sip:  # how it goes without is told to every payer, so it tells nothing of anybody's limit
        decision = _mannerly(_billed(decision, Bill(debt.player, debt.number, 0, 0, drawn.task)))
    return decision.telling(BagReshuffled()) if drawn.reshuffled else decision
