"""Groups as Telegram has them: grown, shut, thrown out of, brought back into, with topics that come and go."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.weather import (
    MOST_PRESSES,
    MUTED,
    SILENCED,
    SWEPT,
    SWEPT_AWAY,
    asked,
    greetings,
    refusal,
    told,
    tried,
    unheard,
    until_silent,
)
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Person, Room
from tgbot.demo.delivery.backlog import Update
from tgbot.demo.world.membership import upgrade
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis

ORDERS = ("gone here to from", "here from gone to", "here gone from to", "from to here gone", "to here from gone")
"""The old group says goodbye (gone), the new one welcomes (here), each names the other (to, from)."""


@dataclass(frozen=True)
class Growth:
    """The supergroup, and what Telegram has not told the bot about it yet."""

    room: Room
    news: dict[str, Update]

    async def tell(self, on: Stage, order: str) -> None:
        """Tell it in this order, one after the other."""
        for name in order.split():
            await told(on, self.news[name])


def grow(on: Stage) -> Growth:
    """Let the group become a supergroup, and tell the bot nothing."""
    world = on.telegram.world
    new, news = unheard(on, lambda: upgrade(world, world.chats[on.group.id], by=on.people[0].id))
    return Growth(Room(new.id, on.group.title), dict(zip(("gone", "here", "to", "from"), news, strict=True)))


@pytest.mark.parametrize("order", ORDERS)
async def test_a_group_that_grows_plays_on_in_whatever_order_telegram_tells_it(tmp_path: Path, order: str) -> None:
    """F38, F40: one table, no second hello, and the buttons of the old group still count."""
    async with evening(tmp_path, refused=("upgraded", "not found")) as on:
        anna, bert, clara = await asked(on)
        old, card = on.group, await on.turn(bert, "Glauben")
        believe = str(card.raw["keyboard"][0][0]["callback_data"])
        grown = grow(on)
        await grown.tell(on, order)
        on.group = grown.room
        await on.turn(bert, "Glauben")
        assert "neu gewürfelt" in (await on.tg.answer(await on.tg.forge(bert, old, believe, card.id))).text
        await on.announce(bert, "54")
        await on.tap(clara, "Aufdecken")
        await on.tg.wait_for(on.group, "hebt den Becher")
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")
        assert await greetings(on) == 1


@pytest.mark.parametrize("order", ["here to gone from", "to gone from here"])
async def test_a_refused_send_may_tell_of_the_growth_first(tmp_path: Path, order: str) -> None:
    """F38: the card stands in the new chat once, whatever comes later; who leaves there is gone from the table."""
    async with evening(tmp_path, refused=("upgraded", "not found")) as on:
        _, bert, clara = await asked(on)
        old, card = on.group, await on.turn(bert, "Glauben")
        believe = str(card.raw["keyboard"][0][0]["callback_data"])
        grown = grow(on)
        assert "neu gewürfelt" in (await on.tg.answer(await on.tg.forge(bert, old, believe, card.id))).text
        on.group = grown.room
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")
        await grown.tell(on, order)
        assert "Du bist dran" in (await on.tg.answer(await on.tg.forge(clara, old, believe, card.id))).text
        upgraded = [call for call in await on.refused() if "upgraded" in call]
        assert len(upgraded) == 1
        await on.tg.member(on.group, clara, "left")
        await on.tg.wait_for(on.group, "\u2068Clara\u2069 steigt aus.")
        await on.turn(on.people[0], "Glauben")
        assert await greetings(on) == 1


@pytest.mark.parametrize("how", ["kicked", "left", "deleted"])
async def test_a_group_without_the_bot_is_left_in_peace(tmp_path: Path, how: str) -> None:
    """F41, F42: late presses are answered, nothing is sent, no clock runs, and Telegram's updates are taken at once."""
    async with evening(tmp_path, refused=("kicked", "not a member", "was deleted")) as on:
        _, bert, clara = await asked(on)
        if how == "deleted":
            await on.tg.change_chat(on.group, deleted=True)
            await on.tap(bert, "Glauben")
        else:
            await on.tg.member(on.group, "bot", how, by=on.people[0])
        await on.tg.quiet()
        await until_silent(on, bert)
        before = len(await tried(on, on.group.id))
        for who in (bert, clara, bert):
            assert await on.press(who, "Glauben") == MUTED
        assert await tried(on, on.group.id, before) == []
        assert await clocks(on) == []
        assert {delivery["status"] for delivery in await on.tg.deliveries()} == {200}


async def clocks(on: Stage) -> list[bytes]:
    """List the deadlines that stand in the store for the group."""
    async with connect(on.store_url, connections=1) as redis:
        found = await redis.hkeys(keys.deadlines(keys.partition_of(TableId(on.group.id))))
    return cast("list[bytes]", found)


@pytest.mark.parametrize("mask", ["self", "anonymous"])
async def test_a_bot_brought_back_shows_the_game_and_says_neither_hello_nor_goodbye(tmp_path: Path, mask: str) -> None:
    """F43, F44: the game is shown where it stood, and no button above it opens another."""
    async with evening(tmp_path, refused=("kicked",)) as on:
        anna, bert, _ = await asked(on)
        card = await on.turn(bert, "Glauben")
        before = len(await tried(on, on.group.id))
        by = {"by": 1087968824} if mask == "anonymous" else {"by": anna}
        await on.tg.member(on.group, "bot", "kicked", **by)
        await on.tg.quiet()
        assert await tried(on, on.group.id, before) == []
        await on.tg.member(on.group, "bot", "member", **by)
        fresh = await on.tg.until(lambda: _below(on, bert, card.id), "a fresh card")
        assert "neu gewürfelt" in (await on.tg.answer(await on.tg.press(bert, on.group, "Glauben", fresh))).text
        assert await greetings(on) == 1, "the one of the first evening"


async def _below(on: Stage, who: Person, above: int) -> int | None:
    cards = [message for message in await on.shown() if message.id > above and f"user?id={who.id}" in message.html]
    return cards[-1].id if cards else None


SHUT = (
    (400, "Bad Request: not enough rights to send text messages to the chat", MUTED, SILENCED),
    (400, "Bad Request: CHAT_RESTRICTED", MUTED, SILENCED),
    (400, "Bad Request: TOPIC_CLOSED", MUTED, SILENCED),
    (500, "Internal Server Error: sent message was immediately deleted and can't be returned", SWEPT, SWEPT_AWAY),
)


@pytest.mark.parametrize(("code", "words", "toast", "to_host"), SHUT)
async def test_however_telegram_says_that_the_group_is_shut_the_game_waits_there(
    tmp_path: Path, code: int, words: str, toast: str, to_host: str
) -> None:
    """F45, F49: one try, however much is pressed and typed, a word to the host in private, toasts; then it goes on.

    No right is said to be missing where another bot deletes what is written.
    """
    async with evening(tmp_path, refused=(words,)) as on:
        anna, bert, clara = await asked(on)
        before = len(await tried(on, on.group.id))
        await on.tg.fault("error", chat_id=on.group.id, times=None, error=refusal(code, words))
        await on.tap(bert, "Glauben")
        assert "\u2068Stammtisch Freitag\u2069" in (await on.tg.wait_for(anna, to_host)).text
        await until_silent(on, bert, "Aufdecken", toast)
        for who in (bert, clara, anna):
            assert await on.press(who, "Aufdecken") == toast
            await on.tg.say(who, on.group, "/tisch")
        await on.tg.quiet()
        assert len(await tried(on, on.group.id, before)) == 1
        await on.tg.heal()
        await on.tg.member(on.group, "bot", "administrator")
        await on.turn(bert, "Ansagen")
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")
        assert sum(to_host in message.text for message in await on.tg.messages(anna)) == 1


@pytest.mark.parametrize("how", ["presses", "types"])
async def test_whoever_wishes_too_early_need_not_wish_again(tmp_path: Path, how: str) -> None:
    """F45: rights that come back without a word, and wishes before the next try is due: it is made then, by itself."""
    async with evening(tmp_path, refused=("not enough rights", "WRITE_FORBIDDEN")) as on:
        _, bert, clara = await asked(on, timing=Timing(probe=2_000))
        await on.tg.change_chat(on.group, writable=False)
        await on.tap(bert, "Glauben")
        await on.tg.until(lambda: _refused(on), "a refused call")
        await on.tg.change_chat(on.group, writable=True)
        if how == "presses":
            await until_silent(on, clara, "Aufdecken")
        else:
            await on.tg.say(clara, on.group, "/tisch")
        await on.turn(bert, "Ansagen")
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")


async def _refused(on: Stage) -> bool | None:
    return True if await on.refused() else None


async def test_a_press_finds_out_that_the_bot_may_write_again(tmp_path: Path) -> None:
    """F45: rights that come back without a word; each press tries once, and the first after that shows the card."""
    async with evening(tmp_path, refused=("not enough rights", "WRITE_FORBIDDEN")) as on:
        _, bert, clara = await asked(on, timing=Timing(probe=1))
        await on.tg.change_chat(on.group, writable=False)
        await on.tap(bert, "Glauben")
        await until_silent(on, bert, "Aufdecken")
        await on.tg.change_chat(on.group, writable=True)
        for _ in range(MOST_PRESSES):
            await on.press(bert, "Aufdecken")
            if any("Ansagen" in str(message.labels) for message in await on.shown()):
                break
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")


async def test_a_table_opened_where_the_bot_may_not_write_opens_as_soon_as_it_may(tmp_path: Path) -> None:
    """F45, F46: who typed it hears so in private; nobody else, and nothing a second time."""
    async with evening(tmp_path, refused=("not enough rights", "WRITE_FORBIDDEN")) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.gather(3)
        anna, bert, clara = on.people
        await on.tg.change_chat(on.group, writable=False)
        await on.tg.say(anna, on.group, "/neu")
        await on.tg.wait_for(anna, SILENCED)
        await on.tg.change_chat(on.group, writable=True)
        await on.tg.member(on.group, "bot", "restricted", rights=["can_send_messages"])
        lobby = await on.tg.wait_button(on.group, "Mitspielen")
        for guest in (bert, clara):
            await on.press(guest, "Mitspielen", lobby.id)
        await on.tg.wait_for(on.group, "Am Tisch (3)")
        assert {delivery["status"] for delivery in await on.tg.deliveries()} == {200}
        assert len(await on.refused()) <= 2


async def forum(on: Stage) -> int:
    """Begin a game of three in a topic; Bert is asked to believe 53. Returns the topic."""
    await on.bot(chance=swift(ScriptedCup((5, 3) * 20)))
    await on.gather(3)
    anna, bert, clara = on.people
    on.group = await on.tg.group("Forum", on.people, type="supergroup", is_forum=True)
    topic = await on.tg.topic(on.group, "Spiele")
    await on.tg.say(anna, on.group, "/neu", thread=topic)
    for guest in (bert, clara):
        await on.tg.wait_button(on.group, "Mitspielen")
        await on.press(guest, "Mitspielen")
    await on.tg.wait_for(on.group, "Am Tisch (3)")
    await on.press(anna, "Los geht's")
    await on.announce(anna, "53")
    await on.turn(bert, "Glauben")
    return topic


async def test_a_closed_topic_holds_the_game_until_it_is_opened_again(tmp_path: Path) -> None:
    """F49: the host hears it in private; the word that it is open again is enough to go on."""
    async with evening(tmp_path, refused=("TOPIC_CLOSED",)) as on:
        topic = await forum(on)
        anna, bert, _ = on.people
        await on.tg.close_topic(on.group, topic)
        await on.tap(bert, "Glauben")
        await on.announce(bert, "54")
        await on.tg.wait_for(anna, SILENCED)
        await on.tg.close_topic(on.group, topic, closed=False)
        card = await on.turn(on.people[2], "Glauben")
        assert card.raw["thread"] == topic


@pytest.mark.parametrize("how", ["deleted", "no forum"])
async def test_a_lost_topics_game_goes_on_in_the_chat_and_is_ended_there(tmp_path: Path, how: str) -> None:
    """F47, F49: the dead thread is tried once, and a command in the chat means the game."""
    async with evening(tmp_path, refused=("thread not found",)) as on:
        topic = await forum(on)
        _, bert, clara = on.people
        if how == "deleted":
            await on.tg.request("DELETE", f"/chats/{on.group.id}/topics/{topic}")
        else:
            await on.tg.change_chat(on.group, is_forum=False)
        await on.tap(bert, "Glauben")
        await on.announce(bert, "54")
        await on.tap(clara, "Glauben")
        await on.announce(clara, "61")
        await on.turn(on.people[0], "Aufdecken")
        assert len(await on.refused()) == (1 if how == "deleted" else 0)
        await on.tg.say(on.people[0], on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")
