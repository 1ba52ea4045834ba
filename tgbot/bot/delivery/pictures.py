"""The picture of an evening: drawn once, sent up once, and from then on sent by the name Telegram gave it."""

import asyncio

from tgbot.bot.delivery.visit import Visit
from tgbot.bot.outcomes import Failure, Gone, Sent
from tgbot.phrases import picture
from tgbot.phrases.message import Message
from tgbot.table.intents.inward import Pictured
from tgbot.table.news.evening import RecapPictured


def recap_caption(visit: Visit, pictured: RecapPictured) -> Message | None:
    """Say what the picture shows; None when the table has forgotten that evening."""
    recap = visit.pending.table.recap
    known = recap is not None and recap.number == pictured.evening
    return Message(picture.caption(visit.scene(), recap)) if known and recap is not None else None


async def send_picture(visit: Visit, caption: Message) -> Sent | Failure:
    """Send the picture of the table's last evening, and note what Telegram calls it."""
    recap = visit.pending.table.recap
    assert recap is not None
    if recap.photo:
        outcome = await visit.send_photo(recap.photo, caption.text)
        if not isinstance(outcome, Gone):
            return outcome
    # Drawing takes a while, and others' games must not wait for it.
    drawn = await asyncio.to_thread(picture.draw, visit.scene(), recap)
    outcome = await visit.send_photo(drawn, caption.text)
    if isinstance(outcome, Sent) and outcome.photo:
        await visit.tools.service.handle(Pictured(visit.pending.table.id, recap.number, outcome.photo))
    return outcome
