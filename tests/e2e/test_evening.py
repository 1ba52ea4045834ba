"""Evenings over HTTP under every preset, with a latecomer, and the recap in words and as a picture."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from redis.asyncio import Redis

from tests.e2e.house import ENGLISH, GERMAN, Words, shows, walk
from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, free_port, swift
from tests.telegram_client import Person
from tgbot.game.seats import PlayerId
from tgbot.main.serve import worker
from tgbot.phrases import picture
from tgbot.store import keys
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import TableId
from tgbot.table.scene import scene
from tgbot.table.state.table import Table

pytestmark = pytest.mark.redis


@dataclass(frozen=True)
class Speech:
    """What an evening says and is told in one language."""

    words: Words
    buttons: tuple[str, str, str, str]
    join: str
    again: str
    stand: str
    close: str
    titles: tuple[str, str]
    lost: str
    eleven: str
    anyway: str
    party: str


DE = Speech(
    GERMAN,
    ("Glauben", "Aufdecken", "Ansagen", "Nochmal"),
    "Mitspielen",
    "Nochmal!",
    "/stand",
    "/abend",
    ("Abendprotokoll", "Kater-Protokoll"),
    "Verlorene Runden: ",
    "Um elf noch mal",
    "Trotzdem spielen",
    "Trinkspiel",
)
EN = Speech(
    ENGLISH,
    ("Believe", "Lift the cup", "Call", "Again"),
    "I'm in",
    "Again!",
    "/standings",
    "/evening",
    ("Tonight's report", "Hangover report"),
    "Rounds lost: ",
    "Again at eleven",
    "Play anyway",
    "Party",
)

OFF, ON = "☕ Um elf noch mal", "✔ Um elf kommt's noch mal"


async def state(on: Stage) -> Table:
    """The group's table as it is stored."""
    async with connect(on.store_url) as redis:
        loaded = await RedisTables(redis).load(TableId(on.group.id))
    assert loaded.table is not None
    return loaded.table


async def photos(on: Stage) -> list[str]:
    """Telegram's names of the pictures sent to the group, oldest first."""
    return [
        call["answer"]["result"]["photo"][0]["file_id"] for call in await on.tg.calls("sendPhoto") if call["answer"]
    ]


@asynccontextmanager
async def night(tmp_path: Path, speech: Speech) -> AsyncIterator[Stage]:
    """A group of four with three at the table, in one language."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(5), Timing(tell=0)))
        await on.gather(4)
        await on.seat(*on.people[:3])
        if speech.words.choose:
            await on.tg.say(on.people[0], on.group, "/sprache")
            await walk(on, on.people[0], speech.words.choose)
            await on.tg.wait_button(on.group, speech.words.start)
        yield on


@pytest.mark.parametrize(
    ("mode", "speech"),
    [("", EN), ("Lizumo", DE), ("Mäxle", EN), ("Trinkspiel", DE)],
    ids=["Wirtshaus", "Lizumo", "Mäxle", "Trinkspiel"],
)
async def test_an_evening_of_two_games_with_a_latecomer_ends_with_its_recap(
    tmp_path: Path, mode: str, speech: Speech
) -> None:
    """Two games, the second with Dieter; /stand in the middle; /abend; text, then picture, then both once more."""
    async with night(tmp_path, speech) as on:
        anna, bert, clara, dieter = on.people
        if mode:
            await on.tg.say(anna, on.group, speech.words.house)
            await walk(on, anna, speech.party if mode == "Trinkspiel" else mode)
        await walk(on, anna, speech.anyway if mode == "Mäxle" else speech.words.start)
        players = Players(on, words=speech.buttons)
        await players.play(moves=4)
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_button(on.group, speech.again)
        await on.press(anna, speech.again)
        await on.tg.wait_button(on.group, speech.join)
        await on.press(dieter, speech.join)
        await walk(on, anna, speech.words.start)
        await Players(on, words=speech.buttons, seed=2).play(moves=5)
        await on.tg.say(dieter, on.group, speech.stand)
        standing = await shows(on, speech.lost)
        assert all(f"\u2068{person.name}\u2069" in standing.text for person in on.people)

        await on.tg.say(anna, on.group, speech.close)
        title = speech.titles[mode == "Trinkspiel"]
        await on.tg.wait_button(on.group, speech.eleven)
        assert title in (await shows(on, title)).text
        await on.tg.until(lambda: _photos(on, 1), "the picture")
        table = await state(on)
        recap = table.recap
        assert recap is not None
        assert recap.games == 2
        assert [score.player for score in recap.scores] == [person.id for person in (anna, bert, clara, dieter)]
        assert _uploaded(on, (await photos(on))[0]) == picture.draw(scene(table, None, "x"), recap)

        await on.tg.say(bert, on.group, speech.close)
        await on.tg.until(lambda: _photos(on, 2), "the picture again")
        first, second = await photos(on)
        assert first == second
        assert len(on.telegram.world.uploads) == 1


async def _photos(on: Stage, count: int) -> bool | None:
    return len(await photos(on)) >= count or None


def _uploaded(on: Stage, photo: str) -> bytes:
    content = on.telegram.world.uploads[photo].content
    assert Image.open(BytesIO(content)).size == (picture.WIDTH, picture.HEIGHT)
    return content


async def test_the_recap_comes_once_more_when_the_morning_does(tmp_path: Path) -> None:
    """One tap by who was there. The picture goes by its name, in the group's own thread of time."""
    async with night(tmp_path, DE) as on:
        anna = on.people[0]
        await walk(on, anna, "Los geht's")
        await on.tg.say(anna, on.group, "/abend")
        await on.tg.until(lambda: _photos(on, 1), "the picture")
        assert "Um elf" in await on.press(on.people[1], "Um elf noch mal")
        await _make_it_eleven(on)
        await shows(on, "Abendprotokoll noch mal")
        await on.tg.until(lambda: _photos(on, 2), "the picture again")
        assert len(set(await photos(on))) == 1


async def test_the_button_for_the_morning_shows_whether_it_is_on(tmp_path: Path) -> None:
    """Off, on, off again, each said by the toast and read off the button; what stands above it stays. At eleven it is off."""
    async with night(tmp_path, DE) as on:
        anna, bert, _, dieter = on.people
        await walk(on, anna, "Los geht's")
        await on.tg.say(anna, on.group, "/abend")
        told = await on.tg.wait_button(on.group, OFF)
        assert "Um elf kommt's noch mal" in await on.press(bert, OFF)
        shown = await on.tg.wait_button(on.group, ON)
        assert (shown.id, shown.html, shown.labels) == (told.id, told.html, (ON,))
        assert "wer an dem Abend mitgespielt hat" in await on.press(dieter, ON)
        assert "Um elf bleibt's still" in await on.press(anna, ON)
        shown = await on.tg.wait_button(on.group, OFF)
        assert (shown.id, shown.html, shown.labels) == (told.id, told.html, (OFF,))
        await on.press(anna, OFF)
        await on.tg.wait_button(on.group, ON)
        await _make_it_eleven(on)
        await shows(on, "Abendprotokoll noch mal")
        await on.tg.wait_button(on.group, OFF)


async def _make_it_eleven(on: Stage) -> None:
    """Let the armed moment be now: the store's clock cannot be put forward."""
    table = TableId(on.group.id)
    partition = keys.partition_of(table)
    name = f"{keys.table_text(table)}|morning"
    async with connect(on.store_url) as redis:
        assert await redis.zscore(keys.due(partition), name) is not None
        await redis.zadd(keys.due(partition), {name: 1})


async def test_statistics_are_told_to_oneself_alone(tmp_path: Path) -> None:
    """Off at first; on, one game is counted; nobody else, no group message and no queue ever sees the figures."""
    async with night(tmp_path, DE) as on:
        anna, bert, _, _ = on.people
        await on.tg.say(anna, on.group, "/statistik")
        await shows(on, "Schreib mir das im Privatchat")
        await on.tg.say(anna, anna, "/statistik")
        await on.tg.answer(
            await on.tg.press(anna, anna, "Einschalten", (await on.tg.wait_button(anna, "Einschalten")).id)
        )
        await on.tg.wait_for(anna, "Partien: 0")
        await walk(on, anna, "Los geht's")
        await Players(on).play(moves=4)
        await on.tg.say(anna, on.group, "/abend")
        await on.tg.until(lambda: _photos(on, 1), "the picture")
        await on.tg.say(anna, anna, "/statistik")
        await on.tg.wait_for(anna, "Partien: 1")
        await on.tg.say(bert, bert, "/statistik")
        await on.tg.wait_for(bert, "Deine Statistik ist aus")
        told = [message.text for message in await on.shown()]
        assert not [text for text in told if "Bluffquote" in text or "Deine Statistik" in text]
        async with connect(on.store_url) as redis:
            assert not await redis.exists(keys.statistics(PlayerId(bert.id)))
            outboxes = [await redis.hgetall(key) async for key in redis.scan_iter(match="*:outbox:*")]
        assert "Bluffquote" not in repr(outboxes)
        assert "announced" not in repr(outboxes)


NAME = "Xaveria"


async def test_who_wants_to_be_forgotten_leaves_no_trace_and_the_game_goes_on(tmp_path: Path) -> None:
    """Two taps in private. Then no key, no value and no byte of the store's file holds the id or the name."""
    async with evening(tmp_path) as on:
        await _own_store(on)
        await on.gather(3)
        gone = await on.tg.user(NAME, started=True)
        await on.tg.member(on.group, gone)
        on.people.append(gone)
        await on.begin(*on.people)
        await Players(on).play(moves=3)
        await on.tg.say(gone, gone, "/statistik")
        await on.tg.answer(
            await on.tg.press(gone, gone, "Einschalten", (await on.tg.wait_button(gone, "Einschalten")).id)
        )
        await on.tg.say(gone, gone, "/meinedaten")
        data = await on.tg.wait_button(gone, "Alles löschen")
        assert "Stammtisch Freitag" in data.text
        assert NAME in data.text
        await on.tg.answer(await on.tg.press(gone, gone, "Alles löschen", data.id))
        sure = await on.tg.wait_button(gone, "Ja, alles löschen")
        assert await _traces(on, gone) != []
        await on.tg.answer(await on.tg.press(gone, gone, "Ja, alles löschen", sure.id))
        await on.tg.wait_for(gone, "Spätestens in 24 Stunden")

        for _ in range(400):
            if not await _traces(on, gone):
                break
            await asyncio.sleep(0.05)
        assert await _traces(on, gone) == []
        on.people.remove(gone)
        await Players(on, seed=3).play(moves=3)
        await on.tg.say(on.people[0], on.group, "/abend")
        assert "Gast 1" in (await shows(on, "Abendprotokoll")).text
        assert await _traces(on, gone) == []


async def test_the_card_of_somebody_forgotten_is_closed(tmp_path: Path) -> None:
    """Whoever has the cup is forgotten: his card keeps neither his name nor its buttons, and the others play on."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(5), Timing(tell=0)))
        await on.gather(3)
        gone, *others = on.people
        await on.begin(*on.people)
        card = await on.turn(gone, "👀")
        await on.tg.say(gone, gone, "/meinedaten")
        for label in ("Alles löschen", "Ja, alles löschen"):
            asked = await on.tg.wait_button(gone, label)
            await on.tg.answer(await on.tg.press(gone, gone, label, asked.id))
        await on.turn(others[0], "👀")

        async def closed() -> bool | None:
            old = next(message for message in await on.shown() if message.id == card.id)
            return True if not old.labels and gone.name not in old.html else None

        await on.tg.until(closed, "the old card without buttons and name")


async def test_the_boards_with_a_button_for_somebody_forgotten_lose_it(tmp_path: Path) -> None:
    """The game goes on without him, and the boards are redrawn; or it ends with him, and they are closed."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(5), Timing(tell=0)))
        await on.gather(3)
        anna, *others = on.people
        await on.begin(*on.people)
        boards = []
        for command, asks in (("/rauswurf", "Wer soll aufstehen?"), ("/gastgeber", "Wer gibt")):
            await on.tg.say(anna, on.group, command)
            boards.append((await on.tg.wait_for(on.group, asks)).id)
        for gone in others:
            await on.tg.say(gone, gone, "/meinedaten")
            for label in ("Alles löschen", "Ja, alles löschen"):
                asked = await on.tg.wait_button(gone, label)
                await on.tg.answer(await on.tg.press(gone, gone, label, asked.id))

            async def nameless(name: str = gone.name) -> bool | None:
                shown = [message for message in await on.shown() if message.id in boards]
                return True if not any(name in str(message.labels) + message.html for message in shown) else None

            await on.tg.until(nameless, "boards without his name")
        assert not [message.labels for message in await on.shown() if message.id in boards and message.labels]


async def _own_store(on: Stage) -> None:
    """Start a worker that brings its own store along: only there the file is the bot's to rewrite."""
    settings = on.settings(port=free_port(), redis_url=None)
    await on.stack.enter_async_context(worker(settings, swift(RandomCup(5), Timing(tell=0))))
    on.store_url = f"unix://{settings.data_dir.resolve() / 'valkey.sock'}"


async def _traces(on: Stage, gone: Person) -> list[str]:
    """Find the id or the name in any key, field or value, or in the append-only file."""
    wanted = (str(gone.id).encode(), gone.name.encode())
    found = []
    async with connect(on.store_url) as redis:
        async for key in redis.scan_iter():
            text = repr((key, await _value(redis, key))).encode()
            if any(word in text for word in wanted):
                found.append(repr(key))
    files = (on.data / "appendonlydir").iterdir()
    return found + [path.name for path in files if any(word in path.read_bytes() for word in wanted)]


async def _value(redis: Redis, key: bytes | str) -> object:
    match await redis.type(key):
        case b"string":
            return await redis.get(key)
        case b"hash":
            return await redis.hgetall(key)
        case b"zset":
            return await redis.zrange(key, 0, -1)
        case b"list":
            return await redis.lrange(key, 0, -1)
        case b"none":
            return None
        case kind:
            raise AssertionError(kind)
