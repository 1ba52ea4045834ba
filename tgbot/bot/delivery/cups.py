"""Private cups: before the card that announces the turn, and only where the door is not known to be shut.

Each is brought by an errand to its player's private chat.
"""

from dataclasses import dataclass, replace

from tgbot.bot.delivery.digest import digest
from tgbot.bot.delivery.visit import Pause, Visit
from tgbot.bot.outcomes import ChatClosed, Done, DoorClosed, Failure, ForLater, Gone, Sent
from tgbot.game.seats import PlayerId
from tgbot.phrases import cup
from tgbot.phrases.message import Message
from tgbot.table.anchors import cup_anchor
from tgbot.table.identity import Reach
from tgbot.table.intents.inward import CupArrived, CupRefused
from tgbot.table.news.surfaces import PrivateCup
from tgbot.table.ports.outbox import Shown


@dataclass(frozen=True, slots=True)
class _Cup:
    surface: PrivateCup
    mark: int
    shown: Shown | None
    anchor: str | None

    @property
    def player(self) -> PlayerId:
        return self.surface.player


def rollers(visit: Visit) -> list[PlayerId]:
    """List who is to be shown a roll."""
    dirty = [surface.player for surface in visit.pending.dirty if isinstance(surface, PrivateCup)]
    return [player for player in dirty if cup_anchor(visit.pending.table, player) is not None]


async def show_cup(visit: Visit, chat: int) -> Pause | None:
    """Show a new roll to its roller."""
    held = _dirty(visit, chat)
    return None if held is None or held.anchor is None else await _show(visit, held)


async def close_cup(visit: Visit, chat: int) -> Pause | None:
    """Turn a cup whose dice are passed on into a line without buttons. Decoration: waits when the budget is low."""
    left = _dirty(visit, chat)
    return None if left is None or left.anchor is not None else await _close(visit, left)


def _dirty(visit: Visit, chat: int) -> _Cup | None:
    pending, surface = visit.pending, PrivateCup(PlayerId(chat))
    mark = pending.dirty.get(surface)
    if mark is None:
        return None
    return _Cup(surface, mark, pending.shown.get(surface), cup_anchor(pending.table, surface.player))


async def _show(visit: Visit, held: _Cup) -> Pause | None:
    scene = visit.scene(held.player)
    if scene.reach(held.player) is Reach.CLOSED:
        await _note(visit, held, None)
        return None
    message = cup.cup(scene)
    closing = cup.closed_cup(scene).text
    wanted = Shown(held.player, 0, held.anchor or "", digest(message), closing)
    if held.shown is not None and held.shown.anchor == wanted.anchor:
        wanted = replace(wanted, message=held.shown.message)
        if held.shown.digest == wanted.digest:
            await _note(visit, held, wanted)
            return None
    held_back = None if wanted.message else visit.held_back(visit.matter(held.surface, wanted.anchor))
    pause = held_back or await visit.permit(held.player)
    return pause if pause is not None else await _bring(visit, held, wanted, message)


async def _bring(visit: Visit, held: _Cup, wanted: Shown, message: Message) -> Pause | None:
    """Edit the message if there is one for this roll, else (or if it is gone) send one."""
    visit.acted()
    matter = visit.matter(held.surface, wanted.anchor)
    outcome: Sent | Done | Failure = Gone()
    if wanted.message:
        outcome = await visit.tools.gateway.edit(held.player, wanted.message, message)
    if isinstance(outcome, Gone):
        await visit.still_ours()
        quiet = visit.tools.mishaps.perhaps_sent(matter)
        outcome = await visit.tools.gateway.send(held.player, message, silent=quiet)
    if isinstance(outcome, ForLater):
        return await visit.suffer(held.player, outcome, matter)
    match outcome:
        case Sent(message=number):
            await _note(visit, held, replace(wanted, message=number))
            if held.shown is not None and wanted.message:  # it was gone, so it need not be closed
                await visit.tools.outbox.close(visit.lease, visit.pending.table.id, held.shown)
            if visit.scene().reach(held.player) is not Reach.OPEN:
                await visit.tools.service.handle(CupArrived(visit.pending.table.id, held.player))
        case Done():
            await _note(visit, held, wanted)
        case DoorClosed() | ChatClosed():
            gone = isinstance(outcome, DoorClosed) and outcome.gone
            await visit.tools.service.handle(CupRefused(visit.pending.table.id, held.player, gone))
            await _note(visit, held, None)
        case _:  # refused as it is; the card offers the roll in the group
            await _note(visit, held, held.shown)
    return None


async def _close(visit: Visit, left: _Cup) -> Pause | None:
    shown, scene = left.shown, visit.scene(left.player)
    if shown is None:
        await _note(visit, left, None)
        return None
    if scene.reach(left.player) is not Reach.CLOSED:
        pause = await visit.permit(shown.chat, decoration=True)
        if pause is not None:
            return pause
        outcome = await visit.tools.gateway.close(shown.chat, shown.message, cup.closed_cup(scene).text)
        if isinstance(outcome, ForLater):
            return await visit.suffer(shown.chat, outcome, visit.matter(left.surface))
    await _note(visit, left, None)
    await visit.tools.outbox.close(visit.lease, visit.pending.table.id, shown)  # it need not be closed once more
    return None


async def _note(visit: Visit, held: _Cup, shown: Shown | None) -> None:
    await visit.show(held.surface, shown, held.mark)
