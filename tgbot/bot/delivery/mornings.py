"""The button under a recap: it shows whether the recap comes again. What stands above it stays as it was sent."""

from tgbot.bot.delivery.visit import WHILE_CLOSED, Pause, Visit
from tgbot.bot.outcomes import Done, Hopeless
from tgbot.phrases.recap import recap_buttons
from tgbot.table.news.surfaces import RecapButton


async def label_recaps(visit: Visit) -> Pause | None:
    """Bring the pressed buttons in line. Nobody waits for that: the press was answered."""
    for button in visit.pending.dirty:
        pause = await _label(visit, button) if isinstance(button, RecapButton) else None
        if pause is not None:
            return pause
    return None


async def _label(visit: Visit, button: RecapButton) -> Pause | None:
    if visit.closed:
        return Pause(WHILE_CLOSED)
    pause = await visit.permit(visit.chat, decoration=True)
    if pause is not None:
        return pause
    visit.acted()
    table = visit.pending.table
    keyboard = recap_buttons(visit.scene(), table.recap, button.message)
    outcome = await visit.tools.gateway.relabel(visit.chat, button.message, keyboard)
    if not isinstance(outcome, Done | Hopeless):
        return await visit.suffer(visit.chat, outcome, visit.matter(button))
    # What it shows now is not noted: nothing rests on it, and the next tap writes it anew.
    await visit.show(button, None, visit.pending.dirty[button])
    return None
