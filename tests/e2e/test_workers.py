"""Two workers on one store: whatever both are told at the same moment happens once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import NAMES, TIRELESS, Stage, evening, swift
from tests.telegram_client import Json
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member
from tgbot.game.roll import Roll
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering
from tgbot.main.parts import Chance
from tgbot.main.pause import pause
from tgbot.phrases.press import encode
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, Place, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.service import TableService

pytestmark = pytest.mark.redis

TABLES = 200
AT_ONCE = 20
BELIEVED, DOUBTED = "Du glaubst es", "Der Becher geht hoch"


@dataclass
class Posts:
    """Posts updates to workers as Telegram would, but to any of them, and two at the very same moment."""

    urls: tuple[str, ...]
    secret: str
    session: aiohttp.ClientSession
    number: int = field(default=500_000_000)

    async def press(self, worker: int, user: Json, chat: int, data: str) -> str:
        """Press a button; returns the toast, which comes with the 200."""
        self.number += 1
        query = {"id": str(self.number), "from": user, "chat_instance": "1", "data": data}
        message = {"message_id": 1, "date": 0, "chat": {"id": chat, "type": "group", "title": "Runde"}}
        body = {"update_id": self.number, "callback_query": {**query, "message": message}}
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.secret}
        async with self.session.post(self.urls[worker], json=body, headers=headers) as response:
            assert response.status == 200
            answer = await response.json()
        assert (answer["method"], answer["callback_query_id"]) == ("answerCallbackQuery", query["id"])
        return str(answer["text"])


@asynccontextmanager
async def two_workers(on: Stage) -> AsyncIterator[Posts]:
    """Start two workers that write no faster than Telegram allows: what counts here is what they store."""
    chance = Chance(RandomCup(1), rates=TIRELESS)
    ports = [(await on.bot(chance=chance)).port, (await on.bot(chance=chance, registers=False)).port]
    await on.tg.until(lambda: _registered(on), "a webhook")
    webhook = on.telegram._app.state.subscription.webhook
    async with aiohttp.ClientSession() as session:
        yield Posts(tuple(f"http://127.0.0.1:{port}/telegram" for port in ports), webhook.secret, session)


async def _registered(on: Stage) -> bool | None:
    return True if on.telegram._app.state.subscription.webhook is not None else None


def person(number: int) -> Person:
    """Make up somebody."""
    return Person(PlayerId(7_500_000_000 + number), NAMES[number], "de")


def card(who: Person) -> Json:
    """Show somebody as Telegram does."""
    return {"id": who.id, "is_bot": False, "first_name": who.name, "language_code": "de"}


async def asked(service: TableService, on: Stage, number: int) -> TableId:
    """Prepare a table at which Bert is asked to believe 53."""
    anna, bert = person(0), person(1)
    chat = Chat(-4_500_000_000 - number, ChatType.GROUP, f"Runde {number}")
    chat.members = {who: Member(who) for who in (anna.id, bert.id, on.telegram.world.bot.id)}
    on.telegram.world.add_chat(chat)
    table, update = TableId(chat.id), 10 * number + 1

    async def tap(at: int, who: Person, action: Action, value: str = "") -> None:
        stored = (await service.store.load(table)).table
        step = stored.game.step if stored and isinstance(stored.game, Announcing) else 0
        button = Tap(table, 1, step, action, Roll.parse(value) if value else None)
        await service.handle(Tapped(UpdateMark(update + at, tap=True), f"{number}.{at}", who, button, chat.id))

    await service.handle(Commanded(UpdateMark(update), Place(chat.id), Word.NEW, anna))
    await tap(1, bert, Action.JOIN)
    await tap(2, anna, Action.START_ANYWAY)
    await tap(3, anna, Action.ANNOUNCE, "53")
    return table


async def test_glauben_and_aufdecken_at_the_same_instant_make_exactly_one_move(tmp_path: Path) -> None:
    """Two hundred times, to two workers: one press moves, the other hears that the button is old."""
    # The people of these tables have no private chats; and the second worker takes over half of what the first is at.
    async with (
        evening(tmp_path, refused=("chat not found", "message is not modified")) as on,
        two_workers(on) as posts,
        connect(on.store_url) as redis,
    ):
        service = TableService(RedisTables(redis), RandomCup(7), pause)

        async def clash(number: int) -> str:
            table = await asked(service, on, number)
            stored = (await service.store.load(table)).table
            assert stored is not None
            assert isinstance(stored.game, Answering)
            user, step = card(person(1)), stored.game.step
            believe, doubt = (encode(Tap(table, 1, step, act)) for act in (Action.BELIEVE, Action.DOUBT))
            first, second = await asyncio.gather(
                posts.press(number % 2, user, table.home, believe),
                posts.press(1 - number % 2, user, table.home, doubt),
            )
            after = (await service.store.load(table)).table
            assert after is not None
            assert isinstance(after.game, Announcing)
            paid = sum(seat.units for seat in after.game.seats)
            if paid:
                assert after.game.round.number > stored.game.round.number
                assert second.startswith(DOUBTED)
                assert "Du bist dran" in first or "Dein Zug steht schon fest" in first
                return DOUBTED
            assert after.game.round == stored.game.round
            assert after.game.holder == person(1).id
            assert first.startswith(BELIEVED)
            assert "Du bist dran" in second
            return BELIEVED

        moves: list[str] = []
        for start in range(0, TABLES, AT_ONCE):
            moves += await asyncio.gather(*(clash(number) for number in range(start, start + AT_ONCE)))
        assert len(moves) == TABLES
        assert set(moves) == {BELIEVED, DOUBTED}


async def test_eight_taps_on_mitspielen_at_once_take_eight_seats(tmp_path: Path) -> None:
    """To two workers; all eight stand in the final card, and each tap twice changes nothing."""
    async with evening(tmp_path) as on, two_workers(on) as posts:
        await on.gather(8)
        await on.tg.say(on.people[0], on.group, "/neu", mask="anonymous")
        lobby = await on.tg.wait_button(on.group, "Mitspielen")
        join = str(lobby.raw["keyboard"][0][0]["callback_data"])
        users = [{"id": who.id, "is_bot": False, "first_name": who.name} for who in on.people]
        toasts = await asyncio.gather(
            *(
                posts.press((number + again) % 2, users[number], on.group.id, join)
                for number in range(8)
                for again in (0, 1)
            )
        )
        assert sorted(toasts) == sorted(
            ["Du sitzt am Tisch. Gleich geht's los.", "Du sitzt schon am Tisch. Warte einfach, bis du dran bist."] * 8
        )
        final = await on.tg.wait_for(on.group, "Am Tisch (8)")
        assert all(f"\u2068{name}\u2069" in final.text for name in NAMES)


async def test_a_whole_game_in_which_every_update_reaches_both_workers(tmp_path: Path) -> None:
    """One effect of each, one answer to each press, every post once."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(11)))
        other = await on.bot(chance=swift(RandomCup(12)), registers=False)
        await on.tg.twist(times=10_000, copies=1, beside=True, copy_to=f"http://127.0.0.1:{other.port}/telegram")
        await on.gather(3)
        await on.begin(*on.people)
        players = Players(on)
        await players.play()
        over = await on.tg.wait_button(on.group, "Nochmal!")
        assert "🏆 Das war's" in over.text
        posts = [message.text for message in await on.shown() if "hebt den Becher" in message.text]
        assert len(posts) == sum("Becher geht hoch" in toast for toast in players.toasts)
        deliveries = [delivery["update"]["update_id"] for delivery in await on.tg.deliveries()]
        assert len(deliveries) >= 2 * len(set(deliveries)) - 2
        assert len([message for message in await on.shown() if "Servus" in message.text]) == 1
