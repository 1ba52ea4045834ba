"""A group that takes nothing: tried again once somebody has pressed a button there, and not before that is due."""

from tgbot.bot.delivery.visit import Pause, Visit
from tgbot.table.chats.doors import tries_at
from tgbot.table.intents.inward import ProbeDue


async def try_again(visit: Visit) -> None:
    """Have the table try to write, if somebody wished for it and the time has come."""
    wait = next_try(visit)
    if wait is not None and not wait.seconds:
        visit.acted()
        await visit.tools.service.handle(ProbeDue(visit.pending.table.id))


def next_try(visit: Visit) -> Pause | None:
    """Tell how long it is until then; None: nobody wishes for it."""
    at = tries_at(visit.pending.table, visit.tools.timing)
    return None if at is None else Pause(max(0, at - visit.now) / 1000)
