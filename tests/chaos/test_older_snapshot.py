"""A store that comes back one move older (a failover without `WAIT`): no crash, and never two truths (`design.md` §5)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.e2e.stage import Stage, stage
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis

DICE = (4, 2, 3, 1, 6, 1, 5, 5, 5, 5)
"""Anna's 42; Bert's 31, which gets lost; Bert's 61 in its place."""


@dataclass
class Failover:
    """One table's partition as it was before a move, to be put back after it."""

    on: Stage
    redis: Redis
    kept: dict[bytes, bytes] = field(default_factory=dict)

    async def keep(self) -> None:
        """Remember everything of the table's partition but who serves it."""
        found = [(key, await self.redis.dump(key)) for key in await self._keys()]
        self.kept = {key: value for key, value in found if value is not None}

    async def lose(self) -> None:
        """Put it back: whatever came after is gone."""
        for key in await self._keys():
            await self.redis.delete(key)
        for key, value in self.kept.items():
            await self.redis.restore(key, 0, value)

    async def _keys(self) -> list[bytes]:
        partition = keys.partition_of(TableId(self.on.group.id))
        found = [key async for key in self.redis.scan_iter(match=f"mx:{{p{partition}}}:*")]
        return [key for key in found if key.rpartition(b":")[2] not in {b"lease", b"fence", b"beat", b"since"}]


@asynccontextmanager
async def one_move_back(folder: Path) -> AsyncIterator[Stage]:
    """Bert has believed Anna's 42 and seen his 31; then the store knows nothing of it."""
    async with stage(folder) as on:
        await on.bot(ScriptedCup(DICE))
        await on.gather(2)
        anna, bert = on.people
        await on.begin(anna, bert)
        await on.announce(anna, "42")
        await on.turn(bert, "Glauben")
        await on.tg.quiet()
        async with connect(on.store_url, connections=1) as redis:
            failover = Failover(on, redis)
            await failover.keep()
            await on.tap(bert, "Glauben")
            await on.tg.wait_button(bert, "65")
            await on.turn(bert, "Ansagen")
            await on.tg.quiet()
            await failover.lose()
        yield on


async def lost_cup(on: Stage) -> Message:
    """Find Bert's private message with the roll that is no more."""
    return next(message for message in await on.tg.messages(on.people[1]) if "⚂⚀" in message.text)


async def believe_again(on: Stage) -> None:
    """Get the card back with a command, and believe once more."""
    bert = on.people[1]
    await on.tg.say(bert, on.group, "/tisch")
    await on.tap(bert, "Glauben")
    await on.tg.wait_button(bert, "✔ 61")


async def test_the_game_goes_on(tmp_path: Path) -> None:
    """A button from the lost move is refused, the card can be called back, and what is lifted is what was thrown anew."""
    async with one_move_back(tmp_path) as on:
        anna, bert = on.people
        cup = await lost_cup(on)
        refused = await on.tg.answer(await on.tg.press(bert, bert, "65", cup.id))
        assert refused.text
        assert refused.count == 1
        await believe_again(on)
        await on.tg.answer(await on.tg.press(bert, bert, "65"))
        await on.tap(anna, "Aufdecken")

        reveal = await on.tg.wait_for(on.group, "hebt den Becher")
        assert "⚅⚀ 61" in reveal.text
        assert "31" not in reveal.text


async def test_the_table_says_that_it_is_one_move_back(tmp_path: Path) -> None:
    """The first press that belongs to a lost move makes the table say so, and show a card with buttons that work."""
    async with one_move_back(tmp_path) as on:
        bert = on.people[1]
        cup = await lost_cup(on)
        await on.tg.answer(await on.tg.press(bert, bert, "65", cup.id))

        told = await on.tg.wait_for(on.group, "einen Zug zurück")
        card = await on.turn(bert, "Glauben")
        assert card.id > told.id
        await on.press(bert, "Glauben", card.id)
        await on.tg.wait_button(bert, "✔ 61")


async def test_somebody_who_presses_and_presses_is_told_once(tmp_path: Path) -> None:
    """Forged data cannot make the table repeat itself."""
    async with one_move_back(tmp_path) as on:
        bert = on.people[1]
        cup = await lost_cup(on)
        for _ in range(3):
            await on.tg.answer(await on.tg.press(bert, bert, "65", cup.id))
        await on.turn(bert, "Glauben")

        assert len([message for message in await on.shown() if "einen Zug zurück" in message.text]) == 1


async def test_the_lost_roll_cannot_be_announced(tmp_path: Path) -> None:
    """Once the dice are thrown anew, the message with the lost ones is an old button like any other."""
    async with one_move_back(tmp_path) as on:
        anna, bert = on.people
        cup = await lost_cup(on)
        await believe_again(on)
        await on.tg.answer(await on.tg.press(bert, bert, "65", cup.id))

        with pytest.raises(AssertionError, match="Anna's turn"):
            await on.turn(anna, "Aufdecken", within=2)
