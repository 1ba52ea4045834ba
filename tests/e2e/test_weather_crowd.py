"""Very many updates at once while Telegram takes its time: what found no free connection is sent later, and once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from telegram.request import BaseRequest, RequestData

from tests.e2e.stage import Stage, evening
from tests.e2e.weather import asked
from tests.telegram_client import Person
from tgbot.bot import client
from tgbot.bot.request import AiohttpRequest, NotReached

pytestmark = pytest.mark.redis

PEOPLE, MESSAGES, PRESSES = 60, 2, 3
CONNECTIONS = 8
LONG = 2.0
"""Seconds that as many messages take as there are connections: long enough for any machine to want one more meanwhile."""


class _Narrow(AiohttpRequest):
    """Few connections, and little patience to wait for a free one; counts who waited in vain."""

    __slots__ = ()
    in_vain = 0

    def __init__(self, *, answer: float = 5.0, **_: Any) -> None:
        super().__init__(connections=CONNECTIONS, connect=0.3, answer=answer)

    async def do_request(  # type: ignore[override]
        self, url: str, method: str, request_data: RequestData | None = None, **timeouts: Any
    ) -> tuple[int, bytes]:
        try:
            return await super().do_request(url, method, request_data, **_usual(timeouts))
        except NotReached:
            _Narrow.in_vain += 1
            raise


def _usual(timeouts: dict[str, Any]) -> dict[str, Any]:
    return timeouts | {"connect_timeout": BaseRequest.DEFAULT_NONE}


async def test_three_hundred_updates_at_once_lose_no_move_and_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F62: everybody gets each of his answers once, and the game goes on meanwhile."""
    monkeypatch.setattr(client, "AiohttpRequest", _Narrow)
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        crowd = [await on.tg.user(f"Gast {number}") for number in range(PEOPLE)]
        for who in crowd:
            await on.tg.member(on.group, who, "member")
        await on.tg.fault("delay", "sendMessage", times=CONNECTIONS, seconds=LONG)
        seen = (await on.shown())[-1].id
        await asyncio.gather(*(_asks(on, who, seen) for who in crowd))
        assert "neu gewürfelt" in await on.tap(bert, "Glauben")
        await on.announce(bert, "54")
        card = await on.turn(clara, "Glauben")
        await on.tg.until(lambda: _enough(on, crowd), "everybody's answers")
        assert _Narrow.in_vain
        await on.tg.quiet()
        assert [_answers(on, who) for who in crowd] == [MESSAGES] * PEOPLE
        assert [message.id for message in await on.shown() if "54" in message.text] == [card.id]


async def _asks(on: Stage, who: Person, card: int) -> None:
    for _ in range(MESSAGES):
        await on.tg.say(who, who, "/hilfe")
    for _ in range(PRESSES):
        await on.tg.press(who, on.group, "Glauben", card)


def _answers(on: Stage, who: Person) -> int:
    """Count what the bot has said to somebody, without asking for each word of it."""
    said = on.telegram.world.chats[who.id].messages.values()
    return sum(message.sender == on.telegram.world.bot.id for message in said)


async def _enough(on: Stage, crowd: list[Person]) -> bool | None:
    return True if all(_answers(on, who) >= MESSAGES for who in crowd) else None
