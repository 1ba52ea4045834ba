"""Forgetting a user who wants to be forgotten: first at every table that knows him, in the end at his own desk."""

from tgbot.bot.delivery.visit import Visit
from tgbot.game.seats import PlayerId
from tgbot.table.intents.inward import Forget
from tgbot.table.ports.effects import Forgotten


async def forget_at_tables(visit: Visit, player: PlayerId) -> None:
    """Have every table forget him. The order for it stays until his desk is gone, so a worker that dies begins again."""
    for table in await visit.tools.users.known_at(player):
        await visit.tools.service.handle(Forget(table, player))
        await visit.tools.users.scrub(table, player)


async def say_farewell(visit: Visit) -> None:
    """Delete the desk and all else that is his alone, once he was told that it will happen."""
    leaving = next((effect.player for effect in visit.pending.effects if isinstance(effect, Forgotten)), None)
    if leaving is not None and not visit.pending.posts:
        visit.acted()
        await visit.tools.users.erase(leaving)
