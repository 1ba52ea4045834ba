"""Debts come out of a payment and go into the evening's books, unit by unit (`design.md` §6, invariant 7)."""

from collections.abc import Iterable
from dataclasses import replace

from tgbot.game.events import Event, GameEnded, Paid, SeatLeft
from tgbot.game.rules.payment import Payment
from tgbot.game.seats import PlayerId
from tgbot.game.state import Over
from tgbot.table.books.ledger import begun, pay
from tgbot.table.state.debts import Debt
from tgbot.table.state.evening import Form
from tgbot.table.state.table import Table


def booked(table: Table, events: Iterable[Event], now: int) -> Table:
    """Take in what has just been paid, and put off what somebody who left, or a stopped game, still owed."""
    for event in events:
        match event:
            case Paid(player=player, units=units):
                table = _owed(table, player, units, now)
            case SeatLeft(player=player):
                table = excused(table, player, now)
            case GameEnded(stopped=stopped):
                table = _noting_who_fled(postponed(table, table.debts, now) if stopped else table)
            case _:
                continue
    return table


def settled(table: Table, debt: Debt, form: Form, now: int) -> Table:
    """Book a debt as paid in this form."""
    rest = tuple(known for known in table.debts if known.number != debt.number)
    return replace(paid(table, debt.player, form, debt.units, now), debts=rest)


def paid(table: Table, player: PlayerId, form: Form, units: int, now: int) -> Table:
    """Book units in the evening's books."""
    table = with_evening(table, now)
    assert table.evening is not None
    return replace(table, evening=pay(table.evening, player, form, units))


def with_evening(table: Table, now: int) -> Table:
    """Begin an evening where none is running."""
    if table.evening is not None:
        return table
    number = table.evenings + 1
    return replace(table, evening=begun(number, now), evenings=number)


def postponed(table: Table, debts: Iterable[Debt], now: int) -> Table:
    """Book debts as put off: nobody was there to pay them."""
    for debt in debts:
        table = settled(table, debt, Form.POSTPONED, now)
    return table


def excused(table: Table, player: PlayerId, now: int) -> Table:
    """Put off what somebody owes who is no longer there."""
    return postponed(table, [debt for debt in table.debts if debt.player == player], now)


def paid_up(table: Table, players: Iterable[PlayerId]) -> Table:
    """Forget that these left an earlier game while liable: they have paid for it."""
    return replace(table, fled=tuple(player for player in table.fled if player not in set(players)))


def _noting_who_fled(table: Table) -> Table:
    """Remember beyond its game who left it while liable: coming back the same evening costs him a unit."""
    seats = table.game.seats if isinstance(table.game, Over) else ()
    fled = (seat.player for seat in seats if seat.liable)
    return replace(table, fled=tuple(dict.fromkeys((*table.fled, *fled))))


def chosen(table: Table, debt: Debt, payment: Payment) -> Table:
    """Let the payer of a mixed debt choose. Tasks come one for each unit."""
    parts = _parts(replace(debt, payment=payment), table.debts_made)
    rest = tuple(known for known in table.debts if known.number != debt.number)
    return replace(table, debts=(*parts, *rest), debts_made=table.debts_made + len(parts))


def changed(table: Table, debt: Debt) -> Table:
    """Put a debt in the place of the one with its number."""
    return replace(table, debts=tuple(debt if known.number == debt.number else known for known in table.debts))


def _owed(table: Table, player: PlayerId, units: int, now: int) -> Table:
    payment = Payment.NONE if table.game is None else table.game.rules.payment
    if payment is Payment.NONE:
        return paid(table, player, Form.COUNTED, units, now)
    parts = _parts(Debt(number=0, player=player, units=units, payment=payment), table.debts_made)
    return replace(table, debts=(*table.debts, *parts), debts_made=table.debts_made + len(parts))


def _parts(debt: Debt, made: int) -> tuple[Debt, ...]:
    """Give a debt new numbers; a debt in tasks is as many debts as units, for one task is one unit."""
    if debt.payment is not Payment.TASKS:
        return (replace(debt, number=made + 1),)
    return tuple(replace(debt, number=made + part, units=1) for part in range(1, debt.units + 1))
