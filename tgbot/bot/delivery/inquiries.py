"""Facts only Telegram knows: asked behind the commit, answered to who pressed the button."""

import asyncio
from typing import Final

from tgbot.bot.delivery.visit import Visit
from tgbot.bot.replies import Answer, answer_to
from tgbot.bot.standing import Standing, finding
from tgbot.game.seats import PlayerId
from tgbot.table.intents.inquiry import Finding, Informed, Inquiry, Purpose
from tgbot.table.news.surfaces import Card

# Together at most 8 s, while the presser still looks at his button.
_ASKING: Final = 5.0
_ANSWERING: Final = 3.0


async def inquire(visit: Visit) -> None:
    """Find out what the table wants to know. The service takes an answer that comes twice only once.

    Of one person Telegram is asked once, however much he has wished for: the others' cards wait for it.
    """
    standings: dict[PlayerId, Standing] = {}
    for inquiry in visit.pending.inquiries:
        if visit.halt.is_set():
            return
        if inquiry.purpose is Purpose.THREAD:
            continue
        who = inquiry.who.id
        if who not in standings:
            standings[who] = await _standing(visit, who)
        await _tell(visit, inquiry, finding(standings[who], inquiry.purpose))


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


async def _standing(visit: Visit, who: PlayerId) -> Standing:
    try:
        async with asyncio.timeout(_ASKING):
            return await visit.tools.gateway.standing(visit.chat, who)
    except TimeoutError:
        return Standing.UNKNOWN


async def _answer(visit: Visit, answer: Answer) -> None:
    try:
        async with asyncio.timeout(_ANSWERING):
            await visit.tools.gateway.answer(answer)
    except TimeoutError:
        return  # he has looked away by now, and what he asked for is done
