"""The card: rewritten while its turn lasts, sent anew at the bottom when the turn passes on."""

from dataclasses import replace

from tgbot.bot.delivery.digest import digest
from tgbot.bot.delivery.mishaps import Matter
from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.outcomes import Done, Failure, Gone, Hopeless, Sent
from tgbot.game.state import Over
from tgbot.phrases import card
from tgbot.phrases.message import Message
from tgbot.table.anchors import card_anchor, card_moment, turn_of
from tgbot.table.clock.clockwork import turn_deadlines
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.outbox import LeaseLost, Pending, Shown
from tgbot.table.state.debts import open_debt


async def show_card(visit: Visit) -> Pause | None:
    """Bring the card in line with the table. The clock of a turn starts when its card is there."""
    pending = visit.pending
    if Card() not in pending.dirty:
        return None
    if _nothing_to_do(visit):
        await _note(visit, None)  # what was shown last becomes its closing line
        return None
    if visit.closed:
        return Pause(WHILE_CLOSED)
    message = card.card(visit.scene(), pending.lost)
    closing, moment = card.closing(visit.scene()), card_moment(pending.table)
    wanted = Shown(visit.chat, 0, card_anchor(pending.table), digest(message), closing, moment)
    shown = pending.shown.get(Card())
    if shown is not None and (shown.chat, shown.anchor) == (wanted.chat, wanted.anchor):
        return await _rewrite(visit, shown, wanted, message)
    return await _send_anew(visit, wanted, message)


def card_is_owed(pending: Pending) -> bool:
    """Whether the card of this turn is still to come. A reminder or a repost is owed to nobody: its turn has been shown."""
    table, shown = pending.table, pending.shown.get(Card())
    if Card() not in pending.dirty or table.muted_since is not None:
        return False
    turn, moment = turn_of(card_anchor(table)), card_moment(table)
    return shown is None or (shown.chat, turn_of(shown.anchor), shown.moment) != (table.chat, turn, moment)


def _nothing_to_do(visit: Visit) -> bool:
    """Whether nobody has to act. A finished game is told by its post, which has the button for the next one too."""
    table = visit.pending.table
    if table.game is None:
        return True
    if not isinstance(table.game, Over) or open_debt(table.game, table.debts) is not None:
        return False
    return not card.repeats(visit.scene(), visit.pending.lost)


async def _rewrite(visit: Visit, shown: Shown, wanted: Shown, message: Message) -> Pause | None:
    wanted = replace(wanted, message=shown.message)
    if shown.digest == wanted.digest:
        await _show(visit, wanted)
        return None
    unhurried = shown.moment == wanted.moment and not visit.pending.lost
    pause = await visit.permit(shown.chat, decoration=unhurried)
    if pause is not None:
        return pause
    visit.acted()
    outcome = await visit.tools.gateway.edit(shown.chat, shown.message, message)
    match outcome:
        case Done():
            await _show(visit, wanted)
            return None
        case Gone():
            pause = await _send_anew(visit, wanted, message)
            if pause is None:  # what is gone need not be closed
                await visit.tools.outbox.close(visit.lease, visit.pending.table.id, shown)
            return pause
        case _:
            return await _failed(visit, outcome, wanted)


async def _send_anew(visit: Visit, wanted: Shown, message: Message) -> Pause | None:
    matter = _matter(visit, wanted)
    pause = visit.held_back(matter) or await visit.permit(visit.chat)
    if pause is not None:
        return pause
    outcome = await visit.send(message, silent=visit.tools.mishaps.perhaps_sent(matter))
    if not isinstance(outcome, Sent):
        # Perhaps it stands there all the same. Then two cards do, and their buttons are worth the same.
        return await _failed(visit, outcome, wanted)
    _measure(visit, wanted)
    await _show(visit, replace(wanted, message=outcome.message))
    return None


def _matter(visit: Visit, wanted: Shown) -> Matter:
    # A card that asks for something else is another one: it comes at once.
    return visit.matter(Card(), f"{wanted.anchor} {wanted.moment}")


def _measure(visit: Visit, wanted: Shown) -> None:
    """Tell how long the move took to show. A reminder or a repost shows a turn that had been shown before."""
    shown = visit.pending.shown.get(Card())
    if shown is None or turn_of(shown.anchor) != turn_of(wanted.anchor):
        visit.tools.meter.lag(max(0, visit.now - visit.pending.table.moved_at) / 1000)


async def _failed(visit: Visit, failure: Failure, wanted: Shown) -> Pause | None:
    if not isinstance(failure, Hopeless):
        return await visit.suffer(visit.chat, failure, _matter(visit, wanted))
    await _note(visit, visit.pending.shown.get(Card()))  # the next change makes another card
    return None


async def _show(visit: Visit, shown: Shown) -> None:
    table = visit.pending.table
    # Armed first: a worker that dies in between shows and arms again, and arming never gives more time.
    try:
        await visit.tools.outbox.arm(visit.lease, table.id, turn_deadlines(table, visit.now, visit.tools.timing))
    except LeaseLost:
        await _note(visit, shown)  # it was perhaps sent after the holder's: the outbox must know, and refuses it
        raise
    await _note(visit, shown)


async def _note(visit: Visit, shown: Shown | None) -> None:
    await visit.show(Card(), shown, visit.pending.dirty[Card()])
