"""Bills: what a payer's units come to in his own currency, told in his private chat. His purse is read only here."""

from dataclasses import dataclass, replace

from tgbot.bot.delivery.visit import Pause, Visit
from tgbot.bot.outcomes import ChatClosed, DoorClosed, ForLater, Sent
from tgbot.game.seats import PlayerId
from tgbot.phrases.bill import bill
from tgbot.phrases.message import Message
from tgbot.table.identity import Reach
from tgbot.table.intents.inward import CupArrived, CupRefused
from tgbot.table.news.surfaces import PrivateBill
from tgbot.table.ports.outbox import Shown


@dataclass(frozen=True, slots=True)
class _Due:
    surface: PrivateBill
    mark: int


async def send_bill(visit: Visit, chat: int) -> Pause | None:
    """Send somebody's new bill, if there is one."""
    surface = PrivateBill(PlayerId(chat))
    mark = visit.pending.dirty.get(surface)
    return None if mark is None else await _send(visit, _Due(surface, mark))


async def _send(visit: Visit, due: _Due) -> Pause | None:
    player, shown = due.surface.player, visit.pending.shown.get(due.surface)
    scene = await visit.own_scene(player)
    message = bill(scene)
    anchor = "" if scene.bill is None else f"bill.{scene.bill.number}{scene.bill.task}"
    told = shown is not None and shown.anchor == anchor
    if message is None or told or scene.reach(player) is Reach.CLOSED:
        await _note(visit, due, shown)
        return None
    pause = visit.held_back(visit.matter(due.surface, anchor)) or await visit.permit(player)
    # No digest: not even a fingerprint of what he pays stands beside the table.
    return pause if pause is not None else await _bring(visit, due, Shown(player, 0, anchor, ""), message)


async def _bring(visit: Visit, due: _Due, wanted: Shown, message: Message) -> Pause | None:
    visit.acted()
    table, player = visit.pending.table.id, due.surface.player
    matter = visit.matter(due.surface, wanted.anchor)
    outcome = await visit.tools.gateway.send(player, message, silent=visit.tools.mishaps.perhaps_sent(matter))
    if isinstance(outcome, ForLater):
        return await visit.suffer(player, outcome, matter)
    match outcome:
        case Sent(message=number):
            await _note(visit, due, replace(wanted, message=number))
            if visit.scene().reach(player) is not Reach.OPEN:
                await visit.tools.service.handle(CupArrived(table, player))
        case DoorClosed() | ChatClosed():
            gone = isinstance(outcome, DoorClosed) and outcome.gone
            await visit.tools.service.handle(CupRefused(table, player, gone))
            await _note(visit, due, None)
        case _:  # refused as it is; the group has been told that he pays
            await _note(visit, due, None)
    return None


async def _note(visit: Visit, due: _Due, shown: Shown | None) -> None:
    await visit.show(due.surface, shown, due.mark)
