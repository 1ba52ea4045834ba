"""Updates as Telegram delivers them: late, edited, out of order, at the same moment, and mostly none of our business."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import NAMES, Stage, evening, swift
from tests.e2e.test_workers import card, person, two_workers
from tests.e2e.weather import asked, refusal, tried
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Person, Room
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member
from tgbot.demo.world.talk import Mask, Words, rewrite, say
from tgbot.game.state import Lobby
from tgbot.main.pause import pause
from tgbot.phrases.press import encode
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, Place, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.service import TableService
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table

pytestmark = pytest.mark.redis

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
HOURS = 3 * 3600.0


async def stored(on: Stage, chat: int, thread: int = 0) -> Table | None:
    """Read a group's table."""
    async with connect(on.store_url, connections=1) as redis:
        return (await RedisTables(redis).load(TableId(chat, thread))).table


async def test_who_joins_at_the_moment_of_the_start_is_in_or_hears_that_he_is_late(tmp_path: Path) -> None:
    """F25: twenty times, to two workers: a seat and a toast that says so, or neither."""
    async with (
        evening(tmp_path, refused=("chat not found",)) as on,
        two_workers(on) as posts,
        connect(on.store_url) as redis,
    ):
        service = TableService(RedisTables(redis), RandomCup(7), pause)

        async def clash(number: int) -> bool:
            table = await _lobby(service, on, number)
            join, start = (encode(Tap(table, 1, 0, action)) for action in (Action.JOIN, Action.START_ANYWAY))
            toast, _ = await asyncio.gather(
                posts.press(number % 2, card(person(2)), table.home, join),
                posts.press(1 - number % 2, card(person(0)), table.home, start),
            )
            after = (await service.store.load(table)).table
            assert after is not None
            assert not isinstance(after.game, Lobby)
            assert (person(2).id in seated(after.game)) is toast.startswith("Du sitzt am Tisch")
            return person(2).id in seated(after.game)

        seats = await asyncio.gather(*(clash(number) for number in range(20)))
        assert seats


async def _lobby(service: TableService, on: Stage, number: int) -> TableId:
    chat = Chat(-4_600_000_000 - number, ChatType.GROUP, f"Runde {number}")
    chat.members = {who: Member(who) for who in (person(0).id, on.telegram.world.bot.id)}
    on.telegram.world.add_chat(chat)
    table, update = TableId(chat.id), 10 * number + 1
    await service.handle(Commanded(UpdateMark(update), Place(chat.id), Word.NEW, person(0)))
    join = Tap(table, 1, 0, Action.JOIN)
    await service.handle(Tapped(UpdateMark(update + 1, tap=True), f"{number}", person(1), join, chat.id))
    return table


async def test_spam_on_mitspielen_makes_one_seat_and_one_edit(tmp_path: Path) -> None:
    """F22, F94: whoever taps thirty times gets thirty toasts."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        anna, bert = on.people
        lobby = await on.seat(anna)
        before = len(await tried(on, on.group.id))
        queries = [await on.tg.press(bert, on.group, "Mitspielen", lobby.id) for _ in range(30)]
        toasts = [(await on.tg.answer(query)).text for query in queries]
        await on.tg.wait_for(on.group, "Am Tisch (2)")
        assert [toast.startswith("Du sitzt am Tisch") for toast in toasts].count(True) == 1
        assert set(toasts[1:]) == {"Du sitzt schon am Tisch. Warte einfach, bis du dran bist."}
        assert len(await tried(on, on.group.id, before)) == 1


async def test_a_query_too_old_to_be_answered_has_moved_all_the_same(tmp_path: Path) -> None:
    """F31: the toast is lost, the move is not, and it is made once."""
    async with evening(tmp_path, refused=("query is too old",)) as on:
        _, bert, clara = await asked(on, polling=True)
        await on.tg.fault("error", "answerCallbackQuery", error=refusal(400, TOO_OLD))
        glance = await on.turn(bert, "Glauben")
        query = await on.tg.press(bert, on.group, "Glauben", glance.id)
        await on.turn(bert, "Ansagen")
        await on.announce(bert, "54")
        await on.turn(clara, "Glauben")
        on.telegram.world.queries.pop(query)  # nobody will ever answer it
        assert len([call for call in await on.refused() if "too old" in call]) == 1


async def test_a_deleted_command_opens_its_table(tmp_path: Path) -> None:
    """F35: a clean-up bot was faster; nothing the bot says replies to anything."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        await on.tg.twist("message", delay=0.5)
        said = await on.tg.say(on.people[0], on.group, "/neu")
        await on.tg.delete(on.group, said.id)
        await on.tg.wait_button(on.group, "Mitspielen")
        replies = [call for call in await on.tg.calls() if "reply_parameters" in call["params"]]
        assert not replies


async def test_an_ende_typed_before_the_game_was_opened_does_not_end_it(tmp_path: Path) -> None:
    """It was held up for minutes; one that is typed now ends the game as ever."""
    async with evening(tmp_path) as on:
        anna, bert, _ = await asked(on)
        messages = [delivery["update"].get("message", {}) for delivery in await on.tg.deliveries()]
        opened = next(message for message in messages if message.get("text") == "/neu")
        entity = {"type": "bot_command", "offset": 0, "length": len("/ende")}
        late = {"message_id": 9_999, "date": opened["date"] - 400, "text": "/ende", "entities": [entity]}
        await on.tg.inject("message", {**opened, **late})
        await on.tg.quiet()
        await on.tap(bert, "Glauben")
        await on.turn(bert, "Ansagen")
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_button(on.group, "Nochmal!")


async def test_an_earlier_update_that_comes_later_is_no_duplicate(tmp_path: Path) -> None:
    """F84: Clara's tap overtakes Bert's; hers is too early, his counts, whatever their numbers say."""
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        glance = await on.turn(bert, "Glauben")
        await on.tg.twist("callback_query", after=1)
        first = await on.tg.press(bert, on.group, "Glauben", glance.id)
        second = await on.tg.press(clara, on.group, "Glauben", glance.id)
        assert "Du bist nicht dran" in (await on.tg.answer(second)).text
        assert "neu gewürfelt" in (await on.tg.answer(first)).text
        numbers = [delivery["update"]["update_id"] for delivery in await on.tg.deliveries()][-2:]
        assert numbers[0] > numbers[1]
        await on.turn(bert, "Ansagen")


async def _settled(on: Stage) -> bool | None:
    """Whether every older card has become its line: the greeting and the newest card have buttons still."""
    return True if sum(bool(message.labels) for message in await on.shown()) <= 2 else None


async def test_an_admin_bot_hears_everything_and_says_nothing(tmp_path: Path) -> None:
    """F52, F53, F54, F86, F87, F88, F90: two hundred messages in a running game: no call, no change."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.gather(3)
        world, anna = on.telegram.world, on.people[0]
        await on.tg.member(on.group, "bot", "administrator")
        channel = await on.tg.group("Rundfunk", [anna], type="channel", bot=False)
        await on.begin(*on.people)
        await on.announce(anna, "53")
        await on.turn(on.people[1], "Glauben")
        await on.tg.until(lambda: _settled(on), "one card alone with buttons")
        await on.tg.quiet()
        before = await stored(on, on.group.id)
        calls = len(await on.tg.calls())
        talk = _chatter(on, channel)
        for number in range(200):
            say(world, world.chats[on.group.id], anna.id, talk[number % len(talk)])
        edited = say(world, world.chats[on.group.id], anna.id, Words("neu"))
        rewrite(world, world.chats[on.group.id], edited, "/neu")
        await on.tg.inject("message", _captioned(anna, on.group))
        await on.tg.inject("edited_message", _captioned(anna, on.group) | {"edit_date": 2**31})
        await on.tg.quiet()
        assert await stored(on, on.group.id) == before
        assert len(await on.tg.calls()) == calls
        assert {delivery["status"] for delivery in await on.tg.deliveries()} == {200}


def _chatter(on: Stage, channel: Room) -> list[Words]:
    board = max(on.telegram.world.chats[on.group.id].messages)
    return [
        Words("Prost!"),
        Words("bitte /neu"),
        Words("/neu@OtherBot"),
        Words("/unbekannt"),
        Words("🎲"),
        Words("53", reply_to=board),
        Words("/neu", mask=Mask.CHANNEL, channel=channel.id),
        Words("/neu", mask=Mask.RELAY, channel=channel.id),
        Words("<b>&amp;</b> *_[" + "W" * 3000),
    ]


def _captioned(who: Person, room: Room) -> Json:
    photo = [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}]
    entities = [{"type": "bot_command", "offset": 0, "length": 4}]
    sender = {"id": who.id, "is_bot": False, "first_name": who.name}
    chat = {"id": room.id, "type": "group", "title": room.title}
    return {"message_id": 9_999, "from": sender, "chat": chat, "date": 2**31, "photo": photo,
            "caption": "/neu", "caption_entities": entities}  # fmt: skip


async def test_a_whole_game_needs_no_word_that_privacy_mode_holds_back(tmp_path: Path) -> None:
    """F89: all the bot is told are commands, answers to itself, presses, and what Telegram says."""
    async with evening(tmp_path) as on:
        assert on.telegram.config.privacy
        await on.bot(chance=swift(RandomCup(3)))
        await on.gather(3)
        await on.begin(*on.people)
        world = on.telegram.world
        players = Players(on)
        while True:
            say(world, world.chats[on.group.id], on.people[1].id, Words("Hört, hört!"))
            newest = await players.play(moves=1)
            if any("Nochmal" in label for label in newest.labels):
                break
        told = [delivery["update"].get("message", {}) for delivery in await on.tg.deliveries()]
        texts = [message["text"] for message in told if "text" in message and message["chat"]["id"] == on.group.id]
        assert texts == ["/neu"]


async def test_what_was_said_while_the_bot_was_away_is_not_acted_on(tmp_path: Path) -> None:
    """Three hours later nobody waits for a table; who has written in private since can be reached, and is left alone."""
    async with evening(tmp_path) as on:
        anna, bert, clara = on.people = [await on.tg.user(name) for name in NAMES[:3]]
        on.group = await on.tg.group("Stammtisch Freitag", on.people)
        await on.tg.advance(-HOURS)
        for _ in range(20):
            await on.tg.say(anna, on.group, "/neu")
        await on.tg.start(bert)
        await on.tg.say(bert, bert, "/regeln")
        await on.tg.advance(HOURS)
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.tg.quiet()
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        assert len(await on.shown()) == 1
        assert not [call for call in await on.tg.calls("sendMessage") if call["params"]["chat_id"] == str(bert.id)]
        assert {delivery["status"] for delivery in await on.tg.deliveries()} == {200}
        await on.begin(bert, anna, clara)
        await on.tg.wait_button(bert, "✔ 53")
