"""Facts only Telegram knows: asked behind the commit, answered to who pressed the button."""

import asyncio
from typing import Final

from tgbot.bot.delivery.visit import Visit
from tgbot.bot.replies import Answer, answer_to
from tgbot.bot.standing import Standing, finding
from tgbot.table.intents.inquiry import Finding, Informed, Inquiry, Purpose
from tgbot.table.news.surfaces import Card

# Together at most 8 s, while the presser still looks at his button.
_ASKING: Final = 5.0
_ANSWERING: Final = 3.0


async def inquire(visit: Visit) -> None:
    """Find out what the table wants to know. The service takes an answer that comes twice only once."""
    for inquiry in visit.pending.inquiries:
        if not visit.halt.is_set() and inquiry.purpose is not Purpose.THREAD:
            await _tell(visit, inquiry, finding(await _standing(visit, inquiry), inquiry.purpose))


async def find_topic(visit: Visit) -> None:
    """Tell whether the table's topic is there, once the card has been sent to it, or cannot be."""
    sought = [inquiry for inquiry in visit.pending.inquiries if inquiry.purpose is Purpose.THREAD]
    if Card() in visit.pending.dirty and not visit.closed:
        return
    found = Finding.NO if visit.pending.table.adrift else Finding.UNKNOWN if visit.closed else Finding.YES
    for inquiry in sought:
        await _tell(visit, inquiry, found)


async def _tell(visit: Visit, inquiry: Inquiry, found: Finding) -> None:
    table = visit.pending.table.id
    visit.acted()
    reply = await visit.tools.service.handle(Informed(table, inquiry, found))
    if inquiry.query is not None:
        await _answer(visit, answer_to(inquiry.query, reply) or Answer(inquiry.query))
    await visit.tools.outbox.answered(visit.lease, table, inquiry)


async def _standing(visit: Visit, inquiry: Inquiry) -> Standing:
    try:
        async with asyncio.timeout(_ASKING):
            return await visit.tools.gateway.standing(visit.chat, inquiry.who.id)
    except TimeoutError:
        return Standing.UNKNOWN


async def _answer(visit: Visit, answer: Answer) -> None:
    try:
        async with asyncio.timeout(_ANSWERING):
            await visit.tools.gateway.answer(answer)
    except TimeoutError:
        return  # he has looked away by now, and what he asked for is done
